import Flow
import Hardware
import Model
import Synchronization

/// A NEO 2 reader on a line: a `NEO2Machine` driven by a `Transport`.
///
/// Events are delivered in order on the line's own queue; after the line is lost or closed, on the thread that noticed it. A
/// request that is started after that fails at once.
package final class NEO2Reader: EncryptingReader, LineHandler {
    package typealias Events = @Sendable (ReaderEvent) -> Void

    package let identity: DeviceIdentity
    private let transport: any Transport
    private let state: Mutex<State>

    private struct State {
        var machine: NEO2Machine
        var listener: Events?
        /// The reason why the line ended for good; nil while it can be used.
        var end: Failure?
    }

    package init(identity: DeviceIdentity, transport: any Transport, line: NEO2Line) {
        self.identity = identity
        self.transport = transport
        state = Mutex(State(machine: NEO2Machine(line)))
    }

    /// Opens the line exclusively and begins to listen. Sends nothing.
    package func open() throws(Failure) { try transport.open(self) }
}

// MARK: - EncryptingReader

extension NEO2Reader {
    /// Starts a request. Traps while another runs.
    package func start(_ request: ReaderRequest, events: @escaping Events) {
        let end = state.withLock { state in
            precondition(state.listener == nil, "one request at a time")
            if state.end == nil { state.listener = events }
            return state.end
        }
        if let end { return events(.finished(.disturbed(end))) }
        drive { $0.start(request, at: $1) }
    }

    package func cancel() { drive { $0.cancel(at: $1) } }

    package func close() {
        transport.close()
        end(NEO2Error.closed.failure)
    }
}

// MARK: - LineHandler

extension NEO2Reader {
    package func opened(at now: Uptime) -> LineCommands { LineCommands() }

    package func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { step { $0.received(bytes, at: now) } }

    package func deadlineReached(at now: Uptime) -> LineCommands { step { $0.timeout(at: now) } }

    package func lost(_ loss: LineLoss, at now: Uptime) { end(loss.failure) }
}

// MARK: - Driving the machine

extension NEO2Reader {
    private func drive(_ work: @escaping @Sendable (inout NEO2Machine, Uptime) -> [NEO2Machine.Step]) {
        transport.perform { [weak self] now in self?.step { work(&$0, now) } ?? LineCommands() }
    }

    private func step(_ work: (inout NEO2Machine) -> [NEO2Machine.Step]) -> LineCommands {
        let (steps, deadline, listener) = state.withLock { state in
            let listener = state.listener
            let steps = work(&state.machine)
            if !state.machine.isBusy, !steps.isEmpty { state.listener = nil }
            return (steps, state.machine.deadline, listener)
        }
        var orders = LineCommands(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .tell(let event): listener?(event)
            }
        }
        return orders
    }

    /// Ends the running request, and also one that has not begun yet.
    private func end(_ failure: Failure) {
        let listener = state.withLock { state in
            _ = state.machine.lost(failure)
            state.end = state.end ?? failure
            return state.listener.take()
        }
        listener?(.finished(.disturbed(failure)))
    }
}
