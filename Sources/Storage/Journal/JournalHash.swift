import Crypto
import Foundation

/// The hash of one row: SHA-256 over the previous hash and the stored bytes of every column.
///
/// Each part is written as a tag, its length and its bytes, so no two different rows give the same input. Only stored
/// bytes count, nothing computed: a row verifies in any later release as it did in this one.
enum JournalHash {
    /// Names the encoding; a change of it needs a new name.
    private static let version = Data("till.journal.1".utf8)

    static func of(
        sequence: Int64, at: Int64, payment: Data?, kind: Data, payload: Data, previous: Data
    ) -> Data {
        var input = Data()
        append(version, tag: "v", to: &input)
        append(previous, tag: "p", to: &input)
        append(bigEndian(sequence), tag: "i", to: &input)
        append(bigEndian(at), tag: "i", to: &input)
        append(payment ?? Data(), tag: payment == nil ? "n" : "t", to: &input)
        append(kind, tag: "t", to: &input)
        append(payload, tag: "b", to: &input)
        return Data(SHA256.hash(data: input))
    }

    private static func append(_ bytes: Data, tag: Unicode.Scalar, to input: inout Data) {
        input.append(UInt8(ascii: tag))
        input.append(bigEndian(Int64(bytes.count)))
        input.append(bytes)
    }

    private static func bigEndian(_ number: Int64) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }
}
