import Foundation

/// Writes a hash in letters, two per byte, because tools that search paper and logs for card numbers would take long digits
/// for one. No letter is a hexadecimal digit, and none looks like another.
package enum HashLetters {
    private static let alphabet = Array("ghjkmnpqrstuvwxy")

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            text.append(alphabet[Int(byte >> 4)])
            text.append(alphabet[Int(byte & 15)])
        }
    }

    /// The bytes; nil unless the text is pairs of these letters, in either case.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let places = text.lowercased().compactMap { alphabet.firstIndex(of: $0) }
        guard places.count == text.count, places.count % 2 == 0 else { return nil }
        return stride(from: 0, to: places.count, by: 2).map { UInt8(places[$0] * 16 + places[$0 + 1]) }
    }
}

extension JournalHead {
    /// How many bytes of a hash are printed on receipts.
    package static let printedBytes = 8

    /// The head as receipts print it: its number and the first bytes of its hash, `1234 hxkqmtgwyjsnprvu`.
    package var printed: String { "\(sequence) \(HashLetters.text(hash.prefix(Self.printedBytes)))" }

    /// The number and the whole hash in letters, as `till journal verify --since` takes them.
    package var inLetters: String { "\(sequence) \(HashLetters.text(hash))" }
}
