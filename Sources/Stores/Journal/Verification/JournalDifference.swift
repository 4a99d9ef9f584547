import Storage

/// A difference between the database and what the journal tells, or how Till made it.
package struct JournalDifference: Hashable, Codable, Sendable {
    /// The table, index or trigger; nil for the file itself.
    package let table: String?
    /// The row by its id; nil if no row is meant.
    package let row: String?
    /// A sentence that says what is wrong.
    package let sentence: String
    /// What was done to the journal on purpose; nil if that cannot be told.
    package let forgery: JournalForgery?

    init(_ table: String?, _ row: String? = nil, _ sentence: String, forgery: JournalForgery? = nil) {
        self.table = table
        self.row = row
        self.sentence = sentence
        self.forgery = forgery
    }
}
