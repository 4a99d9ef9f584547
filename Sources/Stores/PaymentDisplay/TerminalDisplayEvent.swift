import Flow
import Hardware
import Model

/// An event about what the payment on one terminal shows.
package struct TerminalDisplayEvent: Hashable, Codable, Sendable {
    package let terminal: DeviceAddress
    package let event: PaymentDisplayEvent

    package init(terminal: DeviceAddress, event: PaymentDisplayEvent) {
        self.terminal = terminal
        self.event = event
    }
}
