import Flow
import Model

/// Facts about recovery.
package enum RecoveryEvent: Hashable, Codable, Sendable {
    /// This process is one that stays: it asks the terminals by itself.
    case served
    /// - Parameter mayAsk: whether its terminal may be asked.
    case found(PaymentID, terminal: DeviceAddress, mayAsk: Bool)
    case began(PaymentID)
    /// It has its end.
    case settled(PaymentID)
    /// Its terminal must be asked, and may not be; or the journal does not know it.
    case left(PaymentID)
    case unresolved(PaymentID, Failure)
}
