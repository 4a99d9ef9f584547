/// Sorts the bytes of a printer. Answers may be nested: a real-time answer, automatic status or XOFF may arrive inside a
/// block.
package struct ReplyClassifier: Sendable {
    /// The most bytes of a block.
    static let longestBlock = 128
    private static let blockHeaders: [UInt8] = [0x37, 0x39, 0x3B, 0x3D, 0x53, 0x5F]

    private enum State {
        case idle
        /// Automatic status, and the block that it interrupts.
        case automatic([UInt8], within: [UInt8]?)
        case block([UInt8])
    }

    private var state = State.idle

    package init() {}

    package mutating func classify(_ bytes: [UInt8]) -> [PrinterReply] {
        bytes.compactMap { classify($0) }
    }

    private mutating func classify(_ byte: UInt8) -> PrinterReply? {
        if byte == 0x11 || byte == 0x13 { return .flow(resume: byte == 0x11) }
        switch state {
        case .idle: return begin(byte)
        case .automatic(let head, let block): return goOn(head, byte, within: block)
        case .block(let head): return goOn(block: head, byte)
        }
    }

    private mutating func begin(_ byte: UInt8) -> PrinterReply? {
        state = .idle
        if byte & 0x93 == 0x12 { return .realTime(byte) }
        if byte & 0x93 == 0x10 {
            state = .automatic([byte], within: nil)
            return nil
        }
        if Self.blockHeaders.contains(byte) {
            state = .block([byte])
            return nil
        }
        return .plain(byte)
    }

    /// The second to fourth byte of automatic status is 0xx0xxxx. A real-time answer may interrupt it; any other byte ends
    /// it and is read anew, or continues the interrupted block.
    private mutating func goOn(_ head: [UInt8], _ byte: UInt8, within block: [UInt8]?) -> PrinterReply? {
        if byte & 0x93 == 0x12 { return .realTime(byte) }
        guard byte & 0x90 == 0 else {
            if let block { return goOn(block: block, byte) }
            return begin(byte)
        }
        guard head.count == 3 else {
            state = .automatic(head + [byte], within: block)
            return nil
        }
        state = block.map(State.block) ?? .idle
        return .automatic(head + [byte])
    }

    /// Bytes below 20 are not text.
    private mutating func goOn(block head: [UInt8], _ byte: UInt8) -> PrinterReply? {
        if byte == 0 {
            state = .idle
            return .block(head)
        }
        if byte < 0x20, byte & 0x93 == 0x12 { return .realTime(byte) }
        if byte & 0xF3 == 0x10 {
            state = .automatic([byte], within: head)
            return nil
        }
        state = head.count < Self.longestBlock ? .block(head + [byte]) : .idle
        return nil
    }
}
