import Foundation

/// A hash in letters: two for each byte. Digits in a row would look like a card number to whoever searches paper and logs for
/// such. None of the letters is a hexadecimal digit, and none is easily taken for another.
package enum HashLetters {
    private static let alphabet = Array("ghjkmnpqrstuvwxy")

    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            text.append(alphabet[Int(byte >> 4)])
            text.append(alphabet[Int(byte & 15)])
        }
    }

    /// Nil for anything but pairs of these letters, small or capital.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let places = text.lowercased().compactMap { alphabet.firstIndex(of: $0) }
        guard places.count == text.count, places.count % 2 == 0 else { return nil }
        return stride(from: 0, to: places.count, by: 2).map { UInt8(places[$0] * 16 + places[$0 + 1]) }
    }
}

extension JournalHead {
    /// So many bytes of a hash stand on paper.
    package static let printedBytes = 8

    /// The head as it is printed on receipts: its number and the first bytes of its hash, `1234 hxkqmtgwyjsnprvu`.
    package var printed: String { "\(sequence) \(HashLetters.text(hash.prefix(Self.printedBytes)))" }

    /// Number and whole hash in letters, as `till journal verify --since` takes them.
    package var inLetters: String { "\(sequence) \(HashLetters.text(hash))" }
}
