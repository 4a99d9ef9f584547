/// Finds blocks in a stream of bytes. It knows no time and sends nothing.
struct BlockReceiver {
    enum Event: Hashable {
        /// A complete block with a correct checksum.
        case block([UInt8])
        /// A block that ended with an error.
        case damaged
        /// A byte outside of blocks.
        case outside(UInt8)
    }

    private enum State: Hashable {
        case hunting
        case afterDLE
        case inside
        case insideAfterDLE
        case checksumLow
        case checksumHigh(low: UInt8)
    }

    /// The longest accepted telegram; a longer one is read to its end and dropped.
    let limit: Int
    private var state = State.hunting
    private var telegram: [UInt8] = []
    private var isDamaged = false

    init(limit: Int) { self.limit = limit }

    /// Whether a block has begun and not ended, so that T1 runs.
    var isInsideBlock: Bool { state != .hunting }

    /// Drops an incomplete block.
    mutating func reset() {
        state = .hunting
        telegram.removeAll(keepingCapacity: true)
        isDamaged = false
    }

    mutating func receive(_ byte: UInt8) -> Event? {
        switch state {
        case .hunting: return hunt(byte)
        case .afterDLE: return afterDLE(byte)
        case .inside:
            if byte == SerialBlock.dle { state = .insideAfterDLE } else { append(byte) }
            return nil
        case .insideAfterDLE:
            insideAfterDLE(byte)
            return nil
        case .checksumLow:
            state = .checksumHigh(low: byte)
            return nil
        case .checksumHigh(let low): return finish(UInt16(byte) << 8 | UInt16(low))
        }
    }

    private mutating func hunt(_ byte: UInt8) -> Event? {
        guard byte == SerialBlock.dle else { return .outside(byte) }
        state = .afterDLE
        return nil
    }

    private mutating func afterDLE(_ byte: UInt8) -> Event? {
        guard byte != SerialBlock.dle else { return .outside(byte) }
        reset()
        guard byte == SerialBlock.stx else { return .outside(byte) }
        state = .inside
        return nil
    }

    private mutating func insideAfterDLE(_ byte: UInt8) {
        switch byte {
        case SerialBlock.dle:
            state = .inside
            append(byte)
        case SerialBlock.etx: state = .checksumLow
        case SerialBlock.stx:
            reset()  // the sender began anew
            state = .inside
        default:
            // The rest of the block is still read, so that its bytes are not taken for ACK or NAK.
            state = .inside
            isDamaged = true
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard telegram.count < limit else {
            isDamaged = true
            return
        }
        telegram.append(byte)
    }

    private mutating func finish(_ checksum: UInt16) -> Event {
        defer { reset() }
        let isWhole = !isDamaged && telegram.count >= 3 && checksum == SerialBlock.crc(telegram)
        return isWhole ? .block(telegram) : .damaged
    }
}
