import Flow

package enum LineFailure: String, ListedFailure {
    package static let title = "Lines: serial, USB, network, the kernel's printer driver"

    case ambiguous = "line.ambiguous"
    case badAddress = "line.badAddress"
    case badOption = "line.badOption"
    case busy = "line.busy"
    case closed = "line.closed"
    case notATerminal = "line.notATerminal"
    case notFound = "line.notFound"
    case notThat = "line.notThat"
    case permission = "line.permission"
    case refused = "line.refused"
    case system = "line.system"
    case timeout = "line.timeout"
    case unknownHost = "line.unknownHost"
    case unplugged = "line.unplugged"
    case unreachable = "line.unreachable"

    package var meaning: FailureMeaning {
        switch self {
        case .ambiguous: .init(.deviceUnavailable, mends: .operator, "Several USB devices fit the address.")
        case .badAddress: .init(.usage, mends: .integrator, "The address is not written as its scheme demands.")
        case .badOption:
            .init(
                .usage, mends: .integrator,
                "The address has an option that its scheme does not know, or a value that the option does not take.")
        case .busy: .init(.deviceUnavailable, mends: .operator, "Another program uses the device.")
        case .closed:
            .init(
                .deviceUnavailable, mends: .operator,
                "The other side closed the connection, or the line is not open.")
        case .notATerminal: .init(.deviceUnavailable, mends: .operator, "The path of a serial line is no tty.")
        case .notFound: .init(.deviceUnavailable, mends: .operator, "There is no device at this address.")
        case .notThat: .init(.deviceUnavailable, mends: .operator, "The device at this address is of another kind.")
        case .permission: .init(.deviceUnavailable, mends: .operator, "This user may not open the device.")
        case .refused:
            .init(.deviceUnavailable, mends: .operator, "Nothing takes connections at this address of the network.")
        case .system: .init(.deviceUnavailable, mends: .operator, "The system refused an operation on the device.")
        case .timeout: .init(.deviceUnavailable, mends: .operator, "Nobody answered at this address of the network.")
        case .unknownHost:
            .init(.deviceUnavailable, mends: .operator, "The name of the device has no address in the network.")
        case .unplugged: .init(.deviceUnavailable, mends: .cashier, "The device was unplugged while it was in use.")
        case .unreachable:
            .init(.deviceUnavailable, mends: .operator, "There is no way to this address of the network.")
        }
    }
}
