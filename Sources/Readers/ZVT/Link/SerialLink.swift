import Flow

/// The transport layer of a serial line (PA00P016): blocks, ACK and NAK, T1, T2, two repeats, repetitions and collisions.
/// Pure: bytes and times go in, steps come out.
///
/// Promises: every good block is acknowledged before anything else happens; each of our telegrams is transmitted at most
/// three times; a repetition is never reported as `received` again.
package struct SerialLink: Sendable {
    /// The timers of PA00P016, and Till's own for flushing.
    package struct Timing: Hashable, Sendable {
        /// T1: the longest gap inside a block.
        package var insideBlock = Duration.milliseconds(200)
        /// T2: how long to wait for an ACK or NAK.
        package var acknowledgement = Duration.seconds(5)
        /// How long a pause counts as silence when the line is flushed.
        package var silence = Duration.milliseconds(200)
        /// How long flushing may last before the line counts as noisy.
        package var flush = Duration.seconds(5)

        package init() {}
    }

    /// How often a telegram is transmitted at most: once and two repeats.
    package static let transmissions = 3
    /// The most telegrams that may wait to be sent.
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
    /// The last accepted block, until our next one is acknowledged: an equal one is a repetition.
    private var lastTaken: [UInt8]?
    private var damagedInARow = 0
    /// Whether an ACK or a good block has arrived, which proves that the other side speaks ZVT.
    private var isProven = false
    private var heard: [UInt8] = []
    private var heardTotal = 0
    private var errors: [ProtocolError] = []

    package init(timing: Timing = Timing(), longestTelegram: Int = APDU.longest) {
        self.timing = timing
        receiver = BlockReceiver(limit: longestTelegram)
    }

    /// The time at which `timeout` must be called; nil for never.
    package var deadline: Uptime? {
        if case .flushing(let quiet, _) = mode { return quiet }
        return insideDeadline ?? outgoing?.deadline
    }

    package var isReceiving: Bool { insideDeadline != nil }

    package mutating func takeErrors() -> [ProtocolError] {
        defer { if !errors.isEmpty { errors = [] } }
        return errors
    }

    /// Starts by listening until the line is silent. Telegrams to send wait meanwhile.
    package mutating func open(at now: Uptime) -> [LinkStep] {
        isProven = false
        flush(at: now)
        return []
    }

    /// Sends a telegram, after those that wait already.
    ///
    /// Traps when more than `longestQueue` would wait: the dialogue has at most two telegrams under way.
    package mutating func send(_ telegram: [UInt8], at now: Uptime) -> [LinkStep] {
        guard case .open = mode, outgoing == nil else {
            precondition(waiting.count < Self.longestQueue, "more telegrams than a dialogue can have under way")
            waiting.append(telegram)
            return []
        }
        return transmit(telegram, at: now)
    }

    /// Withdraws all our commands without an ACK: the other side is master and will not accept them now.
    package mutating func withdrawCommands(at now: Uptime) -> [LinkStep] {
        var taken = waiting.filter { !Self.isResponse($0) }
        waiting.removeAll { !Self.isResponse($0) }
        if let current = outgoing, !Self.isResponse(current.telegram) {
            taken.insert(current.telegram, at: 0)
            outgoing = nil
        }
        return taken.map(LinkStep.withdrawn) + proceed(at: now)
    }

    /// Takes received bytes. Telegrams to send wait until `proceed`, because they may no longer be wanted.
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

    /// Sends waiting telegrams when the line is free. Call it when everything received has been handled.
    package mutating func proceed(at now: Uptime) -> [LinkStep] { outgoing == nil ? sendWaiting(at: now) : [] }

    /// Call this when `deadline` has passed; earlier calls do nothing.
    package mutating func timeout(at now: Uptime) -> [LinkStep] {
        guard let deadline, now >= deadline else { return [] }
        if case .flushing = mode { return becomeOpen(at: now) }
        if insideDeadline != nil {
            receiver.reset()
            insideDeadline = nil
            return refuseBlock(at: now)
        }
        errors.append(.noAcknowledgement)
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
        if telegram == lastTaken {
            errors.append(.repeatedBlock)
            return [acknowledgement] + answerRepetition(at: now)
        }
        lastTaken = telegram
        let settled = settleOutgoing(before: telegram)
        return [acknowledgement] + settled + [.received(telegram)]
    }

    /// Handles a repetition: our ACK was lost. A response that is already under way is sent again, within its three
    /// transmissions; otherwise only the ACK is repeated.
    private mutating func answerRepetition(at now: Uptime) -> [LinkStep] {
        guard let current = outgoing, Self.isResponse(current.telegram),
            current.transmissions < Self.transmissions
        else { return [] }
        return retransmit(at: now)
    }

    /// Decides what a received block means for our telegram without an ACK. A response to our command also acknowledges it.
    /// A new telegram while our response is open means that the response arrived or is obsolete; sent again, it would be
    /// taken for the answer to the new telegram. A telegram that crosses our command is a collision, and the command stays.
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
        errors.append(.nakSent)
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
            errors.append(.nakReceived)
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

    /// Drops everything and listens until the line is silent.
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
        // Nothing was asked, so keep listening for silence without reporting an error.
        guard !waiting.isEmpty else {
            mode = .flushing(quiet: now + timing.silence, giveUp: now + timing.flush)
            return []
        }
        return fail(.foreign(.noise), at: now)
    }
}
