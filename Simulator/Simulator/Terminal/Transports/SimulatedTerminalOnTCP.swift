import Flow

/// A simulated terminal on the network, with its journal on disk.
package final class SimulatedTerminalOnTCP: Sendable {
    /// The default port of terminals (PA00P016 rev. 04).
    package static let usualPort: UInt16 = 20_007

    package let scenario: TerminalScenario
    package let journalPath: String
    private let host: TCPHost

    /// Opens the terminal's journal. Throws when it cannot be read or belongs to another simulator.
    ///
    /// - Parameters:
    ///   - directory: the folder of the journal, new or continued.
    ///   - port: 0 takes any free one.
    package init(
        scenario: TerminalScenario, directory: String, host: String = TCPHost.usualHost, port: UInt16 = usualPort,
        environment: Environment
    ) throws(Failure) {
        self.scenario = scenario
        let journal = try TerminalJournalFile(in: directory)
        journalPath = journal.path
        let device = TerminalNetworkDevice(scenario, journal: journal, environment: environment)
        var manner = TCPHost.Manner()
        manner.isParallel = scenario.network.parallel
        manner.late = scenario.network.late.map(\.value)
        self.host = TCPHost(device, host: host, port: port, manner: manner, environment: environment)
    }

    /// Begins to listen and returns the address, such as `127.0.0.1:20007`; a till can connect now.
    @discardableResult
    package func start() throws(Failure) -> String {
        try host.start()
        return host.place
    }

    /// Closes everything and waits for it.
    package func stop() { host.stop() }
}

/// A terminal on the network of a host.
private final class TerminalNetworkDevice: NetworkDevice {
    private let terminal: JournalledTerminal

    init(_ scenario: TerminalScenario, journal: TerminalJournalFile, environment: Environment) {
        terminal = JournalledTerminal(scenario, on: .network, journal: journal, environment: environment)
    }

    func attached(at now: Uptime) -> NetworkOrders {
        perform(at: now, terminal.isFirstStart ? { $0.started(at: $1) } : { $0.lineReturned(at: $1) })
    }

    func connected(at now: Uptime) -> NetworkOrders { perform(at: now) { $0.connected(at: $1) } }

    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders { perform(at: now) { $0.received(bytes, at: $1) } }

    func disconnected(at now: Uptime) -> NetworkOrders { perform(at: now) { $0.disconnected(at: $1) } }

    func deadlineReached(at now: Uptime) -> NetworkOrders { perform(at: now) { $0.deadlineReached(at: $1) } }

    private func perform(at now: Uptime, _ input: JournalledTerminal.Input) -> NetworkOrders {
        let (steps, deadline) = terminal.take(input, at: now)
        var orders = NetworkOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .hangUp(let abruptly): orders.end = abruptly ? .reset : .closed
            case .pullCable(let backAfter): orders.end = .unplugged(backAfter: backAfter)
            case .record: break
            }
        }
        return orders
    }
}
