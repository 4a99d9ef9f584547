import Flow

/// What the link wants done, in this order.
package enum LinkStep: Hashable, Sendable {
    case write([UInt8])
    /// A telegram came; on a serial line it was acknowledged, and is no repetition.
    case received([UInt8])
    /// This telegram of ours is out of the link's hands: acknowledged by the other side on a serial line, handed to the
    /// system on a stream.
    case delivered([UInt8])
    /// This telegram of ours was taken back before it was acknowledged: the other side has moved on.
    case withdrawn([UInt8])
    /// Transmission error. The link has dropped all it had; a serial one waits for silence, a stream is to be closed.
    case failed(LinkFailure)
}

/// Why the link gave up.
package enum LinkFailure: Hashable, Sendable {
    /// Nothing at all came back on three transmissions.
    case silence
    /// Three transmissions, and the other side acknowledged none.
    case notAccepted
    /// Three blocks in a row came damaged.
    case damagedBlocks
    /// A telegram began, and was not whole within T3.
    case incomplete
    /// Where a telegram should begin, something else stands, or one too long.
    case outOfStep
    case foreign(ForeignProtocol)
}

/// The transport layer of a serial line (PA00P016): blocks, ACK and NAK, T1, T2, two repeats, repetitions and
/// collisions told apart. Pure: bytes and times in, steps out.
///
/// Promises: an ACK leaves for every good block before anything else is done with it; a telegram of ours is on the
/// line at most three times; a repetition is never reported as `received` a second time.
package struct SerialLink: Sendable {
    /// The timers of PA00P016, and ours for flushing.
    package struct Timing: Hashable, Sendable {
        /// T1: the longest gap inside a block.
        package var insideBlock = Duration.milliseconds(200)
        /// T2: how long an ACK or NAK may take.
        package var acknowledgement = Duration.seconds(5)
        /// What counts as silence when the line is flushed.
        package var silence = Duration.milliseconds(200)
        /// How long flushing may last before the line is called noisy.
        package var flush = Duration.seconds(5)

        package init() {}
    }

    /// The first transmission and two repeats.
    package static let transmissions = 3
    /// Telegrams that may wait for the line.
    package static let longestQueue = 4

    private struct Outgoing {
        let telegram: [UInt8]
        var transmissions: Int
        var deadline: Uptime
        var wasRefused = false
    }

    private enum Mode {
        case closed
        case flushing(quiet: Uptime, giveUp: Uptime)
        case open
    }

    private let timing: Timing
    private var mode = Mode.closed
    private var receiver: BlockReceiver
    private var insideDeadline: Uptime?
    private var outgoing: Outgoing?
    private var waiting: [[UInt8]] = []
    /// The last block taken, until our next one is acknowledged: the same again is a repetition.
    private var lastTaken: [UInt8]?
    private var damagedInARow = 0
    /// An ACK or a good block came: whoever it is speaks ZVT.
    private var isProven = false
    private var heard: [UInt8] = []
    private var heardTotal = 0

    package init(timing: Timing = Timing(), longestTelegram: Int = APDU.longest) {
        self.timing = timing
        receiver = BlockReceiver(limit: longestTelegram)
    }

    /// When `timeout` is to be called; nil for never.
    package var deadline: Uptime? {
        if case .flushing(let quiet, _) = mode { return quiet }
        return insideDeadline ?? outgoing?.deadline
    }

    package var isReceiving: Bool { insideDeadline != nil }

    /// Starts by listening until the line is silent; what is sent meanwhile waits.
    package mutating func open(at now: Uptime) -> [LinkStep] {
        isProven = false
        flush(at: now)
        return []
    }

    /// Sends a telegram; where one is under way, after those that already wait.
    ///
    /// Traps when more than `longestQueue` wait: the dialogue has one telegram under way, or two.
    package mutating func send(_ telegram: [UInt8], at now: Uptime) -> [LinkStep] {
        guard case .open = mode, outgoing == nil else {
            precondition(waiting.count < Self.longestQueue, "more telegrams than a dialogue can have under way")
            waiting.append(telegram)
            return []
        }
        return transmit(telegram, at: now)
    }

    /// Takes back every command of ours without an ACK: the other side is master and will not hear it now.
    package mutating func withdrawCommands(at now: Uptime) -> [LinkStep] {
        var taken = waiting.filter { !Self.isResponse($0) }
        waiting.removeAll { !Self.isResponse($0) }
        if let current = outgoing, !Self.isResponse(current.telegram) {
            taken.insert(current.telegram, at: 0)
            outgoing = nil
        }
        return taken.map(LinkStep.withdrawn) + proceed(at: now)
    }

    /// Takes what came. What waits to be sent goes on waiting until `proceed`: it may no longer be wanted.
    package mutating func received(_ bytes: [UInt8], at now: Uptime) -> [LinkStep] {
        var rest = bytes[...]
        var steps: [LinkStep] = []
        while !rest.isEmpty { steps += received(&rest, at: now) }
        return steps
    }

    package mutating func received(_ bytes: inout ArraySlice<UInt8>, at now: Uptime) -> [LinkStep] {
        var steps: [LinkStep] = []
        while steps.isEmpty, let byte = bytes.popFirst() {
            switch mode {
            case .closed: bytes = []
            case .flushing(_, let giveUp): mode = .flushing(quiet: now + timing.silence, giveUp: giveUp)
            case .open:
                if let event = receiver.receive(byte) { steps = handle(event, at: now) }
            }
        }
        insideDeadline = receiver.isInsideBlock ? now + timing.insideBlock : nil
        if case .flushing(_, let giveUp) = mode, now >= giveUp { steps += noisy(at: now) }
        return steps
    }

    /// Sends what waits, where the line is free. To be called when all that was received has been dealt with.
    package mutating func proceed(at now: Uptime) -> [LinkStep] { outgoing == nil ? sendWaiting(at: now) : [] }

    /// To be called when `deadline` has passed; earlier does nothing.
    package mutating func timeout(at now: Uptime) -> [LinkStep] {
        guard let deadline, now >= deadline else { return [] }
        if case .flushing = mode { return becomeOpen(at: now) }
        if insideDeadline != nil {
            receiver.reset()
            insideDeadline = nil
            return refuseBlock(at: now)
        }
        return repeatOutgoing(at: now)
    }
}

