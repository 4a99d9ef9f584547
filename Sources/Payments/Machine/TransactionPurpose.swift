import Hardware
import Model

/// The kind of a transaction, with what it refers to: a payment, a reservation or its end, or money that is given back.
package enum TransactionPurpose: Hashable, Codable, Sendable {
    case payment
    /// Gives back a payment in part or as a whole, or an amount without a payment.
    case refund(of: PaymentID?)
    case reversal(of: BookedPayment)
    /// Holds an amount on a card and charges nothing.
    case reservation
    case booking(Capture)
    /// Frees a reservation as a whole.
    case release(of: OpenPreauthorisation)

    package var kind: TransactionKind {
        switch self {
        case .payment: .payment
        case .refund: .refund
        case .reversal: .reversal
        case .reservation: .reservation
        case .booking: .booking
        case .release: .release
        }
    }

    /// The payment that is given back, or the reservation that is ended.
    package var original: PaymentID? {
        switch self {
        case .payment, .reservation: nil
        case .refund(let payment): payment
        case .reversal(let booked): booked.payment
        case .booking, .release: reserved?.payment
        }
    }

    /// The reservation that is ended.
    var reserved: OpenPreauthorisation? {
        switch self {
        case .payment, .refund, .reversal, .reservation: nil
        case .booking(let booking): booking.reserved
        case .release(let reserved): reserved
        }
    }

    /// Whether the terminal may report this transaction as the reversal of that trace. It reports any other transaction
    /// so if it was undone.
    func mayReverse(_ trace: Int) -> Bool {
        switch self {
        case .payment, .refund, .reservation: false
        case .reversal(let booked): booked.trace == nil || booked.trace == trace
        // A transaction that ends a reservation takes a part of it back.
        case .booking, .release: reserved?.name.trace == trace
        }
    }

    /// The request to the terminal for that amount.
    func request(_ amount: Money) -> TerminalRequest {
        switch self {
        case .payment: .authorise(amount)
        case .refund: .refund(amount)
        case .reversal(let booked): .reverse(receipt: booked.receiptNumber, amount)
        case .reservation: .preauthorise(amount)
        case .booking(let booking): booking.request(amount)
        case .release(let reserved): .release(reserved.name, amount)
        }
    }

    /// Whether the result tells how much was booked. The result of a transaction that undoes another names the other's
    /// amount.
    var tellsAmount: Bool {
        switch self {
        case .payment, .refund, .reservation, .booking: true
        case .reversal, .release: false
        }
    }

    /// Whether a terminal may tell this amount in the result.
    func mayTell(_ amountMinor: Int64, of amount: Money) -> Bool {
        switch self {
        case .payment, .refund, .reversal, .reservation: amountMinor == amount.minorUnits
        case .booking(let booking):
            amountMinor == amount.minorUnits
                || booking.command == .partialRelease && amountMinor == booking.rest(of: amount)
        // The amount is either what is freed or what is charged.
        case .release: amountMinor == amount.minorUnits || amountMinor == 0
        }
    }
}

extension TransactionPurpose {
    /// What is said of the payment when the terminal refuses to reverse it because it was reversed before; nil for any
    /// other refusal.
    package func refusal(saysReversed code: DeviceCode) -> Sentence? {
        guard kind == .reversal, code.reason == .alreadyReversed else { return nil }
        return Sentence("kind.nothing.reversedBefore")
    }

    /// What the person who made the request should do after the terminal declined it; nil if nothing is to be done. Only where a
    /// card was to be charged or an amount to be held is another card of use.
    package func nextStep(after code: DeviceCode) -> Sentence? {
        switch kind {
        case .payment, .reservation: code.nextStep.sentence
        case .refund, .reversal, .booking, .release: code.nextStep == .otherCard ? nil : code.nextStep.sentence
        }
    }
}
