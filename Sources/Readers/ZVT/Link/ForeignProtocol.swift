/// What else speaks on such a line, recognised by what it says where a ZVT terminal would answer.
public enum ForeignProtocol: Hashable, Sendable {
    /// Italian terminals: NAK, ETX and a check byte.
    case ecr17
    /// `VER|APP|…` in plain characters.
    case pipeSeparated
    /// Bytes without any block: mostly a wrong baud rate.
    case noise

    /// Bytes without a single block, after which it is noise.
    static let patience = 256
    /// Bytes looked back upon.
    static let memory = 64

    private static let ecr17NAK: [UInt8] = [0x15, 0x03, 0x69]

    /// Judges the last bytes heard outside blocks, and how many there were in all.
    init?(heard bytes: [UInt8], total: Int) {
        if Self.contains(bytes, Self.ecr17NAK) {
            self = .ecr17
        } else if Self.contains(bytes, Array("VER|APP".utf8)) {
            self = .pipeSeparated
        } else if total > Self.patience {
            self = .noise
        } else {
            return nil
        }
    }

    private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
        guard bytes.count >= pattern.count else { return false }
        return (0...bytes.count - pattern.count).contains { bytes[$0...].starts(with: pattern) }
    }
}
