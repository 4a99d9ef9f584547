import Flow

/// A terminal behind a serial line: a pty, or a USB device that is one.
final class TerminalPtyDevice: PtyDevice {
    private let terminal: JournalledTerminal

    init(_ scenario: TerminalScenario, journal: TerminalJournalFile, environment: Environment) {
        terminal = JournalledTerminal(scenario, on: .serial, journal: journal, environment: environment)
    }

    func attached(at now: Uptime) -> PtyOrders {
        perform(at: now, terminal.isFirstStart ? { $0.started(at: $1) } : { $0.lineReturned(at: $1) })
    }

    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { perform(at: now) { $0.received(bytes, at: $1) } }

    func deadlineReached(at now: Uptime) -> PtyOrders { perform(at: now) { $0.deadlineReached(at: $1) } }

    private func perform(at now: Uptime, _ input: JournalledTerminal.Input) -> PtyOrders {
        let (steps, deadline) = terminal.take(input, at: now)
        var orders = PtyOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .pullCable(let backAfter): orders.unplug = backAfter.map { .back(after: $0) } ?? .forGood
            case .record, .hangUp: break
            }
        }
        return orders
    }
}
