import Flow
import Model

/// Events about recovery.
package enum RecoveryEvent: Hashable, Codable, Sendable {
    /// The terminals are to be asked without a request, because this process stays.
    case served
    /// An unsettled payment was found; `mayAsk` tells whether its terminal may be asked.
    case found(PaymentID, terminal: DeviceAddress, mayAsk: Bool)
    case began(PaymentID)
    /// The payment is settled.
    case settled(PaymentID)
    /// The payment stays open: its terminal must be asked and may not be, or the journal does not know it.
    case left(PaymentID)
    case unresolved(PaymentID, Failure)
}
