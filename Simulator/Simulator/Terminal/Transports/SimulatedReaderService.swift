import Failures
import Flow
import Hardware
import Model

/// The in-process backend: a simulated terminal behind the interface of real ones, without a line. The terminal plays
/// the same scenarios and keeps the same journal as a simulated terminal on a pty.
package final class SimulatedReaderService: CardReaderService {
    package static let address = DeviceAddress(scheme: "simulated", path: "")

    private let terminal: SimulatedTerminalInProcess
    private let identity: DeviceIdentity

    /// - Parameters:
    ///   - journal: the earlier entries.
    ///   - record: called with each entry before it has any effect, on the terminal's lane; it may wait for a disk.
    ///     When it throws, the terminal is gone for good, because it must not go on without its journal.
    package init(
        _ scenario: TerminalScenario, journal: TerminalJournal = TerminalJournal(entries: []), environment: Environment,
        record: @escaping @Sendable (TerminalJournal.Entry) throws(Failure) -> Void = { _ in }
    ) {
        terminal = SimulatedTerminalInProcess(scenario, journal: journal, environment: environment, record: record)
        identity = DeviceIdentity(
            kind: .terminal, address: Self.address, model: "Simulated terminal",
            serialNumber: scenario.identity.terminalID)
    }

    /// Creates the service with the terminal's journal in a directory, new or continued. Throws when the journal cannot
    /// be read or belongs to another simulator.
    package convenience init(
        _ scenario: TerminalScenario, directory: String, environment: Environment
    ) throws(Failure) {
        let file = try TerminalJournalFile(in: directory)
        self.init(scenario, journal: file.journal, environment: environment) { entry throws(Failure) in
            try file.append(entry)
        }
    }

    /// All entries of the terminal.
    package var journal: TerminalJournal { terminal.journal }

    package func discover() -> [DeviceIdentity] { terminal.isPluggedIn ? [identity] : [] }

    package func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        guard address.scheme == Self.address.scheme, terminal.isPluggedIn else {
            throw Failure(
                LineFailure.notFound, "There is no \(address).", remedy: "the simulated terminal is at \(Self.address)",
                recovery: .askOperator)
        }
        let connection = SimulatedPaymentTerminal(identity: identity, terminal: terminal)
        guard terminal.connect(connection) else {
            throw Failure(LineFailure.busy, "\(address) is in use.", recovery: .askOperator)
        }
        return connection
    }
}
