import Flow

/// The terminal's link layer: it sends one block at a time and repeats it until it is acknowledged; received blocks are
/// acknowledged and repetitions removed (ZVT transport §3). The line faults of a scenario happen here.
struct TerminalLink: Sendable {
    enum Event: Equatable, Sendable {
        /// A correct block that is not acknowledged yet: call `acknowledge`, or ignore it.
        case telegram([UInt8])
        /// The block under way was acknowledged.
        case delivered
        /// The block under way was not acknowledged after all repetitions.
        case failed
    }

    /// The longest gap between two bytes of a block (T1).
    static let interByteLimit = Duration.milliseconds(200)
    static let transmissions = 3

    private struct UnderWay {
        let number: Int
        let telegram: [UInt8]
        /// How many blocks had been received when this one was sent, to tell whether it can answer the last one.
        let after: Int
        var sent = 0
        var deadline: Uptime
    }

    private let faults: TerminalScenario.Faults
    private let blockTimeout: Duration
    private var framing = TerminalFraming()
    private var waiting: [(telegram: [UInt8], after: Int)] = []
    private var underWay: UnderWay?
    /// The remaining bytes of interrupted blocks, and when they are sent.
    private var rest: [(bytes: ArraySlice<UInt8>, at: Uptime)] = []
    private var interByteDeadline: Uptime?
    /// The last acknowledged block, while an equal block counts as a repetition of it.
    private var repeatable: [UInt8]?
    private var blocksSent = 0
    private var blocksReceived = 0
    private var refusalsLeft: Int
    private var output: [UInt8] = []

    init(_ scenario: TerminalScenario) {
        faults = scenario.faults
        refusalsLeft = scenario.faults.refusals
        blockTimeout = scenario.timing.blockTimeout.duration
    }

    var deadline: Uptime? { [underWay?.deadline, rest.map(\.at).min(), interByteDeadline].compactMap { $0 }.min() }
    var isQuiet: Bool { underWay == nil && waiting.isEmpty }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Resets for a new line or after switching on; the numbering of blocks continues.
    mutating func reset() {
        framing.abandon()
        waiting = []
        underWay = nil
        rest = []
        interByteDeadline = nil
        repeatable = nil
    }
}

// MARK: - Sending

extension TerminalLink {
    mutating func send(_ telegram: [UInt8], at now: Uptime) -> Event? {
        waiting.append((telegram, blocksReceived))
        sendNext(at: now)
        return nil
    }

    private mutating func sendNext(at now: Uptime) {
        guard underWay == nil, !waiting.isEmpty else { return }
        blocksSent += 1
        let next = waiting.removeFirst()
        underWay = UnderWay(number: blocksSent, telegram: next.telegram, after: next.after, deadline: now)
        transmit(at: now)
    }

    private mutating func transmit(at now: Uptime) {
        guard var block = underWay else { return }
        block.sent += 1
        var bytes = faults.noise.map(\.value) + TerminalFraming.block(block.telegram)
        let isFirst = block.sent == 1
        if isFirst, faults.damagedBlocks.contains(block.number) { bytes[bytes.count - 1] ^= 0x01 }
        let isInterrupted = isFirst && faults.interruptedBlocks.contains(block.number)
        block.deadline = put(bytes, isInterrupted: isInterrupted, at: now) + blockTimeout
        underWay = block
    }

    /// Sends a block, as slowly as the faults require; returns when its last byte leaves.
    private mutating func put(_ bytes: [UInt8], isInterrupted: Bool, at now: Uptime) -> Uptime {
        let pause = isInterrupted ? faults.interruption.duration : faults.bytePause.duration
        guard pause > .zero else {
            output += bytes
            return now
        }
        let cuts = isInterrupted ? [bytes.count / 2] : Array(1..<bytes.count)
        var leaves = now
        output += bytes[..<cuts[0]]
        for (start, end) in zip(cuts, cuts.dropFirst() + [bytes.count]) {
            leaves = leaves + pause
            rest.append((bytes[start..<end], leaves))
        }
        return leaves
    }

    private mutating func acknowledged(at now: Uptime) -> Event? {
        guard let done = underWay else { return nil }
        if done.sent == 1, faults.duplicatedBlocks.contains(done.number) {
            transmit(at: now)
            return nil
        }
        underWay = nil
        if done.after == blocksReceived { repeatable = nil }
        sendNext(at: now)
        return .delivered
    }

    private mutating func notAcknowledged(at now: Uptime) -> Event? {
        guard let block = underWay else { return nil }
        guard block.sent < Self.transmissions else {
            underWay = nil
            waiting = []
            // The answer is abandoned, so an equal block is a new one, not a repetition.
            repeatable = nil
            return .failed
        }
        transmit(at: now)
        return nil
    }
}

// MARK: - Receiving

extension TerminalLink {
    mutating func take(_ byte: UInt8, at now: Uptime) -> Event? {
        let received = framing.take(byte)
        interByteDeadline = framing.isInsideBlock ? now + Self.interByteLimit : nil
        switch received {
        case nil: return nil
        case .acknowledged: return acknowledged(at: now)
        case .notAcknowledged: return notAcknowledged(at: now)
        case .damaged:
            output.append(TerminalFraming.refuse)
            return nil
        case .block(let telegram): return heard(telegram)
        }
    }

    private mutating func heard(_ telegram: [UInt8]) -> Event? {
        guard refusalsLeft == 0 || blocksReceived + 1 < faults.refusedBlock else {
            refusalsLeft -= 1
            output.append(TerminalFraming.refuse)
            return nil
        }
        return .telegram(telegram)
    }

    /// Acknowledges a block. Returns false for a repetition, which must be ignored.
    mutating func acknowledge(_ telegram: [UInt8], at now: Uptime) -> Bool {
        guard telegram != repeatable else {
            output.append(TerminalFraming.acknowledge)
            return false
        }
        blocksReceived += 1
        repeatable = telegram
        if !faults.lostAcknowledgements.contains(blocksReceived) { output.append(TerminalFraming.acknowledge) }
        return true
    }

    /// Forgets the last telegram because nothing answers it, so that an equal telegram counts as a new one.
    mutating func forgetLast() { repeatable = nil }

    mutating func deadlineReached(at now: Uptime) -> Event? {
        output += rest.filter { $0.at <= now }.flatMap(\.bytes)
        rest.removeAll { $0.at <= now }
        if let limit = interByteDeadline, limit <= now {
            framing.abandon()
            interByteDeadline = nil
            output.append(TerminalFraming.refuse)
        }
        if let block = underWay, block.deadline <= now { return notAcknowledged(at: now) }
        return nil
    }
}
