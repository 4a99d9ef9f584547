import Model

/// Work that a kiosk's state asks for. What is in the state is being done; what leaves it is cancelled.
package enum KioskTask: Hashable, Codable, Sendable {
    // MARK: Time
    case idle(until: KioskTime)
    case slow(until: KioskTime)
    /// No page has answered until then, or the first one has not come.
    case page(until: KioskTime, isFirst: Bool)

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
    /// Makes the order of a cart, also if the customer leaves meanwhile: then it is known which order to take back.
    case makeOrder(KioskAttempt, KioskCart)
    /// Checks everything that can refuse the payment of an order.
    case prepare(KioskAttempt, round: Int)
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
    /// Tells how what gives money back goes on.
    case followGivingBack(PaymentID)

    // MARK: Paper
    case print(ReceiptID, round: Int)
    case mail(ReceiptID, to: String, round: Int)
    case lookAtChoices(PaymentID)
}
