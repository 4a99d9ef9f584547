import Flow
import Model
import Stores

/// The card terminals and printers, as the service last saw them. Nothing is asked of a device.
struct DeviceRoutes: Sendable {
    let till: any ServedTill

    var routes: [Route] {
        [
            Route("GET", "/v1/readers", .look) { _ throws(Failure) in
                let devices = till.watched.current
                let terminals = try await till.knownTerminals()
                return try .json(
                    Output.Page(
                        items: terminals.map { Output.ServedDevice($0, devices.standing(of: $0.address)) }, next: nil))
            },
            Route("GET", "/v1/printers", .look) { _ throws(Failure) in
                let printers = try await till.knownPrinters()
                return try .json(Output.Page(items: try printers.map(printer), next: nil))
            },
        ]
    }

    private func printer(
        _ device: ListedDevice
    ) throws(Failure) -> Joined<Output.ServedDevice, Output.ServedPrinter> {
        let waiting = try till.storage.reading { try $0.pendingPrintJobs(printer: device.address.description).count }
        return Joined(
            body: Output.ServedDevice(device, till.watched.current.standing(of: device.address)),
            more: Output.ServedPrinter(till.printers.current.standing(of: device.address), waiting: waiting))
    }
}
