import Flow
import Foundation
import Model
import Storage

/// What a caller asks for: to pay an order or an amount, to give a payment back, to reserve an amount, or to end a
/// reservation.
package struct PaymentRequest: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case order(OrderID)
        case amount(Money)
        case giveBack(GiveBack)
        case reserve(Reserve)
        /// Books the used part of an open reservation and frees the rest.
        case book(PaymentID, Used)
        /// Frees an open reservation as a whole.
        case release(PaymentID)
    }

    /// How much of a reservation is booked.
    package enum Reserve: Hashable, Sendable {
        case order(OrderID)
        case amount(Money)
    }

    package enum Used: Hashable, Sendable {
        /// The order's total now, or the whole reserved amount.
        case all
        case only(Money)
        /// All but this unused part, for terminals that must be told what was not used.
        case allBut(Money)
    }

    package enum GiveBack: Hashable, Sendable {
        /// Refunds this much of an approved payment, or all that is left of it.
        case refund(of: PaymentID, Money?)
        /// Refunds an amount without reference to a payment of this till, up to a limit.
        case unlinkedRefund(Money)
        /// Reverses an approved payment as a whole at the terminal that booked it.
        case reversal(of: PaymentID)
    }

    /// An order that the shop has told to the caller.
    package struct ToldOrder: Hashable, Sendable {
        let order: Order
        let at: Date

        package init(_ order: Order, at time: Date) { (self.order, self.at) = (order, time) }
    }

    package var subject: Subject
    /// The order as the caller has just loaded it. Soon after that, the shop is not asked for it again.
    package var toldOrder: ToldOrder?
    package var tip: Money?
    /// The currency in which the caller expects the order; nil accepts any.
    package var currency: Currency?
    /// The order's total as the payer has seen it; another one is refused. Nil accepts any.
    package var seenTotal: Money?
    /// Whether the payer decides after the payment how to have the receipt. Then the request's own printer prints nothing by
    /// itself, and need not be able to.
    package var leavesReceiptToPayer = false
    /// Whether the terminal prints the receipts on its own printer. Then the till prints none by itself; `printer` is the terminal's address
    /// if the till has no printer.
    package var isPrintedByTerminal = false
    /// Whether goods are given out between the approval and the booking (vending). The terminal waits for
    /// `CardPresentPaymentsAction.goods` and takes the payment back if that does not come in time.
    package var givesGoods: Bool
    /// Whether a person states that the terminal's journal shows the payment to be refunded as standing. Needed only where the
    /// terminal has said that the payment was taken back.
    package var saysOriginalStands = false
    package var key: String?
    package var terminal: DeviceAddress
    package var printer: DeviceAddress
    package var language: String
    /// What the caller adds to the receipts of an amount without an order.
    package var supplied: SuppliedReceipt?
    /// How long recovery goes on after a disturbance before the payment is left in doubt.
    package var giveUpAfter: Duration
    /// The ticket by which the caller cancels this request; nil if it does not.
    package var ticket: RequestTicket?
    /// The requester; nil if the till does by itself, or nobody says.
    package var by: Requester?

    package init(
        subject: Subject, tip: Money? = nil, currency: Currency? = nil, givesGoods: Bool = false, key: String? = nil,
        terminal: DeviceAddress, printer: DeviceAddress,
        language: String = "en", supplied: SuppliedReceipt? = nil, giveUpAfter: Duration = .seconds(300)
    ) {
        self.subject = subject
        self.tip = tip
        self.currency = currency
        self.givesGoods = givesGoods
        self.key = key
        self.terminal = terminal
        self.printer = printer
        self.language = language
        self.supplied = supplied
        self.giveUpAfter = giveUpAfter
    }

    /// Throws if a key or a device's name contains a card number. Both are stored as they came, so such a request is
    /// refused and not stored.
    package func checkNoCardData() throws(Failure) {
        // A device's name may contain a word such as `exp` and digits, which is no expiry date of a card.
        for text in [key ?? "", terminal.description, printer.description, language] where CardData.isIn(written: text)
        {
            throw .cardDataInRequest
        }
    }

    /// What must be equal for the same key to mean the same request. Devices and languages may differ: a second try may use another
    /// terminal. An expected currency must be the payment's.
    package var fingerprint: String { subject.fingerprint(tip: tip, givesGoods: givesGoods) }

    /// Whether the same request began that payment. An order's number means another order in another shop.
    func began(_ record: PaymentRecord, at site: SiteID) -> Bool {
        let isOfOrder =
            switch subject {
            case .order, .reserve(.order): true
            case .amount, .giveBack, .reserve(.amount), .book, .release: false
            }
        guard record.fingerprint == fingerprint, !isOfOrder || record.site == site else { return false }
        // The fingerprints of earlier builds have no currency either.
        return currency.map { $0 == record.amount.currency } ?? true
    }
}

extension PaymentRequest.Subject {
    /// The fingerprint of a request for this (`PaymentRequest.fingerprint`).
    package func fingerprint(tip: Money?, givesGoods: Bool) -> String {
        let what =
            switch self {
            case .order(let id): "order \(id)"
            case .amount(let money): "amount \(money)"
            case .giveBack(.refund(let payment, let money)):
                "refund of \(payment)" + (money.map { " amount \($0)" } ?? "")
            case .giveBack(.unlinkedRefund(let money)): "refund amount \(money)"
            case .giveBack(.reversal(let payment)): "reversal of \(payment)"
            case .reserve(.order(let id)): "reserve order \(id)"
            case .reserve(.amount(let money)): "reserve amount \(money)"
            case .book(let reservation, .all): "book \(reservation)"
            case .book(let reservation, .only(let money)): "book \(reservation) amount \(money)"
            case .book(let reservation, .allBut(let money)): "book \(reservation) but \(money)"
            case .release(let reservation): "release \(reservation)"
            }
        return what + (tip.map { " tip \($0)" } ?? "") + (givesGoods ? " for goods" : "")
    }
}
