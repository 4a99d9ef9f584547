import Failures
import Flow
import Hardware
import Model
import Synchronization

/// A line in memory to a simulated terminal: a `Transport` with one handler at a time, which can be opened again.
package final class SimulatedLine: Transport {
    private let terminal: SimulatedTerminalInMemory
    private let state = Mutex(State())

    private struct State {
        var handler: (any LineHandler)?
        var timer: (any Running)?
        /// Counts the openings, so that events of earlier ones are ignored.
        var number = 0
    }

    init(_ terminal: SimulatedTerminalInMemory) { self.terminal = terminal }

    package var address: DeviceAddress { terminal.address }
    package var kind: LineKind { terminal.kind }
    var number: Int { state.withLock { $0.number } }

    package func open(_ handler: any LineHandler) throws(Failure) {
        let start = try terminal.attach(self)
        let number = state.withLock { state in
            state.handler = handler
            state.number += 1
            return state.number
        }
        guard let start else {
            let refusal = Failure(
                LineFailure.refused, "Nothing takes connections at \(address).", recovery: .askOperator)
            return onLane(at: now) { $0.lose(.disconnected(refusal), on: number) }
        }
        onLane(at: start) { $0.pass(on: number) { handler.opened(at: $0) } }
    }

    package func perform(_ work: @escaping @Sendable (_ now: Uptime) -> LineCommands) {
        let number = number
        onLane(at: now) { $0.pass(on: number, work) }
    }

    package func close() {
        _ = end()
        terminal.release(self)
    }

    func receive(_ bytes: [UInt8], on number: Int) {
        pass(on: number) { [self] in handler?.received(bytes, at: $0) ?? LineCommands() }
    }

    func lose(_ loss: LineLoss, on number: Int) {
        guard number == self.number else { return }
        end()?.lost(loss, at: now)
    }

    private var now: Uptime { terminal.environment.uptime() }
    private var handler: (any LineHandler)? { state.withLock { $0.handler } }

    private func onLane(at time: Uptime, _ work: @escaping @Sendable (SimulatedLine) -> Void) {
        _ = terminal.lane.schedule(at: time) { [self] in work(self) }
    }

    private func end() -> (any LineHandler)? {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
            defer { state.handler = nil }
            return state.handler
        }
    }

    /// Calls the handler and performs its commands, unless the opening `number` has ended.
    private func pass(on number: Int, _ work: (_ now: Uptime) -> LineCommands) {
        guard handler != nil, number == self.number else { return }
        let orders = work(now)
        terminal.carry(orders.write, from: self)
        guard !orders.hangsUp else { return hangUp() }
        state.withLock { state in
            state.timer?.cancel()
            guard state.handler != nil else { return }
            state.timer = orders.deadline.map { deadline in
                terminal.lane.schedule(at: deadline) { [self] in
                    pass(on: number) { [self] in handler?.deadlineReached(at: $0) ?? LineCommands() }
                }
            }
        }
    }

    private func hangUp() {
        let handler = end()
        terminal.detach(self)
        handler?.hungUp(at: now)
    }
}
