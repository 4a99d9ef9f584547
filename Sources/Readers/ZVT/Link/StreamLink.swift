import Flow

/// The transport layer of a stream (PA00P016 rev. 04, TCP): bare telegrams back to back, separated by their length fields.
/// Pure: bytes and times go in, steps come out.
///
/// Promises: each telegram is reported once and complete, however the stream was segmented. A telegram that is not complete
/// within T3 is a failure, and so are bytes that are no telegram, since the stream cannot be resynchronised. After a failure
/// the connection cannot be used any more.
///
/// There is no ACK, NAK or repetition. `delivered` follows each `write` at once: the bytes were handed to the system. That
/// does not prove that the terminal has received them; only its next telegram does.
package struct StreamLink: TelegramLink {
    /// T3 of PA00P016.
    package static let usualCompletion = Duration.seconds(5)

    private let completion: Duration
    private let longestTelegram: Int
    /// The received bytes of an incomplete telegram.
    private var received: [UInt8] = []
    private var completionDeadline: Uptime?
    /// Whether a complete telegram has arrived, which proves that the other side speaks ZVT.
    private var isProven = false
    private var hasFailed = false

    /// - Parameter completion: T3, how long a telegram that has begun may take.
    package init(completion: Duration = usualCompletion, longestTelegram: Int = APDU.longest) {
        self.completion = completion
        self.longestTelegram = longestTelegram
    }

    package var deadline: Uptime? { completionDeadline }
    package var isReceiving: Bool { completionDeadline != nil }

    package mutating func open(at now: Uptime) -> [LinkStep] {
        self = StreamLink(completion: completion, longestTelegram: longestTelegram)
        return []
    }

    package mutating func send(_ telegram: [UInt8], at now: Uptime) -> [LinkStep] {
        [.write(telegram), .delivered(telegram)]
    }

    /// Does nothing: everything that was sent has left.
    package mutating func withdrawCommands(at now: Uptime) -> [LinkStep] { [] }

    package mutating func received(_ bytes: inout ArraySlice<UInt8>, at now: Uptime) -> [LinkStep] {
        while !hasFailed, !bytes.isEmpty {
            if received.isEmpty { completionDeadline = now + completion }
            let part = bytes.prefix(needed)
            received += part
            bytes = bytes.dropFirst(part.count)
            if let step = look(at: now) { return [step] }
        }
        bytes = []
        return []
    }

    package mutating func proceed(at now: Uptime) -> [LinkStep] { [] }

    /// Nothing is repeated or refused on a stream.
    package func takeErrors() -> [ProtocolError] { [] }

    package mutating func timeout(at now: Uptime) -> [LinkStep] {
        guard let deadline, now >= deadline else { return [] }
        return [fail(isProven ? .incomplete : .foreign(ForeignProtocol(beginning: received, isAll: true) ?? .noise))]
    }

    /// How many bytes are needed before the next decision.
    private var needed: Int {
        guard isProven, let header = try? APDUHeader(decoding: received) else { return 1 }
        return header.length + header.dataLength - received.count
    }

    /// Decides what the bytes so far are; nil while more are needed.
    private mutating func look(at now: Uptime) -> LinkStep? {
        if !isProven, let foreign = ForeignProtocol(beginning: received) { return fail(.foreign(foreign)) }
        guard Self.classes.contains(received[0]) else {
            guard isProven || received.count >= ForeignProtocol.telling else { return nil }
            return fail(isProven ? .outOfStep : .foreign(.noise))
        }
        guard let header = try? APDUHeader(decoding: received) else { return nil }
        let length = header.length + header.dataLength
        guard length <= longestTelegram else { return fail(.outOfStep) }
        guard received.count == length else { return nil }
        defer {
            received = []
            completionDeadline = nil
            isProven = true
        }
        return .received(received)
    }

    /// The possible first bytes of a telegram: commands, including vendors' own, and responses.
    private static let classes: Set<UInt8> = [0x04, 0x05, 0x06, 0x08, 0x0F, 0x80, 0x84]

    private mutating func fail(_ failure: LinkFailure) -> LinkStep {
        completionDeadline = nil
        hasFailed = true
        return .failed(failure)
    }
}
