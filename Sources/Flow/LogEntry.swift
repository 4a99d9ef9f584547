import Model

/// One thing that happened, as a value: what, and about whom. It becomes text only here, and no text of it holds card
/// data; there is no way to put a telegram's bytes into one.
public struct LogEntry: Hashable, Sendable {
    public let event: LoggedEvent
    public let fields: [LogField]

    public init(_ event: LoggedEvent, _ fields: [LogField] = []) {
        self.event = event
        self.fields = fields
    }

    /// A sentence for a person.
    public var message: String {
        let details = fields.compactMap(\.detail)
        return CardData.masked(
            details.isEmpty ? event.sentence : "\(event.sentence): \(details.joined(separator: "; "))")
    }

    /// Name and value of each field, the names as the journal has them: `PAYMENT_ID`.
    public var metadata: [String: String] {
        fields.reduce(into: [:]) { $0[$1.name] = CardData.masked($1.value) }
    }
}

/// Whom or what an entry is about.
public enum LogField: Hashable, Sendable {
    case payment(PaymentID)
    case order(OrderID)
    case receipt(ReceiptID)
    case device(DeviceAddress)
    /// `S0` to `S10` (docs/payment-steps.md).
    case step(String)
    /// Its code; the sentence and the causes are told in the message.
    case failure(Failure)
    /// One word: `approved`.
    case outcome(String)
    case command(String)
    case exit(Int32)
    case count(Int)
    /// Words for the message, not to be trusted: a terminal's, a shop's, a person's.
    case words(String)

    /// As the journal names it (systemd.journal-fields(7)): capitals and underscores.
    public var name: String {
        switch self {
        case .payment: "PAYMENT_ID"
        case .order: "ORDER_ID"
        case .receipt: "RECEIPT_ID"
        case .device: "DEVICE"
        case .step: "STEP"
        case .failure: "CODE"
        case .outcome: "OUTCOME"
        case .command: "COMMAND"
        case .exit: "EXIT_STATUS"
        case .count: "COUNT"
        case .words: "WORDS"
        }
    }

    var value: String {
        switch self {
        case .payment(let payment): payment.rawValue
        case .order(let order): order.description
        case .receipt(let receipt): receipt.rawValue
        case .device(let address): address.description
        case .failure(let failure): failure.code
        case .exit(let code): String(code)
        case .count(let count): String(count)
        case .step(let text), .outcome(let text), .command(let text), .words(let text): text
        }
    }

    /// What the message says of it; nil where the field speaks for itself.
    fileprivate var detail: String? {
        switch self {
        case .failure(let failure):
            ([failure.sentence] + failure.causes.map { "because: \($0)" }).joined(separator: " ")
        case .step(let text), .outcome(let text), .command(let text), .words(let text): text
        case .count(let count): String(count)
        case .exit(let code): "exit \(code)"
        case .payment, .order, .receipt, .device: nil
        }
    }
}