// MARK: - Receiving

extension SerialLink {
    private mutating func handle(_ event: BlockReceiver.Event, at now: Uptime) -> [LinkStep] {
        switch event {
        case .block(let telegram): return take(telegram, at: now)
        case .damaged: return refuseBlock(at: now)
        case .outside(let byte): return takeOutside(byte, at: now)
        }
    }

    private mutating func take(_ telegram: [UInt8], at now: Uptime) -> [LinkStep] {
        isProven = true
        damagedInARow = 0
        let acknowledgement = LinkStep.write([SerialBlock.ack])
        if telegram == lastTaken { return [acknowledgement] + answerRepetition(at: now) }
        lastTaken = telegram
        let settled = settleOutgoing(before: telegram)
        return [acknowledgement] + settled + [.received(telegram)]
    }

    /// Our ACK was lost. Where our response is already under way it goes once more, within its three transmissions;
    /// where it is not, the ACK is all.
    private mutating func answerRepetition(at now: Uptime) -> [LinkStep] {
        guard let current = outgoing, Self.isResponse(current.telegram),
            current.transmissions < Self.transmissions
        else { return [] }
        return retransmit(at: now)
    }

    /// What another block says about ours that has no ACK yet. A response to our command acknowledges it too. A new
    /// telegram while our response is open means that it came through or is no longer wanted; sent again now, it would
    /// be taken for the answer to the new one. A telegram that crosses our command is a collision: ours stays.
    private mutating func settleOutgoing(before telegram: [UInt8]) -> [LinkStep] {
        guard let current = outgoing else { return [] }
        switch (ours: Self.isResponse(current.telegram), theirs: Self.isResponse(telegram)) {
        case (ours: false, theirs: true):
            outgoing = nil
            return [.delivered(current.telegram)]
        case (ours: true, theirs: _):
            outgoing = nil
            return [.withdrawn(current.telegram)]
        case (ours: false, theirs: false):
            return []
        }
    }

