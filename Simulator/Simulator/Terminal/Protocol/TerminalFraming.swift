/// Blocks on a serial line from the terminal's side (ZVT transport §3).
///
/// The framing is written from the specification alone, without code of the reader under test: a mistake there must not
/// be hidden by the same mistake here.
struct TerminalFraming: Sendable {
    enum Received: Equatable, Sendable {
        case block([UInt8])
        /// A block whose structure or checksum is wrong.
        case damaged
        case acknowledged
        case notAcknowledged
    }

    static let acknowledge: UInt8 = 0x06
    static let refuse: UInt8 = 0x15
    private static let escape: UInt8 = 0x10
    private static let start: UInt8 = 0x02
    private static let end: UInt8 = 0x03
    /// The length of the longest telegram in bytes: two control bytes, three length bytes, 65,535 data bytes.
    static let longestTelegram = 65_540

    private enum State { case hunting, opening, telegram, escaped, checksumLow, checksumHigh(UInt8) }
    private var state = State.hunting
    private var telegram: [UInt8] = []
    /// Whether the current block is damaged. It is read to its end, so that the rest is not taken for an
    /// acknowledgement.
    private var isDamaged = false

    /// Whether a block has begun and its checksum has not arrived, so that T1 runs.
    var isInsideBlock: Bool {
        if case .hunting = state { return false }
        return true
    }

    mutating func abandon() {
        state = .hunting
        telegram = []
        isDamaged = false
    }

    mutating func take(_ byte: UInt8) -> Received? {
        switch state {
        case .hunting: return takeOutside(byte)
        case .opening:
            state = byte == Self.start ? .telegram : .hunting
            return nil
        case .telegram:
            if byte == Self.escape { state = .escaped } else { append(byte) }
            return nil
        case .escaped:
            takeEscaped(byte)
            return nil
        case .checksumLow:
            state = .checksumHigh(byte)
            return nil
        case .checksumHigh(let low):
            let block = telegram
            let isGood = !isDamaged && Self.checksum(block) == UInt16(low) | UInt16(byte) << 8
            abandon()
            return isGood ? .block(block) : .damaged
        }
    }

    private mutating func takeOutside(_ byte: UInt8) -> Received? {
        switch byte {
        case Self.escape:
            state = .opening
            return nil
        case Self.acknowledge: return .acknowledged
        case Self.refuse: return .notAcknowledged
        default: return nil
        }
    }

    private mutating func takeEscaped(_ byte: UInt8) {
        switch byte {
        case Self.escape:
            state = .telegram
            append(byte)
        case Self.end: state = .checksumLow
        case Self.start:
            abandon()
            state = .telegram
        default:
            state = .telegram
            isDamaged = true
        }
    }

    private mutating func append(_ byte: UInt8) {
        if telegram.count < Self.longestTelegram { telegram.append(byte) } else { isDamaged = true }
    }

    static func block(_ telegram: [UInt8]) -> [UInt8] {
        var block = [escape, start]
        for byte in telegram {
            if byte == escape { block.append(escape) }
            block.append(byte)
        }
        let sum = checksum(telegram)
        return block + [escape, end, UInt8(sum & 0xFF), UInt8(sum >> 8)]
    }

    /// CRC-16/KERMIT over the telegram and one ETX.
    static func checksum(_ telegram: [UInt8]) -> UInt16 {
        (telegram + [end]).reduce(0) { sum, byte in sum >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    }

    /// The CRC table of single bytes, computed bit by bit.
    private static let remainders: [UInt16] = (0...0xFF).map { byte in
        (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x8408 : sum >> 1 }
    }
}
