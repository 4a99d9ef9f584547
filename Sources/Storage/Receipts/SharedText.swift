import Foundation
import Model

// Stores receipts without repeating text. The terminal's text of a receipt is usually in the journal byte for byte, so the
// stored document refers to it. The second copy of a payment refers to the first copy's document, since goods, taxes and shop
// are equal.
extension Session {
    /// The least bytes for which a reference is worth storing.
    private static let leastShared = 200
    /// The least bytes of a passage in the middle that is looked for.
    private static let leastPassage = 40
    private static let beforeText = #""terminalText":{"lines":"#
    private static let beforeReference = beforeText + #""@"#

    private static let beforeCopy = "="

    /// The document as it is stored: without the parts that the journal or the other copy has.
    func stored(_ document: Receipt) throws -> String {
        let text = try withoutText(document)
        let wanted = """
            SELECT rowid AS row_id, id, document FROM receipts WHERE payment = ? AND withdrawn_at IS NULL ORDER BY copy
            """
        for row in try rows(of: "receipts", wanted, [document.payment.rawValue]) {
            let other = try row.text("document")
            guard !other.hasPrefix(Self.beforeCopy) else { continue }
            let shared = SharedParts(of: text, in: other, least: Self.leastPassage)
            guard shared.end + (shared.passage?.count ?? 0) >= Self.leastShared else { continue }
            return "\(Self.beforeCopy)\(try row.text("id")):\(shared.reference):" + shared.rest(of: text)
        }
        return text
    }

    /// The document with a reference in place of text that the journal has.
    private func withoutText(_ document: Receipt) throws -> String {
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

    /// The row's document with the referenced text filled in.
    func document(in row: StoredRow) throws(StorageError) -> Receipt {
        let text = try whole(in: row)
        guard let mark = text.range(of: Self.beforeReference) else {
            do { return try StoredJSON.value(Receipt.self, from: text) } catch {
                throw row.foreign("document", Sentence("detail.value.readableJSON"))
            }
        }
        let rest = text[mark.upperBound...]
        let numbers = rest.prefix { $0 != "\"" }.split(separator: ":").compactMap { Int64($0) }
        guard let end = rest.firstIndex(of: "\""), numbers.count == 3,
            let lines = try journalBytes(sequence: numbers[0], offset: numbers[1], count: numbers[2])
        else { throw row.foreign("document", Sentence("detail.value.textReference")) }
        let whole = text[..<mark.lowerBound] + Self.beforeText + lines + text[text.index(after: end)...]
        do { return try StoredJSON.value(Receipt.self, from: String(whole)) } catch {
            throw row.foreign("document", Sentence("detail.value.readableJSON"))
        }
    }

    /// The row's document with the parts filled in that it shares with the other copy.
    private func whole(in row: StoredRow) throws(StorageError) -> String {
        let text = try row.text("document")
        guard text.hasPrefix(Self.beforeCopy) else { return text }
        let parts = text.dropFirst(Self.beforeCopy.count).split(separator: ":", maxSplits: 2)
        guard parts.count == 3, let shared = SharedParts(reference: parts[1]),
            let other = try self.row(
                of: "receipts", "SELECT rowid AS row_id, document FROM receipts WHERE id = ?", [String(parts[0])]
            )?.text("document"), !other.hasPrefix(Self.beforeCopy), let whole = shared.text(parts[2], from: other)
        else { throw row.foreign("document", Sentence("detail.value.copyReference")) }
        return whole
    }

    /// Bytes of an entry's payload as text; nil when the entry does not have them.
    private func journalBytes(sequence: Int64, offset: Int64, count: Int64) throws(StorageError) -> String? {
        let found = try row(
            of: "journal", "SELECT rowid AS row_id, payload FROM journal WHERE sequence = ?", [sequence])
        guard let payload = try found?.bytes("payload"), offset >= 0, count >= 0, offset <= payload.count,
            count <= Int64(payload.count) - offset
        else { return nil }
        return String(data: payload.dropFirst(Int(offset)).prefix(Int(count)), encoding: .utf8)
    }
}
