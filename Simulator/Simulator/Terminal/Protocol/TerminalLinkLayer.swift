import Flow

/// The terminal's side of a line: it sends telegrams and cuts received bytes into telegrams.
protocol TerminalLinkLayer: Sendable {
    /// When to call `deadlineReached`; nil for never.
    var deadline: Uptime? { get }
    /// Whether no telegram of the terminal is under way.
    var isQuiet: Bool { get }

    /// Sends a telegram; returns an event if it is delivered at once, else nil.
    mutating func send(_ telegram: [UInt8], at now: Uptime) -> TerminalLink.Event?
    mutating func take(_ byte: UInt8, at now: Uptime) -> TerminalLink.Event?
    /// Acknowledges a telegram. Returns false for a repetition, which must be ignored.
    mutating func acknowledge(_ telegram: [UInt8], at now: Uptime) -> Bool
    /// Forgets the last telegram because nothing answers it, so that an equal telegram counts as a new one.
    mutating func forgetLast()
    mutating func deadlineReached(at now: Uptime) -> TerminalLink.Event?
    /// The bytes to send now; telegrams sent at once leave together.
    mutating func takeOutput() -> [UInt8]
    /// Resets the link for a new line or after switching on.
    mutating func reset()
}

extension TerminalLink: TerminalLinkLayer {}

/// The terminal's side of a network connection: bare telegrams separated by their length fields (PA00P016 rev. 04). The
/// scenario defines the segments.
///
/// The link is written from the specification alone, without code of the reader under test, like the framing of a
/// serial line.
struct TerminalStreamLink: TerminalLinkLayer {
    private struct Segment {
        let bytes: [UInt8]
        let endsTelegram: Bool
        let at: Uptime
    }

    private let network: TerminalScenario.Network
    private let noise: [UInt8]
    private var received: [UInt8] = []
    private var segments: [Segment] = []
    private var output: [UInt8] = []

    init(_ scenario: TerminalScenario) {
        network = scenario.network
        noise = scenario.faults.noise.map(\.value)
    }

    var deadline: Uptime? { segments.first?.at }
    var isQuiet: Bool { segments.isEmpty }

    mutating func send(_ telegram: [UInt8], at now: Uptime) -> TerminalLink.Event? {
        guard network.segmentBytes > 0 else {
            output += noise + telegram
            return .delivered
        }
        for start in stride(from: 0, to: telegram.count, by: network.segmentBytes) {
            let end = min(start + network.segmentBytes, telegram.count)
            let at = max(now, segments.last?.at ?? now) + network.segmentPause.duration
            segments.append(
                Segment(bytes: Array(telegram[start..<end]), endsTelegram: end == telegram.count, at: at))
        }
        return nil
    }

    mutating func take(_ byte: UInt8, at now: Uptime) -> TerminalLink.Event? {
        received.append(byte)
        guard let length = Self.length(received), received.count == length else { return nil }
        defer { received = [] }
        return .telegram(received)
    }

    /// The length of a telegram that begins with these bytes; nil while it is unknown.
    private static func length(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 3 else { return nil }
        guard bytes[2] == 0xFF else { return 3 + Int(bytes[2]) }
        guard bytes.count >= 5 else { return nil }
        return 5 + Int(bytes[3]) + Int(bytes[4]) << 8
    }

    mutating func acknowledge(_ telegram: [UInt8], at now: Uptime) -> Bool { true }
    mutating func forgetLast() {}

    mutating func deadlineReached(at now: Uptime) -> TerminalLink.Event? {
        guard let next = segments.first, next.at <= now else { return nil }
        segments.removeFirst()
        output += next.bytes
        return next.endsTelegram ? .delivered : nil
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    mutating func reset() { (received, segments, output) = ([], [], []) }
}
