import Flow
import Hardware
import Model
import Synchronization

/// A ZVT terminal on a line: a `TerminalSession` driven by a `Transport`.
///
/// Events are delivered in order on the line's own queue; after the line is lost or closed, on the thread that noticed it. A
/// running request then ends as disturbed, and so does every later one, unless the line is a connection, which is opened
/// again.
package final class ZVTTerminal: PaymentTerminal, LineHandler {
    package typealias Events = @Sendable (TerminalEvent) -> Void

    package let identity: DeviceIdentity
    package let longestCardPhase: Duration
    private let transport: any Transport
    private let trace: (@Sendable (TracedTelegram) -> Void)?
    private let noticed: (@Sendable (ProtocolError) -> Void)?
    private let state: Mutex<State>

    private struct State {
        var session: TerminalSession
        var listener: Listener?
    }

    /// The listener of a request's events, in a class: a closure moved in and out of the state with each telegram would be
    /// wrapped again each time, until calling it overflows the stack.
    private final class Listener: Sendable {
        let tell: Events
        init(_ tell: @escaping Events) { self.tell = tell }
    }

    /// Does not open the line; `open` does.
    ///
    /// - Parameters:
    ///   - trace: receives every telegram in redacted form, on the line's queue; it must not block.
    ///   - noticed: receives what goes wrong on the line, on the line's queue; it must not block.
    package init(
        identity: DeviceIdentity, transport: any Transport, settings: TerminalSettings = TerminalSettings(),
        trace: (@Sendable (TracedTelegram) -> Void)? = nil, noticed: (@Sendable (ProtocolError) -> Void)? = nil
    ) {
        self.identity = identity
        longestCardPhase = settings.longestCardPhase
        self.transport = transport
        self.trace = trace
        self.noticed = noticed
        let session = TerminalSession(
            DialogueMachine(settings: settings), on: transport.kind, isTraced: trace != nil)
        state = Mutex(State(session: session))
    }

    /// Opens the line exclusively and begins to listen. Sends nothing.
    package func open() throws(Failure) {
        _ = state.withLock { $0.session.open() }
        do throws(Failure) { try transport.open(self) } catch {
            _ = step { $0.notOpened(error) }
            throw error
        }
    }
}

// MARK: - PaymentTerminal

extension ZVTTerminal {
    /// Starts a request. Traps while another runs.
    package func start(_ request: TerminalRequest, events: @escaping Events) {
        _ = step(telling: Listener(events)) { $0.start(request) }
        drive { $0.begin(at: $1) }
    }

    package func expectTexts(in characterSet: TerminalProfile.CharacterSet?) {
        state.withLock { $0.session.expectTexts(in: characterSet) }
    }

    package func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
        drive { $0.answer(record, verdict, at: $1) }
    }

    package func cancel() { drive { $0.cancel(at: $1) } }

    package func close() {
        state.withLock { $0.session.willClose() }
        transport.close()
        _ = step { $0.closed() }
    }
}

// MARK: - LineHandler

extension ZVTTerminal {
    package func opened(at now: Uptime) -> LineCommands { step { $0.opened(at: now) } }

    package func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { step { $0.received(bytes, at: now) } }

    package func deadlineReached(at now: Uptime) -> LineCommands { step { $0.timeout(at: now) } }

    package func lost(_ loss: LineLoss, at now: Uptime) { _ = step { $0.lost(loss) } }

    package func hungUp(at now: Uptime) { _ = step { $0.hungUp() } }
}

// MARK: - Driving the session

extension ZVTTerminal {
    private func drive(_ work: @escaping @Sendable (inout TerminalSession, Uptime) -> [TerminalSession.Step]) {
        transport.perform { [weak self] now in
            self?.step { work(&$0, now) } ?? LineCommands()
        }
    }

    /// Usually only the line's queue steps the session, so the lock is free; starting a request or closing the line holds it
    /// for a moment.
    private func step(
        telling newListener: Listener? = nil, _ work: (inout TerminalSession) -> [TerminalSession.Step]
    ) -> LineCommands {
        let (steps, errors, rest, listener) = state.withLock { state in
            let steps = work(&state.session)
            let errors = state.session.takeErrors()
            let listener = newListener ?? state.listener
            state.listener = state.session.isBusy ? listener : nil
            let rest = LineCommands(deadline: state.session.deadline, isSettled: state.session.isSettled)
            return (steps, errors, rest, listener)
        }
        for error in errors { noticed?(error) }
        var orders = rest
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .event(let event):
                if case .finished(.disturbed) = event { noticed?(.disturbed) }
                listener?.tell(event)
            case .passed(let telegram): trace?(telegram)
            case .open: openAnew()
            case .hangUp: orders.hangsUp = true
            }
        }
        return orders
    }

    private func openAnew() {
        do throws(Failure) { try transport.open(self) } catch {
            _ = step { $0.notOpened(error) }
        }
    }
}
