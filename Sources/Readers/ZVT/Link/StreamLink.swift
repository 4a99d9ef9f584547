import Flow

/// The transport layer of a stream (PA00P016 rev. 04, TCP): bare telegrams back to back, cut by their length field
/// alone. Pure: bytes and times in, steps out.
///
/// Promises: a telegram is reported once and whole, however the stream was cut into segments; one that has begun and is
/// not complete within T3 is a failure; so is a stream that carries anything else, since there is no way back into step.
/// After a failure the connection is of no further use.
///
/// There is neither ACK nor NAK, nor repetition. `delivered` follows each `write` at once: the bytes were handed to the
/// system, in order. It proves that nothing of ours waits for the line any more, and nothing of the terminal: only what
/// the terminal says next shows that it has heard us.
package struct StreamLink: TelegramLink {
    /// T3 of PA00P016.
    package static let usualCompletion = Duration.seconds(5)

    private let completion: Duration
    private let longestTelegram: Int
    /// The beginning of a telegram.
    private var received: [UInt8] = []
    private var completionDeadline: Uptime?
    /// A whole telegram came: whoever it is speaks ZVT.
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

    /// What was sent has left.
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

    package mutating func timeout(at now: Uptime) -> [LinkStep] {
        guard let deadline, now >= deadline else { return [] }
        return [fail(isProven ? .incomplete : .foreign(ForeignProtocol(beginning: received, isAll: true) ?? .noise))]
    }

    /// How many bytes can be taken before there is more to be said of them.
    private var needed: Int {
        guard isProven, let header = try? APDUHeader(decoding: received) else { return 1 }
        return header.length + header.dataLength - received.count
    }

    /// What the bytes so far come to; nil while more are needed.
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

    /// What the first byte of a telegram can be: a command, of a vendor's too, or a response.
    private static let classes: Set<UInt8> = [0x04, 0x05, 0x06, 0x08, 0x0F, 0x80, 0x84]

    private mutating func fail(_ failure: LinkFailure) -> LinkStep {
        completionDeadline = nil
        hasFailed = true
        return .failed(failure)
    }
}
