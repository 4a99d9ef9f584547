import Failures
import Flow
import Model

/// Why a payment was not begun. Nothing was charged and nothing was sent to the terminal.
extension Failure {
    package static func noPayment(_ reference: String) -> Failure {
        Failure(
            PaymentFailure.notFound, "There is no payment \(reference).", remedy: "run `till journal list`",
            recovery: .giveUp)
    }

    /// The request of this key was paid and has been given back since.
    static func paidAndGivenBack(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.givenBack,
            "\(payment), which has this key, was paid, and is given back, or just being given back.",
            remedy: "see how: till why \(payment); to pay anew, use another key", recovery: .giveUp)
    }

    /// `payment.inDoubt`: exit 75.
    package static func inDoubt(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.inDoubt, "Payment \(payment) is not resolved; this one was not started.",
            remedy: "connect its terminal and run `till resolve`; what is known: till why \(payment)", recovery: .retry)
    }

    /// The transaction that is to be given back or shown is still in doubt.
    package static func stillInDoubt(_ payment: PaymentID, _ reference: String) -> Failure {
        Failure(
            PaymentFailure.inDoubt,
            "Payment \(payment) for order \(reference) is in doubt: nothing is given back before it is known.",
            remedy: "connect its terminal and run `till resolve`; what is known: till why \(payment)", recovery: .retry)
    }

    package static func stillRuns(_ payment: PaymentID, _ reference: String) -> Failure {
        Failure(
            PaymentFailure.inDoubt, "Payment \(payment) for order \(reference) runs just now.",
            remedy: "wait until it has ended", recovery: .retry)
    }

    /// An earlier request for the same payment, whose end was not known, was carried out: exit 8.
    static func doneAlready(_ earlier: PaymentReport) -> Failure {
        Failure(
            PaymentFailure.doneAlready,
            "\(earlier.payment) for \(earlier.amount) asked for the same; it is approved, as the terminal told just now.",
            remedy: "to do it once more, run the same command again", recovery: .giveUp)
    }

    static let cancelledInTime = Failure(
        PaymentFailure.cancelled, "Cancelled before the terminal was asked. Nothing was charged.", recovery: .giveUp)

    static func keyConflict(_ key: String, _ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.keyConflict, "The key \(key) was used for another request, payment \(payment).",
            remedy: "use a new key for a new request", recovery: .giveUp)
    }

    static func orderPaid(_ number: String, by payment: PaymentID) -> Failure {
        Failure(
            OrderFailure.alreadyPaid, "Order \(number) is paid by \(payment).",
            remedy: "run `till reprint \(number)` for its receipt", recovery: .giveUp)
    }

    static func orderRefunded(_ number: String, by payment: PaymentID) -> Failure {
        Failure(
            OrderFailure.refunded, "Order \(number) was refunded: payment \(payment) was given back as a whole.",
            remedy: "sell it as a new order", recovery: .giveUp)
    }

    static func orderNotPayable(_ order: Order) -> Failure {
        switch order.status {
        case .refunded:
            Failure(
                OrderFailure.refunded, "Order \(order.number) was refunded in the shop.",
                remedy: "sell it as a new order",
                recovery: .giveUp)
        case .processing, .completed:
            Failure(
                OrderFailure.alreadyPaid, "Order \(order.number) is \(order.status.rawValue): it is paid already.",
                recovery: .giveUp)
        case .pending, .onHold, .cancelled, .failed, .other:
            Failure(
                OrderFailure.notPayable, "Order \(order.number) is \(order.status.rawValue) and cannot be paid.",
                recovery: .giveUp)
        }
    }

    static func badAmount(_ amount: Money, of kind: TransactionKind = .payment) -> Failure {
        let what =
            switch kind {
            case .payment, .booking: "charged"
            case .refund, .reversal: "given back"
            case .reservation: "reserved"
            case .release: "released"
            }
        return Failure(
            PaymentFailure.badAmount, "\(amount) cannot be \(what).",
            remedy: "an amount is positive and has at most twelve digits", recovery: .giveUp)
    }

    static func overLargestPayment(_ amount: Money, _ largest: Money) -> Failure {
        Failure(
            PaymentFailure.overLimit, "\(amount) is more than \(largest), the largest payment that this till takes.",
            remedy:
                "check the amount; where it is meant, raise policy.largest_payment where till config show says it comes from",
            recovery: .askOperator)
    }

    static func otherCurrency(_ order: Order, _ expected: Currency) -> Failure {
        Failure(
            OrderFailure.otherCurrency,
            "Order \(order.number) is in \(order.total.currency.code), not in \(expected.code).",
            remedy: "leave --currency out, or name the order that is meant", recovery: .giveUp)
    }
}
