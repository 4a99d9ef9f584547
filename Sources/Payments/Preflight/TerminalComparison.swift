import Model

/// Journal kind `terminal.compared`: after a restore it is known that the terminal did nothing that the journal does not
/// know, or a person has compared its journal.
package struct TerminalComparison: Hashable, Codable, Sendable {
    package static let kind = "terminal.compared"

    let terminal: TerminalName
    /// The terminal's last transaction, if it proves that.
    let payment: PaymentID?
    /// What a person compared, in their own words, and the operator who was signed in.
    let evidence: String?
    let by: String?
    /// The person who stated it. Absent in older journals, and where nobody did.
    var requester: Requester?
}
