/// A mistake in a scenario file.
struct ScenarioMistake: Error, Equatable {
    /// What is wrong and what is allowed, to be read after the file's name.
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// - Parameters:
    ///   - field: the field's name in a file, such as `identity.currency`.
    ///   - why: what it has, and what is allowed.
    init(at field: String, _ why: String) { sentence = "has at '\(field)' \(why)" }
}
