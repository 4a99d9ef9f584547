import Model
import Storage

/// A difference between the database and what the journal tells, or how Till made it.
package struct JournalDifference: Hashable, Sendable {
    /// The table, index or trigger; nil for the file itself.
    package let table: String?
    /// The row by its id; nil if no row is meant.
    package let row: String?
    /// What is wrong.
    package let said: Sentence
    /// What was done to the journal on purpose; nil if that cannot be told.
    package let forgery: JournalForgery?

    init(_ table: String?, _ row: String? = nil, _ said: Sentence, forgery: JournalForgery? = nil) {
        self.table = table
        self.row = row
        self.said = said
        self.forgery = forgery
    }

    /// What is wrong in English, for programs.
    package var sentence: String { said.description }
}

extension JournalDifference: Encodable {
    private enum CodingKeys: String, CodingKey { case table, row, sentence, forgery }

    /// With the sentence in English, for programs.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(table, forKey: .table)
        try values.encodeIfPresent(row, forKey: .row)
        try values.encode(sentence, forKey: .sentence)
        try values.encodeIfPresent(forgery, forKey: .forgery)
    }
}
