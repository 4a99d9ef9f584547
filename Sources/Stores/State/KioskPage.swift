import Flow
import Model

/// The pages of the kiosk. The open one is part of the till's state (`TillState.navigationState`).
package enum KioskPage: Hashable, Codable, Sendable {
    /// Nobody is using the kiosk.
    case welcome
    case order(OrderID)
    /// A payment while it runs, and its outcome.
    case payment(PaymentID)
    case receipt(PaymentID)
    /// The operator's page: devices, recovery, end of day.
    case service
}
