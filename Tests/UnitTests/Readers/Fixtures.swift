import Foundation

@testable import Readers

/// One step of a conversation in `Tests/Fixtures/zvt-transcripts.json`.
struct TranscriptStep: Decodable, Sendable {
    let from: String
    let hex: String
    /// The telegram without byte stuffing; absent for ACK, NAK and damaged blocks.
    let apdu: String?
    let note: String

    var bytes: [UInt8] { [UInt8](hex: hex) }
    var isOurs: Bool { from == "ecr" }
}

enum Fixtures {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func transcripts() throws -> [String: [TranscriptStep]] {
        struct Transcript: Decodable { let steps: [TranscriptStep] }
        let data = try Data(contentsOf: root.appending(path: "Fixtures/zvt-transcripts.json"))
        return try JSONDecoder().decode([String: Transcript].self, from: data).mapValues(\.steps)
    }

    static func transcript(_ name: String) throws -> [TranscriptStep] {
        guard let steps = try transcripts()[name] else { throw Missing(name: name) }
        return steps
    }

    struct Missing: Error { let name: String }
}

extension Array<UInt8> {
    /// Parses hexadecimal digits, with or without blanks between bytes. Traps on anything else, so it is for tests
    /// only.
    init(hex: String) {
        let digits = hex.filter { !$0.isWhitespace }
        self = stride(from: 0, to: digits.count, by: 2).map { offset in
            let start = digits.index(digits.startIndex, offsetBy: offset)
            let pair = digits[start...].prefix(2)
            guard let byte = UInt8(pair, radix: 16) else { preconditionFailure("not hexadecimal: \(pair)") }
            return byte
        }
    }
}
