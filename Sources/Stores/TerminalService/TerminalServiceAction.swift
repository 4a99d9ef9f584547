import Flow
import Model
import Payments

/// Requests for maintenance of a terminal between payments. They work without a signed-in operator.
/// - Shop: none
package enum TerminalServiceAction: Action {
    /// Registers and performs this service. Refused while the terminal is used for something else. While a payment on
    /// it is in doubt, only questions are performed, because other services may destroy the evidence.
    case perform(TerminalService, on: DeviceAddress, Currency, Reply<TerminalServiceReport>)
    /// Asks a terminal that nothing uses how it is, in the background: whatever needs the terminal meanwhile waits for the answer
    /// and is not refused. Throws `payment.terminalBusy` while something uses it. A terminal that is known to refuse the question
    /// is only registered with.
    case enquire(DeviceAddress, Currency, Reply<TerminalServiceReport>)
    /// Finds out how the terminal behaves, and stores it. Moves no money; refused while a payment on it is in doubt.
    /// - Parameter isDeep: whether the terminal may be made to call its host.
    case diagnose(DeviceAddress, Currency, isDeep: Bool, Reply<TerminalDiagnosis>)
    /// Asks the terminal to end the service or end of day that it performs for this till; the reply is true if there is
    /// one. The result goes to the caller that requested the service.
    case stop(on: DeviceAddress, Reply<Bool>)
    /// The stored profile; nil if there is none. No terminal is asked.
    case profile(DeviceAddress, Reply<StoredProfile?>)
}
