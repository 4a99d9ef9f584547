import Flow
import Hardware
import Model

/// How the payments are going, one on each terminal.
struct PaymentDisplaysState: Hashable, Sendable {
    private var shown: [DeviceAddress: PaymentDisplayState] = [:]

    subscript(terminal: DeviceAddress) -> PaymentDisplayState { shown[terminal] ?? PaymentDisplayState() }

    mutating func reduce(_ event: TerminalDisplayEvent) {
        shown[event.terminal, default: PaymentDisplayState()].reduce(event.event)
    }
}
