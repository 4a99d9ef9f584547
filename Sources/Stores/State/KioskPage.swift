import Flow
import Model

/// The pages of the kiosk. Which one is open is part of the till's state (`TillState.navigationState`).
package enum KioskPage: Hashable, Codable, Sendable {
    /// Nobody is there.
    case welcome
    case order(OrderID)
    /// A payment while it is taken, and how it ended.
    case payment(PaymentID)
    case receipt(PaymentID)
    /// For the operator: devices, recovery, end of day.
    case service
}