    private mutating func refuseBlock(at now: Uptime) -> [LinkStep] {
        damagedInARow += 1
        let refusal = LinkStep.write([SerialBlock.nak])
        guard damagedInARow >= Self.transmissions else { return [refusal] }
        return [refusal] + fail(.damagedBlocks, at: now)
    }

    private mutating func takeOutside(_ byte: UInt8, at now: Uptime) -> [LinkStep] {
        if !isProven {
            heard = (heard + [byte]).suffix(ForeignProtocol.memory)
            heardTotal += 1
            if let foreign = ForeignProtocol(heard: heard, total: heardTotal) {
                return fail(.foreign(foreign), at: now)
            }
        }
        guard outgoing != nil else { return [] }
        switch byte {
        case SerialBlock.ack: return acknowledged(at: now)
        case SerialBlock.nak:
            outgoing?.wasRefused = true
            return repeatOutgoing(at: now)
        default: return []
        }
    }

    private mutating func acknowledged(at now: Uptime) -> [LinkStep] {
        guard let current = outgoing else { return [] }
        isProven = true
        lastTaken = nil
        outgoing = nil
        return [.delivered(current.telegram)] + sendWaiting(at: now)
    }
}

// MARK: - Sending

extension SerialLink {
    private mutating func sendWaiting(at now: Uptime) -> [LinkStep] {
        guard case .open = mode, !waiting.isEmpty else { return [] }
        return transmit(waiting.removeFirst(), at: now)
    }

    private mutating func transmit(_ telegram: [UInt8], at now: Uptime) -> [LinkStep] {
        outgoing = Outgoing(telegram: telegram, transmissions: 1, deadline: now + timing.acknowledgement)
        return [.write(SerialBlock.encode(telegram))]
    }

    private mutating func retransmit(at now: Uptime) -> [LinkStep] {
        guard var current = outgoing else { return [] }
        current.transmissions += 1
        current.deadline = now + timing.acknowledgement
        outgoing = current
        return [.write(SerialBlock.encode(current.telegram))]
    }

    private mutating func repeatOutgoing(at now: Uptime) -> [LinkStep] {
        guard let current = outgoing else { return [] }
        if current.transmissions < Self.transmissions { return retransmit(at: now) }
        let isStrange = !isProven && heard.contains { $0 != SerialBlock.nak }
        if isStrange { return fail(.foreign(.noise), at: now) }
        return fail(isProven || current.wasRefused ? .notAccepted : .silence, at: now)
    }

    private static func isResponse(_ telegram: [UInt8]) -> Bool { telegram.first == 0x80 || telegram.first == 0x84 }
}

// MARK: - Failing and flushing

extension SerialLink {
    private mutating func fail(_ failure: LinkFailure, at now: Uptime) -> [LinkStep] {
        flush(at: now)
        return [.failed(failure)]
    }

    /// Drops all there was, and listens until the line is silent.
    private mutating func flush(at now: Uptime) {
        mode = .flushing(quiet: now + timing.silence, giveUp: now + timing.flush)
        receiver.reset()
        insideDeadline = nil
        outgoing = nil
        waiting = []
        lastTaken = nil
        damagedInARow = 0
        heard = []
        heardTotal = 0
    }

    private mutating func becomeOpen(at now: Uptime) -> [LinkStep] {
        mode = .open
        return sendWaiting(at: now)
    }

    private mutating func noisy(at now: Uptime) -> [LinkStep] {
        // Nothing was asked and nothing can be said: keep listening for silence without a word.
        guard !waiting.isEmpty else {
            mode = .flushing(quiet: now + timing.silence, giveUp: now + timing.flush)
            return []
        }
        return fail(.foreign(.noise), at: now)
    }
}
