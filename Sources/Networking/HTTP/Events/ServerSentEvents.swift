/// Finds the events in the bytes of a stream.
struct ServerSentEvents {
    struct TooLong: Error {}

    /// The longest line, in bytes.
    private static let longestLine = 1 << 20

    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var hasData = false

    /// The events that these bytes complete.
    mutating func take(_ bytes: some Sequence<UInt8>) throws -> [ServerSentEvent] {
        var found: [ServerSentEvent] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                guard line.count <= Self.longestLine else { throw TooLong() }
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if line.isEmpty {
                if hasData { found.append(event) }
                (event, hasData) = (ServerSentEvent(), false)
            } else {
                take(line: String(decoding: line, as: UTF8.self))
            }
            line.removeAll(keepingCapacity: true)
        }
        return found
    }

    private mutating func take(line: String) {
        let colon = line.firstIndex(of: ":") ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == " " { value = value.dropFirst() }
        switch line[..<colon] {
        case "id": event.id = String(value)
        case "event": event.name = String(value)
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        default: break
        }
    }
}
