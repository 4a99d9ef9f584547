import Flow
import Model

/// Finds the devices that a request names. Only configured names are taken: an address could be any file or any machine.
struct ServedDevices: Sendable {
    let till: any ServedTill

    /// - Parameter booked: the terminal that is used unless another is named.
    func payment(
        _ name: String?, _ printer: String?, booked: DeviceAddress? = nil
    ) async throws(Failure) -> (terminal: DeviceAddress, printer: DeviceAddress) {
        let terminal =
            if name == nil, let booked { booked } else { try await self.terminal(name) }
        let paper = try await self.printer(printer)
        try till.checkApart(terminal: terminal, printer: paper)
        return (terminal, paper)
    }

    func terminal(_ name: String?) async throws(Failure) -> DeviceAddress {
        guard let address = try await till.terminal(name) else {
            throw .invalid("reader", Sentence("detail.request.reader"))
        }
        return address
    }

    func printer(_ name: String?) async throws(Failure) -> DeviceAddress {
        guard let address = try await till.printer(name) else {
            throw .invalid("printer", Sentence("detail.request.printer"))
        }
        return address
    }
}
