import Flow

package enum SimulatorFailure: String, ListedFailure {
    package static let title = "The simulator"

    case badCommand = "simulator.badCommand"
    case badFault = "simulator.badFault"
    case badOption = "simulator.badOption"
    case badScenario = "simulator.badScenario"
    case command = "simulator.command"
    case control = "simulator.control"
    case journal = "simulator.journal"
    case line = "simulator.line"
    case link = "simulator.link"
    case loop = "simulator.loop"
    case network = "simulator.network"
    case paper = "simulator.paper"
    case pty = "simulator.pty"
    case scenario = "simulator.scenario"
    case testbed = "simulator.testbed"
    case usbip = "simulator.usbip"

    package var meaning: FailureMeaning {
        switch self {
        case .badCommand:
            .init(
                .deviceUnavailable, mends: .integrator,
                "A simulated USB device was given a command that it does not know.")
        case .badFault: .init(.usage, mends: .integrator, "There is no fault of this name.")
        case .badOption: .init(.usage, mends: .integrator, "A simulated device has no such option.")
        case .badScenario: .init(.malformed, mends: .integrator, "The scenario's file has a mistake.")
        case .command:
            .init(
                .deviceUnavailable, mends: .integrator,
                "The command that was to be run beside simulated devices cannot be started.")
        case .control:
            .init(.deviceUnavailable, mends: .integrator, "The simulated devices cannot be spoken to at their socket.")
        case .journal:
            .init(
                .deviceUnavailable, mends: .integrator,
                "The journal of the simulated terminal cannot be read or written.")
        case .line: .init(.deviceUnavailable, mends: .integrator, "The simulated USB devices cannot be put on lines.")
        case .link:
            .init(.deviceUnavailable, mends: .integrator, "The link to a simulated terminal's line cannot be made.")
        case .loop:
            .init(.deviceUnavailable, mends: .integrator, "The system gives the simulator no descriptor for its loop.")
        case .network: .init(.deviceUnavailable, mends: .integrator, "The simulator cannot listen at this address.")
        case .paper: .init(.deviceUnavailable, mends: .integrator, "The simulated printer's paper cannot be written.")
        case .pty: .init(.deviceUnavailable, mends: .integrator, "The system gives the simulator no pseudo terminal.")
        case .scenario: .init(.usage, mends: .integrator, "There is no scenario of this name, and no such file.")
        case .testbed:
            .init(.deviceUnavailable, mends: .integrator, "USB devices cannot be simulated with umockdev here.")
        case .usbip: .init(.deviceUnavailable, mends: .integrator, "USB devices cannot be offered over the network.")
        }
    }
}
