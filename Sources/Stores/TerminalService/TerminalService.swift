import Hardware

/// A service of a terminal.
package enum TerminalService: Hashable, Sendable {
    case register
    case status
    case initialise
    case diagnose(Diagnosis)
    /// Sets the terminal's clock to this machine's time.
    case setClock
    case logOff
    case listReservations

    /// Whether the service changes nothing at the terminal.
    var onlyAsks: Bool {
        switch self {
        case .register, .status, .listReservations: true
        case .initialise, .diagnose, .setClock, .logOff: false
        }
    }
}
