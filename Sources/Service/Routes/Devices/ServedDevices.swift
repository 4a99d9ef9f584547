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
            if let printer { throw .terminalPrints(till.name(ofTerminal: terminal), named: printer) }
            return try await printing(terminal, usually: nil)
        }
        let paper = try await self.printer(printer)
        try till.checkApart(terminal: terminal, printer: paper)
        return PaymentDevices(terminal: terminal, printer: paper)
    }

    /// The devices of a kiosk's payment, whose printer is only used if the terminal does not print receipts by itself.
    func payment(of kiosk: ServedKiosk) async throws(Failure) -> PaymentDevices {
        let terminal = try await terminal(kiosk.reader)
        guard till.printsReceipts(terminal: terminal) else { return try await payment(kiosk.reader, kiosk.printer) }
        return try await printing(terminal, usually: kiosk.printer)
    }

    /// The devices of a payment at a terminal that prints receipts by itself, with the till's printer if it has one.
    private func printing(_ terminal: DeviceAddress, usually name: String?) async throws(Failure) -> PaymentDevices {
        let paper = try? await printer(name)
        try till.checkApart(terminal: terminal, printer: paper)
        return PaymentDevices(terminal: terminal, printer: paper ?? terminal, isPrintedByTerminal: true)
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
