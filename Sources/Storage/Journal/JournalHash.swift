import Crypto
import Foundation

/// The hash of one entry: SHA-256 over the previous hash and the stored bytes of every column.
///
/// Each part is written as a tag, its length and its bytes, so no two different rows give the same input. Only stored bytes
/// count, so an entry verifies in every later release.
enum JournalHash {
    /// The name of the encoding. A changed encoding needs a new name.
    private static let version = Data("till.journal.1".utf8)
    /// The name of the encoding that includes the till's id.
    private static let namingVersion = Data("till.journal.2".utf8)

    /// Returns the hash of one row from the bytes of its columns.
    ///
    /// - Parameter enrolment: the enrolment in force at the row, which is the row itself if it is an enrolment.
    static func of(
        sequence: Int64, at: Int64, payment: Data?, kind: Data, payload: Data, previous: Data,
        enrolment: TillEnrolment? = nil
    ) -> Data {
        var input: [UInt8] = []
        return of(
            sequence: sequence, at: at, payment: payment, kind: kind, payload: payload, previous: previous,
            enrolment: enrolment, &input)
    }

    /// Returns the hash of one row from the bytes of its columns. `input` is a buffer that is reused for each row.
    static func of(
        sequence: Int64, at: Int64, payment: Data?, kind: Data, payload: Data, previous: Data,
        enrolment: TillEnrolment?, _ input: inout [UInt8]
    ) -> Data {
        input.removeAll(keepingCapacity: true)
        input.reserveCapacity(payload.count + 256)
        if let enrolment, enrolment.isInHashes {
            append(namingVersion, tag: "v", to: &input)
            append(enrolment.till, tag: "w", to: &input)
            append(enrolment.life, tag: "w", to: &input)
        } else {
            append(version, tag: "v", to: &input)
        }
        append(previous, tag: "p", to: &input)
        append(sequence, to: &input)
        append(at, to: &input)
        if let payment { append(payment, tag: "t", to: &input) } else { append(Data(), tag: "n", to: &input) }
        append(kind, tag: "t", to: &input)
        append(payload, tag: "b", to: &input)
        var hasher = SHA256()
        input.withUnsafeBytes { hasher.update(bufferPointer: $0) }
        return hasher.finalize().withUnsafeBytes { Data($0) }
    }

    private static func append(_ bytes: Data, tag: Unicode.Scalar, to input: inout [UInt8]) {
        input.append(UInt8(ascii: tag))
        appendBigEndian(Int64(bytes.count), to: &input)
        bytes.withUnsafeBytes { input.append(contentsOf: $0) }
    }

    private static func append(_ text: String, tag: Unicode.Scalar, to input: inout [UInt8]) {
        input.append(UInt8(ascii: tag))
        appendBigEndian(Int64(text.utf8.count), to: &input)
        input.append(contentsOf: text.utf8)
    }

    private static func append(_ number: Int64, to input: inout [UInt8]) {
        input.append(UInt8(ascii: "i"))
        appendBigEndian(Int64(MemoryLayout<Int64>.size), to: &input)
        appendBigEndian(number, to: &input)
    }

    private static func appendBigEndian(_ number: Int64, to input: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { input.append(contentsOf: $0) }
    }
}
