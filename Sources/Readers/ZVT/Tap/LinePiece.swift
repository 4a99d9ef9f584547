import Flow

/// One piece of a line's traffic in a form that may be stored: without card data and passwords.
package struct LinePiece: Hashable, Sendable {
    package enum Speaker: String, Hashable, Codable, Sendable { case till, terminal }

    package enum Content: Hashable, Sendable {
        /// A telegram with its framing, in its original length. If it is masked, bytes were replaced and the checksum is
        /// that of the replacement.
        case telegram([UInt8], isMasked: Bool)
        /// ACK or NAK in answer to a block.
        case control(UInt8)
        /// A number of bytes of a block that ended with an error.
        case damaged(Int)
        /// A number of bytes of a telegram that never ended.
        case brokenOff(Int)
        /// A number of bytes that belong to no telegram.
        case noise(Int)
    }

    package let speaker: Speaker
    package let content: Content
    /// When its first byte was received, and below that its last.
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
    /// Bytes that have the same effect on a line: the original ones, or as many without meaning.
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

    /// How many bytes the shortest block adds to its telegram.
    private static let frame = 6
    /// A header that announces more bytes than will follow.
    private static let endless: [UInt8] = [Redaction.erased, Redaction.erased, 0xFF, 0xFF, 0xFF]

    private static func erased(_ count: Int) -> [UInt8] { Array(repeating: Redaction.erased, count: count) }

    private static func damagedBlock(_ count: Int) -> [UInt8] {
        let telegram = erased(max(0, count - frame))
        let wrong = ~SerialBlock.crc(telegram)
        let ending = [SerialBlock.dle, SerialBlock.etx, UInt8(wrong & 0xFF), UInt8(wrong >> 8)]
        return [SerialBlock.dle, SerialBlock.stx] + telegram + ending
    }
}
