import Flow
import Model

/// What a caller asks for: one payment of one order, or of an amount without an order.
public struct PaymentRequest: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        case order(OrderID)
        case amount(Money)
    }

    public var subject: Subject
    public var tip: Money?
    public var key: String?
    public var reader: DeviceAddress
    public var printer: DeviceAddress
    public var language: String
    /// How long to wait for the truth once a disturbance is known.
    public var giveUpAfter: Duration

    public init(
        subject: Subject, tip: Money? = nil, key: String? = nil, reader: DeviceAddress, printer: DeviceAddress,
        language: String = "en", giveUpAfter: Duration = .seconds(60)
    ) {
        self.subject = subject
        self.tip = tip
        self.key = key
        self.reader = reader
        self.printer = printer
        self.language = language
        self.giveUpAfter = giveUpAfter
    }

    /// A key and the devices' names are stored as they came: someone who mistakes one for the place of a card number is
    /// told, and nothing of it is kept.
    func checkNoCardData() throws(Failure) {
        for text in [key ?? "", reader.description, printer.description, language] where CardData.isIn(text) {
            throw .cardDataInRequest
        }
    }

    /// What must be equal for the same key to mean the same request. Devices may differ: a second try may use another.
    var fingerprint: String {
        let what =
            switch subject {
            case .order(let id): "order \(id)"
            case .amount(let money): "amount \(money)"
            }
        return what + (tip.map { " tip \($0)" } ?? "")
    }
}

/// The answer to a payment request: the truth as far as it is known.
public struct PaymentReport: Hashable, Sendable {
    public let payment: PaymentID
    public let orderNumber: String?
    public let amount: Money
    public let outcome: PaymentOutcome
    /// The same key had been used for this very request before: nothing was sent to the terminal this time.
    public let wasKnown: Bool

    public init(payment: PaymentID, orderNumber: String?, amount: Money, outcome: PaymentOutcome, wasKnown: Bool) {
        self.payment = payment
        self.orderNumber = orderNumber
        self.amount = amount
        self.outcome = outcome
        self.wasKnown = wasKnown
    }

    init(_ history: PaymentHistory, _ outcome: PaymentOutcome, wasKnown: Bool = false) {
        self.init(
            payment: history.intent.payment, orderNumber: history.intent.orderNumber, amount: history.intent.amount,
            outcome: outcome, wasKnown: wasKnown)
    }
}

extension Failure {
    static let cardDataInRequest = Failure(
        "payment.cardDataInRequest", "A key or a device's name holds what looks like a card number.",
        remedy: "name it otherwise; the terminal alone reads cards", recovery: .giveUp)
}
