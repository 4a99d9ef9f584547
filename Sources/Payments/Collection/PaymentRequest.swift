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
    package func checkNoCardData() throws(Failure) {
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
