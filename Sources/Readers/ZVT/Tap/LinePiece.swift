import Flow

/// How telegrams stand on a line.
package enum LineFraming: String, Hashable, Codable, Sendable {
    /// In blocks with a checksum (PA00P016).
    case serial
    /// One behind the other (ZVT 13.08 §1.3, TCP).
    case stream
}

/// Something whole that passed on a line, fit to be kept: no card data and no password is in it.
package struct LinePiece: Hashable, Sendable {
    package enum Speaker: String, Hashable, Codable, Sendable { case till, terminal }

    package enum Content: Hashable, Sendable {
        /// A telegram with all that frames it, as long as it was. Where it is masked, bytes were replaced, and the
        /// checksum is that of what stands there now.
        case telegram([UInt8], isMasked: Bool)
        /// ACK, or NAK, in answer to a block.
        case control(UInt8)
        /// So many bytes of a block that ended and is not to be trusted.
        case damaged(Int)
        /// So many bytes of a telegram that never ended.
        case brokenOff(Int)
        /// So many bytes that belong to nothing.
        case noise(Int)
    }

    package let speaker: Speaker
    package let content: Content
    /// When its first byte was there, and its last.
    package let began: Uptime
    package let ended: Uptime

    package init(_ speaker: Speaker, _ content: Content, began: Uptime, ended: Uptime) {
        self.speaker = speaker
        self.content = content
        self.began = began
        self.ended = ended
    }
}

extension LinePiece.Content {
    /// Bytes on the line that do what the original ones did: the same, or as many of no meaning.
    package func bytes(_ framing: LineFraming) -> [UInt8] {
        switch (self, framing) {
        case (.telegram(let bytes, _), _): bytes
        case (.control(let byte), _): [byte]
        case (.damaged(let count), .serial): Self.damagedBlock(count)
        case (.brokenOff(let count), .serial):
            Array(([SerialBlock.dle, SerialBlock.stx] + Self.erased(count)).prefix(count))
        case (.damaged(let count), .stream), (.noise(let count), _): Self.erased(count)
        case (.brokenOff(let count), .stream): Array((Self.endless + Self.erased(count)).prefix(count))
        }
    }

    /// What the shortest block has around its telegram.
    private static let frame = 6
    /// A header that announces more than will come.
    private static let endless: [UInt8] = [Redaction.erased, Redaction.erased, 0xFF, 0xFF, 0xFF]

    private static func erased(_ count: Int) -> [UInt8] { Array(repeating: Redaction.erased, count: count) }

    private static func damagedBlock(_ count: Int) -> [UInt8] {
        let telegram = erased(max(0, count - frame))
        let wrong = ~SerialBlock.crc(telegram)
        let ending = [SerialBlock.dle, SerialBlock.etx, UInt8(wrong & 0xFF), UInt8(wrong >> 8)]
        return [SerialBlock.dle, SerialBlock.stx] + telegram + ending
    }
}
