import Flow
import Model

/// What a caller asks for: a payment of an order or of an amount without one, to give one back, or to reserve one, and what
/// becomes of a reservation.
package struct PaymentRequest: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case order(OrderID)
        case amount(Money)
        case giveBack(GiveBack)
        case reserve(Reserve)
        /// A reservation that stands: takes so much of it, and frees the rest.
        case book(PaymentID, Used)
        /// A reservation that stands: frees all of it.
        case release(PaymentID)
    }

    /// What an amount is held for until it is booked or released.
    package enum Reserve: Hashable, Sendable {
        case order(OrderID)
        case amount(Money)
    }

    package enum Used: Hashable, Sendable {
        /// What its order comes to now, or all that is reserved.
        case all
        case only(Money)
        /// For terminals that must be told what was not used.
        case allBut(Money)
    }

    package enum GiveBack: Hashable, Sendable {
        /// An approved payment: that much of it, or all that is left.
        case refund(of: PaymentID, Money?)
        /// For no payment that this till knows: behind a limit.
        case unlinkedRefund(Money)
        /// An approved payment as a whole, at the terminal that booked it.
        case reversal(of: PaymentID)
    }

    package var subject: Subject
    package var tip: Money?
    /// The currency in which whoever asks expects the order to be; nil: whatever it is in.
    package var currency: Currency?
    /// Goods are given out between the approval and the booking (vending): the terminal waits for
    /// `CardPresentPaymentsAction.goods`, and takes the payment back where that does not come in its time.
    package var givesGoods: Bool
    package var key: String?
    package var reader: DeviceAddress
    package var printer: DeviceAddress
    package var language: String
    /// What stands on the receipts besides what Till writes there: of an amount without an order.
    package var supplied: SuppliedReceipt?
    /// How long to wait for the truth once a disturbance is known.
    package var giveUpAfter: Duration

    package init(
        subject: Subject, tip: Money? = nil, currency: Currency? = nil, givesGoods: Bool = false, key: String? = nil,
        reader: DeviceAddress, printer: DeviceAddress,
        language: String = "en", supplied: SuppliedReceipt? = nil, giveUpAfter: Duration = .seconds(300)
    ) {
        self.subject = subject
        self.tip = tip
        self.currency = currency
        self.givesGoods = givesGoods
        self.key = key
        self.reader = reader
        self.printer = printer
        self.language = language
        self.supplied = supplied
        self.giveUpAfter = giveUpAfter
    }

    /// A key and the devices' names are stored as they came: someone who mistakes one for the place of a card number is
    /// told, and nothing of it is kept.
    func checkNoCardData() throws(Failure) {
        // A device's name may hold a word such as `exp` and digits: that is no expiry date of a card.
        for text in [key ?? "", reader.description, printer.description, language] where CardData.isIn(written: text) {
            throw .cardDataInRequest
        }
    }

    /// What must be equal for the same key to mean the same request. Devices may differ: a second try may use another.
    var fingerprint: String {
        let what =
            switch subject {
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

/// The answer to a payment request: the truth as far as it is known.
package struct PaymentReport: Hashable, Sendable {
    /// The transaction, whatever its kind.
    package let payment: PaymentID
    package let purpose: Purpose
    package let orderNumber: String?
    /// Tip included.
    package let amount: Money
    /// What of the amount was asked for as a tip.
    package let tip: Money?
    /// What was asked for, where another amount was booked.
    package let asked: Money?
    package let outcome: PaymentOutcome
    /// What became of the goods, where any were to be given and somebody said so.
    package let goods: GoodsIssue?
    /// The same key had been used for this very request before: nothing was sent to the terminal this time.
    package let wasKnown: Bool
    /// Whether what was booked is enough for what was to be paid.
    package let suffices: Bool

    package init(
        payment: PaymentID, purpose: Purpose = .payment, orderNumber: String?, amount: Money, outcome: PaymentOutcome,
        goods: GoodsIssue? = nil, wasKnown: Bool, asked: Money? = nil, suffices: Bool = true, tip: Money? = nil
    ) {
        self.payment = payment
        self.purpose = purpose
        self.orderNumber = orderNumber
        self.amount = amount
        self.outcome = outcome
        self.goods = goods
        self.wasKnown = wasKnown
        self.asked = asked
        self.suffices = suffices
        self.tip = tip
    }

    /// What else would give the money back.
    package enum Advice: String, Hashable, Sendable {
        /// It is charged, and no goods were given.
        case reverse
        /// More is charged than goods were given for.
        case refundRest = "refund_rest"
        /// More was booked than was asked for.
        case refundDifference = "refund_difference"
        /// Too little was booked: the order is not paid by it.
        case refundTooLittle = "refund_too_little"
        /// The terminal cannot book a reservation by what was used.
        case releasePart = "release_part"
        /// The terminal cannot take this payment back: it is not its last one, or of a day that it has closed.
        case refundInstead = "refund"
        case reversedAlready = "reversed_already"
    }

    /// Nil where there is nothing to advise.
    package var advice: Advice? {
        if let asked, case .approved = outcome {
            return suffices ? asked.minorUnits < amount.minorUnits ? .refundDifference : nil : .refundTooLittle
        }
        if let goods, case .approved = outcome { return goods.advice(charged: amount) }
        guard case .declined(let code, _) = outcome else { return nil }
        return switch (purpose, code) {
        case (.reversal, 0xB4): .reversedAlready
        case (.reversal, 0x77), (.reversal, 0x83), (.reversal, 0xB5): .refundInstead
        case (.booking(let booking), 0x83) where booking.command == .bookTotal && booking.rest(of: amount) > 0:
            .releasePart
        default: nil
        }
    }

    init(_ history: PaymentHistory, _ outcome: PaymentOutcome, wasKnown: Bool = false) {
        self.init(
            payment: history.intent.payment, purpose: history.intent.purpose, orderNumber: history.intent.orderNumber,
            amount: history.amount, outcome: outcome, goods: history.goods ?? history.lateGoods, wasKnown: wasKnown,
            asked: history.otherAmount.map { _ in history.intent.amount }, suffices: history.suffices,
            tip: history.intent.tip)
    }
}

extension Failure {
    static let cardDataInRequest = Failure(
        "payment.cardDataInRequest", "A key or a device's name holds what looks like a card number.",
        remedy: "name it otherwise; the terminal alone reads cards", recovery: .giveUp)
}
