import Flow
import Model

/// What came of a task.
package enum KioskAnswer: Hashable, Codable, Sendable {
    case failed(code: String)
    /// What the staff is told, with what to do about it.
    case refused(Failure)
    case done
    /// The payment of this kiosk that runs or has just ended; nil if there is none.
    case resumed(KioskLook?)
    /// What keeps a payment from beginning; nil if nothing does.
    case obstacles(fatal: String?, printer: String?)
    case order(KioskBill, isWhole: Bool)
    case orderNotFound
    case orderIsPaid
    case orderHasEnded
    case orders([KioskOrders.Row], isWhole: Bool)
    case page([KioskCatalogue.Category]?, [KioskCatalogue.Tile], pages: Int, isWhole: Bool)
    case product(KioskProduct.Facts, isWhole: Bool)
    /// The bill as the shop has it now.
    case prepared(KioskBill)
    case noPaper(KioskBill, code: String)
    case terminalAway(KioskBill, code: String)
    case begun(PaymentID)
    /// What the terminal of what was begun shows.
    case shows(KioskDisplay)
    /// How what was begun stands by the journal.
    case looked(KioskLook)
    case withdrawn(Bool)
    case printed
    case unconfirmed
    case waitsForPaper(code: String)
    case mailed(isHandedOver: Bool)
    case staffNames([String])
    case entered(name: String)
    case wrongPIN
    case lockedPIN(milliseconds: Int64)
    /// The page as a JSON object.
    case staffContent(String)
    /// The right of the staff has ended.
    case rightEnded
    case unavailable([KioskSettings.Choice: String])
}
