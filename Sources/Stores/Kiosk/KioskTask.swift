import Model

/// Work that a kiosk's state asks for. What is in the state is being done; what leaves it is cancelled.
package enum KioskTask: Hashable, Codable, Sendable {
    // MARK: Time
    case idle(until: KioskTime)
    case slow(until: KioskTime)
    /// The page has not answered until then.
    case page(until: KioskTime)

    // MARK: The machine
    /// Derives the screen from the journal.
    case open
    /// Looks whether a payment could begin.
    case examine
    case findOrder(String, round: Int)
    case listOrders(round: Int)
    case chooseOrder(OrderID, round: Int)
    case loadPage(category: Int64?, page: Int, wantsCategories: Bool, round: Int)
    case loadProduct(Int64, round: Int)

    // MARK: Money
    /// Checks everything that can refuse the payment; makes the order of a cart.
    case prepare(KioskAttempt, KioskCart, round: Int)
    case begin(KioskAttempt)
    /// Withdraws a payment that has not begun.
    case withdraw(key: String)
    case cancel(PaymentID)
    case follow(PaymentID)
    /// Cancels an order that was made for a customer who has left.
    case abandon(OrderID)

    // MARK: Staff
    case loadStaffNames(round: Int)
    case enterPIN(String, KioskPINDigits, round: Int)
    case endRight
    case loadStaffPage(KioskStaffPage.Place, limit: Int, round: Int)
    case doStaffWork(KioskStaffWork, round: Int)

    // MARK: Paper
    case print(ReceiptID, round: Int)
    case mail(ReceiptID, to: String, round: Int)
    case lookAtChoices(PaymentID)
}

/// What came of a task.
package enum KioskAnswer: Hashable, Codable, Sendable {
    case failed(code: String)
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
