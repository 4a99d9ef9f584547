import Flow
import Model
import Payments

/// Finds the devices that a request names. Only configured names are taken: an address could be any file or any machine.
struct ServedDevices: Sendable {
    let till: any ServedTill

    /// The devices of a payment. A terminal that prints receipts by itself is their printer too.
    ///
    /// - Parameter booked: the terminal that is used unless another is named.
    func payment(
        _ name: String?, _ printer: String?, booked: DeviceAddress? = nil
    ) async throws(Failure) -> PaymentDevices {
        let terminal =
            if name == nil, let booked { booked } else { try await self.terminal(name) }
        if till.printsReceipts(terminal: terminal) {
            if let printer { throw .terminalPrints(terminal, named: printer) }
            try till.checkApart(terminal: terminal, printer: nil)
            return PaymentDevices(terminal: terminal, printer: terminal, isPrintedByTerminal: true)
        }
        let paper = try await self.printer(printer)
        try till.checkApart(terminal: terminal, printer: paper)
        return PaymentDevices(terminal: terminal, printer: paper)
    }

    /// The devices of a kiosk's payment, whose printer is only used if the terminal does not print receipts by itself.
    func payment(of kiosk: ServedKiosk) async throws(Failure) -> PaymentDevices {
        let prints = till.printsReceipts(terminal: try await terminal(kiosk.reader))
        return try await payment(kiosk.reader, prints ? nil : kiosk.printer)
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
