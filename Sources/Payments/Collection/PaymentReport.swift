import Failures
import Flow
import Model

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
    package let goods: DispenseResult?
    /// The same key had been used for this very request before: nothing was sent to the terminal this time.
    package let wasKnown: Bool
    /// Whether what was booked is enough for what was to be paid.
    package let suffices: Bool
    /// Whether no terminal was asked for it: a person said that it has happened.
    package let isSaid: Bool

    package init(
        payment: PaymentID, purpose: Purpose = .payment, orderNumber: String?, amount: Money, outcome: PaymentOutcome,
        goods: DispenseResult? = nil, wasKnown: Bool, asked: Money? = nil, suffices: Bool = true, tip: Money? = nil,
        isSaid: Bool = false
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
        self.isSaid = isSaid
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
        /// Less was given back than was asked for.
        case refundMore = "refund_more"
        /// The terminal cannot book a reservation by what was used.
        case releasePart = "release_part"
        /// The terminal cannot take this payment back: it is not its last one, or of a day that it has closed.
        case refundInstead = "refund"
        case reversedAlready = "reversed_already"
        /// The terminal may not hold the reservation any more; then only a person can say so.
        case reservationGone = "reservation_gone"
    }

    /// Nil where there is nothing to advise.
    package var advice: Advice? {
        if let asked, case .approved = outcome {
            if case .refund(_?) = purpose { return asked.minorUnits > amount.minorUnits ? .refundMore : nil }
            guard purpose.kind.takesMoney else { return nil }
            return suffices ? asked.minorUnits < amount.minorUnits ? .refundDifference : nil : .refundTooLittle
        }
        if let goods, case .approved = outcome { return goods.advice(charged: amount) }
        guard case .declined(let code, _) = outcome else { return nil }
        return switch (purpose, code.reason) {
        case (.reversal, .alreadyReversed): .reversedAlready
        case (.reversal, .endOfDayNotPossible), (.reversal, .notPossible), (.reversal, .reversalNotPossible):
            .refundInstead
        case (.booking(let booking), .notPossible) where booking.command == .bookTotal && booking.rest(of: amount) > 0:
            .releasePart
        case (.booking, .preauthorisationError): .reservationGone
        case (.release, let reason) where reason != .busy && reason != .notPossible: .reservationGone
        default: nil
        }
    }

    package init(_ history: PaymentHistory, _ outcome: PaymentOutcome, wasKnown: Bool = false) {
        self.init(
            payment: history.intent.payment, purpose: history.intent.purpose, orderNumber: history.intent.orderNumber,
            amount: history.amount, outcome: outcome, goods: history.goods ?? history.lateGoods, wasKnown: wasKnown,
            asked: history.otherAmount.map { _ in history.intent.amount }, suffices: history.suffices,
            tip: history.intent.tip, isSaid: history.intent.isSaid)
    }
}

extension Failure {
    static let cardDataInRequest = Failure(
        PaymentFailure.cardDataInRequest, "A key or a device's name holds what looks like a card number.",
        remedy: "name it otherwise; the terminal alone reads cards", recovery: .giveUp)
}
