import Failures
import Flow
import Model

/// Why a payment was not begun. Nothing was charged and nothing was sent to the terminal.
extension Failure {
    package static func noPayment(_ reference: String) -> Failure {
        Failure(
            PaymentFailure.notFound, Sentence("failure.payment.notFound", ["reference": reference]),
            remedy: Sentence("remedy.payment.notFound"), recovery: .giveUp)
    }

    /// The request of this key was paid and has been given back since.
    static func paidAndGivenBack(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.givenBack, Sentence("failure.payment.givenBack", ["payment": payment]),
            remedy: Sentence("remedy.payment.givenBack", ["payment": payment]), recovery: .giveUp)
    }

    /// `payment.inDoubt`: exit 75.
    package static func inDoubt(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.inDoubt, Sentence("failure.payment.inDoubt.inDoubt", ["payment": payment]),
            remedy: Sentence("remedy.payment.inDoubt.inDoubt", ["payment": payment]), recovery: .retry)
    }

    /// The same, where no payment was to begin.
    package static func unresolved(_ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.inDoubt, Sentence("failure.payment.inDoubt.unresolved", ["payment": payment]),
            remedy: Sentence("remedy.payment.inDoubt.inDoubt", ["payment": payment]), recovery: .retry)
    }

    /// The transaction that is to be given back or shown is still in doubt.
    package static func stillInDoubt(_ payment: PaymentID, _ reference: String) -> Failure {
        Failure(
            PaymentFailure.inDoubt,
            Sentence("failure.payment.inDoubt.stillInDoubt", ["payment": payment, "reference": reference]),
            remedy: Sentence("remedy.payment.inDoubt.inDoubt", ["payment": payment]), recovery: .retry)
    }

    package static func stillRuns(_ payment: PaymentID, _ reference: String) -> Failure {
        Failure(
            PaymentFailure.inDoubt,
            Sentence("failure.payment.inDoubt.stillRuns", ["payment": payment, "reference": reference]),
            remedy: Sentence("remedy.payment.inDoubt.stillRuns"), recovery: .retry)
    }

    /// An earlier request for the same payment, whose end was not known, was carried out: exit 8.
    static func doneAlready(_ earlier: PaymentReport) -> Failure {
        Failure(
            PaymentFailure.doneAlready,
            Sentence("failure.payment.doneAlready", ["payment": earlier.payment, "amount": earlier.amount]),
            remedy: Sentence("remedy.payment.doneAlready"), recovery: .giveUp)
    }

    static let cancelledInTime = Failure(
        PaymentFailure.cancelled, Sentence("failure.payment.cancelled"), recovery: .giveUp)

    static func keyConflict(_ key: String, _ payment: PaymentID) -> Failure {
        Failure(
            PaymentFailure.keyConflict, Sentence("failure.payment.keyConflict", ["key": key, "payment": payment]),
            remedy: Sentence("remedy.payment.keyConflict"), recovery: .giveUp)
    }

    static func orderPaid(_ number: String, by payment: PaymentID) -> Failure {
        Failure(
            OrderFailure.alreadyPaid,
            Sentence("failure.order.alreadyPaid.orderPaid", ["number": number, "payment": payment]),
            remedy: Sentence("remedy.order.alreadyPaid", ["number": number]), recovery: .giveUp)
    }

    static func orderRefunded(_ number: String, by payment: PaymentID) -> Failure {
        Failure(
            OrderFailure.refunded,
            Sentence("failure.order.refunded.orderRefunded", ["number": number, "payment": payment]),
            remedy: Sentence("remedy.order.refunded"), recovery: .giveUp)
    }

    static func orderNotPayable(_ order: Order) -> Failure {
        switch order.status {
        case .refunded:
            Failure(
                OrderFailure.refunded, Sentence("failure.order.refunded.refunded", ["number": order.number]),
                remedy: Sentence("remedy.order.refunded"), recovery: .giveUp)
        case .processing, .completed:
            Failure(
                OrderFailure.alreadyPaid,
                Sentence(
                    "failure.order.alreadyPaid.processing", ["number": order.number, "status": order.status.rawValue]),
                recovery: .giveUp)
        case .pending, .onHold, .cancelled, .failed, .other:
            Failure(
                OrderFailure.notPayable,
                Sentence("failure.order.notPayable", ["number": order.number, "status": order.status.rawValue]),
                recovery: .giveUp)
        }
    }

    static func badAmount(_ amount: Money, of kind: TransactionKind = .payment) -> Failure {
        let sentence =
            switch kind {
            case .payment, .booking: Sentence("failure.payment.badAmount.charge", ["amount": amount])
            case .refund, .reversal: Sentence("failure.payment.badAmount.giveBack", ["amount": amount])
            case .reservation: Sentence("failure.payment.badAmount.reserve", ["amount": amount])
            case .release: Sentence("failure.payment.badAmount.release", ["amount": amount])
            }
        return Failure(
            PaymentFailure.badAmount, sentence, remedy: Sentence("remedy.payment.badAmount"), recovery: .giveUp)
    }

    static func overLargestPayment(_ amount: Money, _ largest: Money) -> Failure {
        Failure(
            PaymentFailure.overLimit, Sentence("failure.payment.overLimit", ["amount": amount, "largest": largest]),
            remedy: Sentence("remedy.payment.overLimit"), recovery: .askOperator)
    }

    static func otherTotal(_ order: Order, _ seen: Money) -> Failure {
        Failure(
            OrderFailure.otherTotal,
            Sentence(
                "failure.order.otherTotal", ["number": order.number, "total": order.total, "seen": seen]),
            recovery: .giveUp)
    }

    static func otherCurrency(_ order: Order, _ expected: Currency) -> Failure {
        Failure(
            OrderFailure.otherCurrency,
            Sentence(
                "failure.order.otherCurrency",
                ["number": order.number, "currency": order.total.currency.code, "expected": expected.code]),
            remedy: Sentence("remedy.order.otherCurrency"), recovery: .giveUp)
    }
}
