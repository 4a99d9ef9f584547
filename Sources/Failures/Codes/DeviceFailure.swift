import Flow

package enum DeviceFailure: String, ListedFailure {
    package static let title = "Devices and their addresses"

    case detached = "device.detached"
    case notNamed = "device.notNamed"
    case ownData = "device.ownData"
    case sameAddress = "device.sameAddress"
    case unknownScheme = "device.unknownScheme"

    package var meaning: FailureMeaning {
        switch self {
        case .detached: .init(.usage, mends: .time, "The device was given up while it was asked for something.")
        case .notNamed: .init(.usage, mends: .cashier, "No device is named, and none is known.")
        case .ownData: .init(.usage, mends: .integrator, "The address of a printer is a file of the till's own data.")
        case .sameAddress: .init(.usage, mends: .operator, "The card terminal and the printer have the same address.")
        case .unknownScheme:
            .init(.usage, mends: .integrator, "The address or name of a device is none that Till knows.")
        }
    }
}
