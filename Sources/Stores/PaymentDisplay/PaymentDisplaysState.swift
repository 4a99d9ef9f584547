import Flow
import Hardware
import Model

/// The progress of the payments, one for each terminal.
struct PaymentDisplaysState: Hashable, Sendable {
    private var shown: [DeviceAddress: PaymentDisplayState] = [:]

    subscript(terminal: DeviceAddress) -> PaymentDisplayState { shown[terminal] ?? PaymentDisplayState() }

    mutating func reduce(_ event: TerminalDisplayEvent) {
        shown[event.terminal, default: PaymentDisplayState()].reduce(event.event)
    }
}
