import Model

/// A defect of the database.
package struct DatabaseFinding: Hashable, Sendable {
    /// The affected table, index or trigger; nil when the whole file is affected.
    package let object: String?
    /// The defect, as a sentence.
    package let sentence: Sentence

    init(_ object: String? = nil, _ sentence: Sentence) {
        self.object = object
        self.sentence = sentence
    }
}
