import Foundation
import Storage

/// An entry as an export of the journal contains it.
package struct KeptEntry: Hashable, Sendable {
    package let sequence: Int64
    package let payment: String?
    package let kind: String
    package let payload: String
    package let hash: [UInt8]

    package init(sequence: Int64, payment: String?, kind: String, payload: String, hash: [UInt8]) {
        self.sequence = sequence
        self.payment = payment
        self.kind = kind
        self.payload = payload
        self.hash = hash
    }

    /// Whether that entry of the journal has the same contents, whatever its number and hash.
    func tellsTheSame(as entry: JournalEntry) -> Bool {
        guard payment == entry.payment?.rawValue, kind == entry.kind else { return false }
        // Exports of earlier releases contain the stored bytes.
        return payload == String(decoding: entry.payload, as: UTF8.self)
            || Self.normal(Data(payload.utf8)) == JournalView.fact(of: entry).flatMap { Self.normal(Data($0)) }
    }

    /// The JSON with its keys sorted; nil if it is no JSON.
    private static func normal(_ json: Data) -> Data? {
        guard let value = try? JSONSerialization.jsonObject(with: json) else { return nil }
        return try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    }
}
