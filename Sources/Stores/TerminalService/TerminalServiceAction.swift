import Flow
import Hardware
import Model
import Payments

/// What keeps a terminal going between payments. Works with nobody signed in.
package enum TerminalServiceAction: Action {
    /// Registers, and does this. Refused while the terminal is used for something else; while a payment on it is in
    /// doubt only what asks is done, for the rest may cost the evidence.
    case perform(TerminalService, on: DeviceAddress, Currency, Reply<TerminalServiceReport>)
    /// Finds out how the terminal behaves, and keeps it. Moves no money; refused while a payment on it is in doubt.
    /// - Parameter isDeep: whether the terminal may be made to call its host.
    case diagnose(DeviceAddress, Currency, isDeep: Bool, Reply<TerminalDiagnosis>)
    /// Asks the terminal to end what it does for this till, a service or an end of day: true when it does anything. How it
    /// ends is answered to whoever asked for it.
    case stop(on: DeviceAddress, Reply<Bool>)
    /// What was found out before; nil: nothing. Asks no terminal.
    case profile(DeviceAddress, Reply<KnownProfile?>)
}

/// One service of a terminal.
package enum TerminalService: Hashable, Sendable {
    case register
    case status
    case initialise
    case diagnose(Diagnosis)
    /// To the time of this machine.
    case setClock
    case logOff
    case listReservations

    /// Whether the terminal is as it was afterwards.
    var onlyAsks: Bool {
        switch self {
        case .register, .status, .listReservations: true
        case .initialise, .diagnose, .setClock, .logOff: false
        }
    }
}
