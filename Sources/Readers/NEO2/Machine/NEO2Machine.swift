import Flow
import Hardware
import Model

/// The dialogue with a NEO 2 reader: prepare, activate, cancel. Pure: bytes and times go in, steps come out.
///
/// The host asks and the reader answers. An answer names only its command, so answers that do not belong to the last
/// question, for example from before a restart, are ignored. Questions are repeated when no answer comes, since a new frame
/// also frees a reader that has received half a frame (NEO 2 IDG p. 39). An activation is never repeated.
package struct NEO2Machine: Sendable {
    package enum Step: Sendable {
        case write([UInt8])
        case tell(ReaderEvent)
    }

    /// The reader's time limits.
    package struct Timing: Hashable, Sendable {
        /// The limit for the answer to a command.
        package var answer = Duration.seconds(2)
        /// The extra time for a card that is presented at the last moment.
        package var reading = Duration.seconds(10)

        package init() {}
    }

    /// How often a command is transmitted at most: once and two repeats.
    package static let transmissions = 3
    /// The longest time that an activation can wait for a card (NEO 2 IDG p. 210).
    package static let longestWait = Duration.seconds(255)

    /// How many frames a reader may send in one request, far more than a card needs. A reader that exceeds a limit is
    /// disconnected.
    package static let mostFrames = 1_000
    package static let mostBytes = 1 << 20

    private enum Work {
        case none
        /// Sending these commands; the first one is under way.
        case preparing([NEO2Command])
        case reading
        /// Waiting until the reader has cancelled, to end with this result.
        case cancelling(ReaderEnd)
    }

    private let line: NEO2Line
    private let timing: Timing
    private var receiver = NEO2Receiver()
    private var reports = NEO2Reports()
    private var work = Work.none
    private var transmission = 0
    /// How much the reader has sent during the current request.
    private var heard = (frames: 0, bytes: 0)
    package private(set) var deadline: Uptime?

    package init(_ line: NEO2Line, timing: Timing = Timing()) {
        self.line = line
        self.timing = timing
    }

    /// Whether a request runs.
    package var isBusy: Bool { if case .none = work { false } else { true } }
}

// MARK: - Requests

extension NEO2Machine {
    /// Starts a request. Traps while another runs.
    package mutating func start(_ request: ReaderRequest, at now: Uptime) -> [Step] {
        precondition(!isBusy, "one request at a time")
        heard = (0, 0)
        switch request {
        case .prepare:
            work = .preparing([.cancel, .ping, .pollOnDemand])
            return send(.cancel, at: now)
        case .readCard(let amount, let kind, let wait):
            guard (0...Money.mostMinorUnits).contains(amount.minorUnits) else {
                return [.tell(.finished(.disturbed(NEO2Error.amountOutOfRange.failure)))]
            }
            let seconds = UInt8(clamping: min(wait, Self.longestWait).components.seconds)
            work = .reading
            let sent = write(.activate(amount, kind, seconds: seconds))
            deadline = now + .seconds(Int64(seconds)) + timing.reading
            return [sent, .tell(.progress(.presentCard))]
        }
    }

    /// Cancels waiting for a card. A preparation ends by itself soon.
    package mutating func cancel(at now: Uptime) -> [Step] {
        guard case .reading = work else { return [] }
        return letGo(.noCard, at: now)
    }

    private mutating func letGo(_ end: ReaderEnd, at now: Uptime) -> [Step] {
        work = .cancelling(end)
        return send(.cancel, at: now)
    }

    /// Sends a command for the first time.
    private mutating func send(_ command: NEO2Command, at now: Uptime) -> [Step] {
        transmission = 1
        return transmit(command, at: now)
    }

    private mutating func transmit(_ command: NEO2Command, at now: Uptime) -> [Step] {
        deadline = now + timing.answer
        return [write(command)]
    }

    /// Writes a command and drops a half-received frame, which cannot belong to its answer.
    private mutating func write(_ command: NEO2Command) -> Step {
        receiver.reset()
        switch line {
        case .serial: return .write(command.frame)
        case .reports: return .write(Array(NEO2Reports.encode(command.frame).joined()))
        }
    }

    private mutating func finish(_ end: ReaderEnd) -> [Step] {
        work = .none
        deadline = nil
        return [.tell(.finished(end))]
    }
}

// MARK: - The line

