import Flow
import Model

/// Events about recovery.
package enum RecoveryEvent: Hashable, Codable, Sendable {
    /// This process stays: it asks the terminals by itself.
    case served
    /// - Parameter mayAsk: whether its terminal may be asked.
    case found(PaymentID, terminal: DeviceAddress, mayAsk: Bool)
    case began(PaymentID)
    /// The payment is settled.
    case settled(PaymentID)
    /// The payment stays open: its terminal must be asked and may not be, or the journal does not know it.
    case left(PaymentID)
    case unresolved(PaymentID, Failure)
}
