import Model
import Storage

/// The name by which the journal knows a terminal: its own id if it told one, or else its address.
package struct TerminalName: Hashable, Codable, Sendable {
    package let address: DeviceAddress
    package let id: String?

    package init(address: DeviceAddress, id: String?) {
        self.address = address
        self.id = id
    }

    /// Whether both are the same terminal. The same address may have had another terminal before.
    package func isSame(as other: TerminalName) -> Bool {
        guard let id, let its = other.id else { return address == other.address }
        return id == its
    }

    func holds(_ payment: PaymentRecord) -> Bool {
        guard let id, let its = payment.terminalID else { return payment.terminalAddress == address.description }
        return id == its
    }
}
