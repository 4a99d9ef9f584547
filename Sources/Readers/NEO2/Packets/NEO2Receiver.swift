import Hardware

/// Finds frames in a stream of bytes. Knows no time and sends nothing.
///
/// What is no frame is passed over. After a frame whose checksum is wrong the search goes on right behind where it seemed
/// to begin: a frame that was cut off does not take the next one with it.
package struct NEO2Receiver: Sendable {
    package enum Event: Hashable, Sendable {
        case frame([UInt8])
        /// What looked like a frame has a wrong checksum, or an impossible length.
        case damaged
    }

    /// Whose frames they are: the two sides write the checksum differently.
    private let fromReader: Bool
    private var buffer: [UInt8] = []

    package init(fromReader: Bool = true) { self.fromReader = fromReader }

    /// Whether a frame has begun and is not whole.
    package var isInside: Bool { buffer.count >= NEO2Frame.header.count }

    package mutating func receive(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        // In pieces, so that no more than a frame and a piece is ever kept.
        for start in stride(from: 0, to: bytes.count, by: NEO2Frame.longest) {
            buffer += bytes[start..<min(start + NEO2Frame.longest, bytes.count)]
            while let event = next() { events.append(event) }
        }
        return events
    }

    /// Forgets what has begun.
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

    /// How many bytes stand before what is, or may become, a header.
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
