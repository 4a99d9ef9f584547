import Model

/// What a kiosk shows, with everything that is on it. It is the kiosk's place in its navigation: there is no other.
package enum KioskScreen: Hashable, Codable, Sendable {
    /// Nobody uses the kiosk.
    case attract
    case home
    case find(KioskOrderSearch)
    case orders(KioskOrders)
    case catalogue(KioskCatalogue)
    case product(KioskProduct)
    case review(KioskReview)
    /// The shop's order is another one by now than the customer has seen.
    case orderChanged(KioskAttempt, before: Money)
    case printerEmpty(KioskAttempt, code: String)
    /// The terminal takes no payment now. Nothing was charged.
    case terminalAway(KioskAttempt, code: String)
    case tip(KioskTip)
    /// A payment that runs, is in doubt, or whose goods are given: `KioskPaying.stage` says which.
    case paying(KioskPaying)
    case declined(KioskEnd, reason: KioskDeclineReason)
    case cancelled(KioskEnd, by: KioskEnd.Canceller)
    case partial(KioskPaid)
    case receipt(KioskPaid)
    case printing(KioskPrinting)
    case email(KioskEmail)
    case show(KioskPaid)
    case thanks(isShopTold: Bool, isPrinted: Bool)
    case outOfService(code: String)
    case staff(KioskStaffScreen)

    /// The screen's name in the document.
    package var name: String {
        switch self {
        case .attract: "attract"
        case .home: "home"
        case .find: "find"
        case .orders: "orders"
        case .catalogue: "catalogue"
        case .product: "product"
        case .review: "review"
        case .orderChanged: "order_changed"
        case .printerEmpty: "printer_empty"
        case .terminalAway: "terminal_away"
        case .tip: "tip"
        case .paying(let paying): paying.stage.name
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .partial: "partial"
        case .receipt: "receipt"
        case .printing: "printing"
        case .email: "email"
        case .show: "qr"
        case .thanks: "thanks"
        case .outOfService: "out_of_service"
        case .staff(let screen): screen.name
        }
    }

    /// Whether money may be moving: such a screen is left only when the outcome is known.
    package var isMoneyInMotion: Bool { if case .paying = self { true } else { false } }

    /// Whether the screen offers to begin a payment.
    package var offersPaying: Bool {
        switch self {
        case .review, .orderChanged, .printerEmpty, .tip: true
        case .declined(let end, _), .cancelled(let end, _): end.canTryAgain
        case .attract, .home, .find, .orders, .catalogue, .product, .terminalAway, .paying, .partial, .receipt,
            .printing, .email, .show, .thanks, .outOfService, .staff:
            false
        }
    }
}
