import Failures
import Flow
import Model
import Storage

/// The answer to a payment request: everything that is known about the outcome.
package struct PaymentReport: Hashable, Sendable {
    /// The id of the transaction, whatever its kind.
    package let payment: PaymentID
    package let purpose: TransactionPurpose
    package let orderNumber: String?
    /// The amount, tip included.
    package let amount: Money
    /// The part of the amount that was asked for as a tip.
    package let tip: Money?
    /// The amount that was asked for, if another amount was booked.
    package let asked: Money?
    package let outcome: PaymentOutcome
    /// What became of the goods, if there were any and somebody reported it.
    package let goods: DispenseResult?
    /// Whether an earlier request with this key has asked for this already: nothing was sent to the terminal this time.
    package let wasKnown: Bool
    /// Whether the booked amount covers what was to be paid.
    package let suffices: Bool
    /// Whether the outcome is a person's statement, for which no terminal was asked.
    package let isSaid: Bool
    /// The payment that stands too much for its order, this one or another; nil if none does.
    package var surplus: SurplusPayment?

    package init(
        payment: PaymentID, purpose: TransactionPurpose = .payment, orderNumber: String?, amount: Money,
        outcome: PaymentOutcome,
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

    /// What is to be done next, mostly to give money back.
    package enum Advice: String, Hashable, Sendable {
        /// The payment is charged, and no goods were given: reverse it.
        case reverse
        /// More is charged than goods were given for: refund the rest.
        case refundRest = "refund_rest"
        /// More was booked than was asked for: refund the difference.
        case refundDifference = "refund_difference"
        /// Refund the payment: too little was booked, and the order is not paid by it.
        case refundTooLittle = "refund_too_little"
        /// More than one payment stands for the order, or one does for an order that was refunded: refund the payment
        /// that the report names for that, which may be another one.
        case refundSurplus = "refund_surplus"
        /// Less was given back than was asked for: refund more.
        case refundMore = "refund_more"
        /// The terminal cannot book a reservation by the amount used: state the unused part.
        case partialRelease = "release_part"
        /// The terminal cannot reverse this payment, because it is not its last one or belongs to a closed day: refund
        /// it.
        case refundInstead = "refund"
        case reversedAlready = "reversed_already"
        /// The terminal may not hold the reservation any more; only a person can say so.
        case reservationGone = "reservation_gone"
    }

    /// What to do next; nil if there is nothing to advise. A refused transaction has its own advice first.
    package var advice: Advice? {
        // A payment with too little pays no order, whichever others pay it.
        guard surplus != nil, suffices else { return adviceOfItself }
        if case .approved = outcome { return .refundSurplus }
        return adviceOfItself ?? .refundSurplus
    }

    /// What to do next, whatever else stands for its order.
    private var adviceOfItself: Advice? {
        if let asked, case .approved = outcome {
            switch purpose {
            case .refund(_?), .reversal: return asked.minorUnits > amount.minorUnits ? .refundMore : nil
            case .refund(.none), .reservation, .release: return nil
            case .payment, .booking: break
            }
            return suffices ? asked.minorUnits < amount.minorUnits ? .refundDifference : nil : .refundTooLittle
        }
        if let goods, case .approved = outcome { return goods.advice(charged: amount) }
        guard case .declined(let code, _) = outcome else { return nil }
        return switch (purpose, code.reason) {
        case (.reversal, .alreadyReversed): .reversedAlready
        case (.reversal, .endOfDayNotPossible), (.reversal, .notPossible), (.reversal, .reversalNotPossible):
            .refundInstead
        case (.booking(let booking), .notPossible) where booking.command == .bookTotal && booking.rest(of: amount) > 0:
            .partialRelease
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

extension PaymentReport {
    /// The report with what stands too much for its order, as the storage has it now. A report that cannot be completed is
    /// left as it is: the outcome is told in any case.
    package func withSurplus(in storage: any StorageManagerType) -> PaymentReport {
        guard outcome.isFinal else { return self }
        var report = self
        report.surplus = try? storage.reading { try SurplusPayment.find(ofOrderOf: payment, in: $0) }
        return report
    }
}

extension Failure {
    static let cardDataInRequest = Failure(
        PaymentFailure.cardDataInRequest, Sentence("failure.payment.cardDataInRequest"),
        remedy: Sentence("remedy.payment.cardDataInRequest"), recovery: .giveUp)
}
