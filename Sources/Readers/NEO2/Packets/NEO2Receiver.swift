import Hardware

/// Finds frames in a stream of bytes. It knows no time and sends nothing.
///
/// Other bytes are skipped. After a wrong checksum the search continues just behind the supposed beginning, so that a
/// truncated frame does not swallow the next one.
package struct NEO2Receiver: Sendable {
    package enum Event: Hashable, Sendable {
        case frame([UInt8])
        /// A supposed frame has a wrong checksum or an impossible length.
        case damaged
    }

    /// Whether the frames are a reader's: the two sides write the checksum differently.
    private let fromReader: Bool
    private var buffer: [UInt8] = []

    package init(fromReader: Bool = true) { self.fromReader = fromReader }

    /// Whether a frame has begun and is not complete.
    package var isInside: Bool { buffer.count >= NEO2Frame.header.count }

    package mutating func receive(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        // Processes the bytes in pieces, so that the buffer holds at most a frame and a piece.
        for start in stride(from: 0, to: bytes.count, by: NEO2Frame.longest) {
            buffer += bytes[start..<min(start + NEO2Frame.longest, bytes.count)]
            while let event = next() { events.append(event) }
        }
        return events
    }

    /// Drops an incomplete frame.
    package mutating func reset() {
        buffer.wipe()
        buffer = []
    }

    private mutating func next() -> Event? {
        drop(garbage())
        guard let length = NEO2Frame.length(beginning: buffer[...]) else { return nil }
        guard length <= NEO2Frame.longest else {
            drop(1)
            return .damaged
        }
        guard buffer.count >= length else { return nil }
        guard NEO2Frame.isSound(buffer[..<length], lowByteFirst: !fromReader) else {
            drop(1)
            return .damaged
        }
        defer { drop(length) }
        return .frame(Array(buffer[..<length]))
    }

    /// How many bytes precede a header, or what may become one.
    private func garbage() -> Int {
        let header = NEO2Frame.header
        return buffer.indices.first { start in
            buffer[start] == header[0] && header.starts(with: buffer[start...].prefix(header.count))
        } ?? buffer.count
    }

    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        let rest = Array(buffer.dropFirst(count))
        buffer.wipe()
        buffer = rest
    }
}
