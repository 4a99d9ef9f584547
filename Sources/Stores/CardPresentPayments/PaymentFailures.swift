import Flow
import Model

/// Why a payment was not begun. Nothing was charged and nothing was sent.
extension Failure {
    /// What its key stands for was paid, and is not any more.
    static func paidAndGivenBack(_ payment: PaymentID) -> Failure {
        Failure(
            "payment.givenBack",
            "\(payment), which has this key, was paid, and is given back, or just being given back.",
            remedy: "see how: till why \(payment); to pay anew, use another key", recovery: .giveUp)
    }

    /// `payment.inDoubt`: exit 75.
    static func inDoubt(_ payment: PaymentID) -> Failure {
        Failure(
            "payment.inDoubt", "Payment \(payment) is not resolved; this one was not started.",
            remedy: "run `till why \(payment)` and connect its terminal", recovery: .retry)
    }

    /// An earlier request for the same, which nobody knew the end of: exit 8.
    static func doneAlready(_ earlier: PaymentReport) -> Failure {
        Failure(
            "payment.doneAlready",
            "\(earlier.payment) for \(earlier.amount) asked for the same; it is approved, as the terminal told just now.",
            remedy: "to do it once more, run the same command again", recovery: .giveUp)
    }

    static let cancelledInTime = Failure(
        "payment.cancelled", "Cancelled before the terminal was asked. Nothing was charged.", recovery: .giveUp)

    static func keyConflict(_ key: String, _ payment: PaymentID) -> Failure {
        Failure(
            "payment.keyConflict", "The key \(key) was used for another request, payment \(payment).",
            remedy: "use a new key for a new request", recovery: .giveUp)
    }

    static func orderPaid(_ number: String, by payment: PaymentID) -> Failure {
        Failure(
            "order.alreadyPaid", "Order \(number) is paid by \(payment).",
            remedy: "run `till reprint \(number)` for its receipt", recovery: .giveUp)
    }

    static func orderRefunded(_ number: String, by payment: PaymentID) -> Failure {
        Failure(
            "order.refunded", "Order \(number) was refunded: payment \(payment) was given back as a whole.",
            remedy: "sell it as a new order", recovery: .giveUp)
    }

    static func orderNotPayable(_ order: Order) -> Failure {
        switch order.status {
        case .refunded:
            Failure(
                "order.refunded", "Order \(order.number) was refunded in the shop.", remedy: "sell it as a new order",
                recovery: .giveUp)
        case .processing, .completed:
            Failure(
                "order.alreadyPaid", "Order \(order.number) is \(order.status.rawValue): it is paid already.",
                recovery: .giveUp)
        case .pending, .onHold, .cancelled, .failed, .other:
            Failure(
                "order.notPayable", "Order \(order.number) is \(order.status.rawValue) and cannot be paid.",
                recovery: .giveUp)
        }
    }

    static func badAmount(_ amount: Money) -> Failure {
        Failure(
            "payment.badAmount", "\(amount) cannot be charged.",
            remedy: "an amount is positive and has at most twelve digits", recovery: .giveUp)
    }
}