extension NEO2Machine {
    package mutating func received(_ bytes: [UInt8], at now: Uptime) -> [Step] {
        var steps: [Step] = []
        heard.bytes += bytes.count
        for event in events(bytes) {
            heard.frames += 1
            if isBeyondBounds { break }
            switch event {
            case .frame(var frame):
                if var response = NEO2Response(frame: frame) {
                    steps += take(response, at: now)
                    response.data.wipe()
                }
                frame.wipe()
            case .damaged:
                // The damaged frame was most likely the answer, and the reader does not repeat it.
                if case .reading = work {
                    steps += letGo(.disturbed(NEO2Error.damaged.failure), at: now)
                }
            }
        }
        return isBeyondBounds ? steps + stopListening(at: now) : steps
    }

    private var isBeyondBounds: Bool { heard.frames > Self.mostFrames || heard.bytes > Self.mostBytes }

    /// Ends waiting for a card: none was read, so nothing was charged. The cancel command is sent once, without waiting for
    /// its answer.
    private mutating func stopListening(at now: Uptime) -> [Step] {
        let endless = ReaderEnd.disturbed(NEO2Error.endless.failure)
        switch work {
        case .none: return []
        case .preparing: return finish(endless)
        case .reading: return [write(.cancel)] + finish(endless)
        case .cancelling(let end): return finish(end)
        }
    }

    private mutating func events(_ bytes: [UInt8]) -> [NEO2Receiver.Event] {
        guard line == .reports else { return receiver.receive(bytes) }
        return reports.receive(bytes).flatMap { piece in
            if piece.begins { receiver.reset() }
            return receiver.receive(piece.bytes)
        }
    }

    package mutating func timeout(at now: Uptime) -> [Step] {
        guard let deadline, deadline <= now else { return [] }
        switch work {
        case .none: return []
        // The reader should have reported its own timeout by now.
        case .reading: return letGo(.noCard, at: now)
        case .preparing(let commands): return again(commands.first ?? .ping, at: now)
        case .cancelling: return again(.cancel, at: now)
        }
    }

    private mutating func again(_ command: NEO2Command, at now: Uptime) -> [Step] {
        guard transmission < Self.transmissions else { return finish(.disturbed(NEO2Error.noAnswer.failure)) }
        transmission += 1
        return transmit(command, at: now)
    }

    /// The line was lost or closed.
    package mutating func lost(_ failure: Failure) -> [Step] {
        reports.reset()
        receiver.reset()
        return isBusy ? finish(.disturbed(failure)) : []
    }
}

// MARK: - Answers

extension NEO2Machine {
    private mutating func take(_ response: NEO2Response, at now: Uptime) -> [Step] {
        switch work {
        case .none: return []
        case .preparing(let commands):
            guard let asked = commands.first, response.command == asked.command else { return [] }
            return prepared(response, commands, at: now)
        case .reading: return response.command == NEO2Command.activation ? read(response) : []
        case .cancelling(let end): return response.command == NEO2Command.cancel.command ? finish(end) : []
        }
    }

    /// The answer to a command of the preparation. "Nothing to cancel" counts as success.
    private mutating func prepared(_ response: NEO2Response, _ commands: [NEO2Command], at now: Uptime) -> [Step] {
        guard response.status == .ok || commands.first == .cancel else {
            return finish(.disturbed(NEO2Error.refused(response.command, response.status).failure))
        }
        let rest = Array(commands.dropFirst())
        guard let next = rest.first else { return finish(.ready) }
        work = .preparing(rest)
        return send(next, at: now)
    }

    private mutating func read(_ response: NEO2Response) -> [Step] {
        switch response.status {
        case .userInterfaceEvent: return response.data.first == 1 ? [.tell(.progress(.cardDetected))] : []
        case .ok, .onlineAuthorisation: return finish(card(response.data))
        case .timeout: return finish(.noCard)
        case .failed: return finish(.unreadable)
        default: return finish(.disturbed(NEO2Error.refused(response.command, response.status).failure))
        }
    }

    private func card(_ data: [UInt8]) -> ReaderEnd {
        do throws(NEO2CardRead.Refusal) {
            let masked = try NEO2CardRead.masked(data)
            return .card(PresentedCard(data: EncryptedCardData(data), masked: masked))
        } catch {
            switch error {
            case .malformed, .notContactless: return .unreadable
            case .notEncrypted: return .disturbed(NEO2Error.notEncrypting.failure)
            }
        }
    }
}

extension TerminalProgress {
    static let presentCard = TerminalProgress(.presentCard)
    static let cardDetected = TerminalProgress(.wait)
}
