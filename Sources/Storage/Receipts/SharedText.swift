import Foundation
import Model

// The terminal's text of a receipt is in the journal already, as a rule byte for byte. Then the stored document refers to
// these bytes, and does not have them once more.
extension Session {
    /// Below this a reference saves nothing worth having.
    private static let leastShared = 200
    private static let beforeText = #""terminalText":{"lines":"#
    private static let beforeReference = beforeText + #""@"#

    /// The document as it is stored: with a reference in the place of the text, where the journal has the same bytes.
    func stored(_ document: Receipt) throws -> String {
        let whole = try StoredJSON.text(document)
        guard case .terminalText(let lines, _) = document.card, case let text = try StoredJSON.text(lines),
            text.utf8.count >= Self.leastShared, let place = whole.range(of: Self.beforeText + text)
        else { return whole }
        for entry in try journalEntries(payment: document.payment) where entry.kind.hasPrefix("payment.") {
            guard let found = entry.payload.range(of: Data(text.utf8)) else { continue }
            let offset = entry.payload.distance(from: entry.payload.startIndex, to: found.lowerBound)
            let reference = "\(entry.sequence):\(offset):\(found.count)"
            return whole.replacingCharacters(in: place, with: "\(Self.beforeReference)\(reference)\"")
        }
        return whole
    }

    /// The document in that row, with the text that it refers to.
    func document(in row: StoredRow) throws(StorageError) -> Receipt {
        let text = try row.text("document")
        guard let mark = text.range(of: Self.beforeReference) else { return try row.json("document", as: Receipt.self) }
        let rest = text[mark.upperBound...]
        let numbers = rest.prefix { $0 != "\"" }.split(separator: ":").compactMap { Int64($0) }
        guard let end = rest.firstIndex(of: "\""), numbers.count == 3,
            let lines = try journalBytes(sequence: numbers[0], offset: numbers[1], count: numbers[2])
        else { throw row.foreign("document", "a reference to text that the journal has") }
        let whole = text[..<mark.lowerBound] + Self.beforeText + lines + text[text.index(after: end)...]
        do { return try StoredJSON.value(Receipt.self, from: String(whole)) } catch {
            throw row.foreign("document", "JSON that Till can read")
        }
    }

    /// Those bytes of the payload of an entry, as text; nil where it does not have them.
    private func journalBytes(sequence: Int64, offset: Int64, count: Int64) throws(StorageError) -> String? {
        let found = try row(
            of: "journal", "SELECT rowid AS row_id, payload FROM journal WHERE sequence = ?", [sequence])
        guard let payload = try found?.bytes("payload"), offset >= 0, count >= 0, offset <= payload.count,
            count <= Int64(payload.count) - offset
        else { return nil }
        return String(data: payload.dropFirst(Int(offset)).prefix(Int(count)), encoding: .utf8)
    }
}
