import Hardware
import Model

/// A connection to the simulated terminal in this process. `PaymentTerminal` documents its promises.
package final class SimulatedPaymentTerminal: PaymentTerminal {
    package let identity: DeviceIdentity
    /// Zero: there is no line to lose, so a request has ended when the next question is answered.
    package let longestCardPhase = Duration.zero
    private let terminal: SimulatedTerminalInProcess

    init(identity: DeviceIdentity, terminal: SimulatedTerminalInProcess) {
        self.identity = identity
        self.terminal = terminal
    }

    package func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void) {
        terminal.start(request, on: self, events: events)
    }

    package func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
        terminal.answer(record, verdict, on: self)
    }

    package func cancel() { terminal.cancel(on: self) }

    package func close() { terminal.disconnect(self) }
}
