import Flow

package enum PaymentFailure: String, ListedFailure {
    package static let title = "Payments"

    case abortedAfterSuccess = "payment.abortedAfterSuccess"
    case archived = "payment.archived"
    case badAmount = "payment.badAmount"
    case cancelled = "payment.cancelled"
    case cardDataInRequest = "payment.cardDataInRequest"
    case doneAlready = "payment.doneAlready"
    case ended = "payment.ended"
    case givenBack = "payment.givenBack"
    case inDoubt = "payment.inDoubt"
    case keyConflict = "payment.keyConflict"
    case left = "payment.left"
    case noAmount = "payment.noAmount"
    case noReason = "payment.noReason"
    case noResult = "payment.noResult"
    case notFound = "payment.notFound"
    case oldTransaction = "payment.oldTransaction"
    case orphan = "payment.orphan"
    case overLimit = "payment.overLimit"
    case partNotTold = "payment.partNotTold"
    case restored = "payment.restored"
    case seemsBooked = "payment.seemsBooked"
    case terminalBusy = "payment.terminalBusy"
    case transactionClaimed = "payment.transactionClaimed"
    case unresolved = "payment.unresolved"

    package var meaning: FailureMeaning {
        switch self {
        case .abortedAfterSuccess:
            .init(
                .inDoubt, mends: .time,
                "The terminal ended a payment after it had approved it; recovery asks what it booked.")
        case .archived:
            .init(
                .conflict, mends: .operator,
                "The payment's facts are in an archive, so nothing more can be done with it.")
        case .badAmount: .init(.usage, mends: .integrator, "The amount is not positive, or has too many digits.")
        case .cancelled:
            .init(
                .cancelled, mends: .cashier,
                "The payment was cancelled before the terminal was asked. Nothing was charged.")
        case .cardDataInRequest:
            .init(.usage, mends: .integrator, "The key or a name in the request looks like a card number.")
        case .doneAlready:
            .init(
                .conflict, mends: .cashier,
                "The same was asked for just before and has turned out to be approved, so it was not begun again.")
        case .ended:
            .init(.conflict, mends: .cashier, "The payment has ended already and cannot be cancelled any more.")
        case .givenBack:
            .init(.conflict, mends: .integrator, "The payment with this key was paid and given back since.")
        case .inDoubt:
            .init(
                .temporary, mends: .operator,
                "An earlier payment on this terminal or for this order is in doubt. Nothing was charged.")
        case .keyConflict: .init(.conflict, mends: .integrator, "The key was used for another request.")
        case .left:
            .init(
                .inDoubt, mends: .time,
                "Till was told to stop before the terminal had ended the payment; recovery asks what it booked.")
        case .noAmount:
            .init(
                .inDoubt, mends: .time,
                "The terminal ended the payment and did not say which amount it booked; recovery asks.")
        case .noReason:
            .init(
                .inDoubt, mends: .time,
                "The terminal ended the payment and did not say why; recovery asks what it booked.")
        case .noResult:
            .init(
                .inDoubt, mends: .time,
                "The terminal ended the payment without a result; recovery asks what it booked.")
        case .notFound: .init(.notFound, mends: .cashier, "There is no such payment.")
        case .oldTransaction:
            .init(
                .inDoubt, mends: .operator,
                "The terminal reported an older transaction as the result of this one, or its clock is wrong.")
        case .orphan:
            .init(
                .inDoubt, mends: .time,
                "The terminal reported the end of something that it was not asked for; recovery asks what it booked.")
        case .overLimit: .init(.notPermitted, mends: .operator, "The amount is more than this till may take.")
        case .partNotTold:
            .init(
                .inDoubt, mends: .time,
                "The terminal did not tell whether it booked the part or the whole; recovery asks.")
        case .restored:
            .init(
                .inDoubt, mends: .operator,
                "The payment was open in a backup that was restored, and what became of it since is not known.")
        case .seemsBooked:
            .init(
                .temporary, mends: .operator,
                "The terminal's last transaction may be an earlier payment after all. Nothing was charged.")
        case .terminalBusy:
            .init(.temporary, mends: .time, "Another payment or an end of day is running on this terminal.")
        case .transactionClaimed:
            .init(.inDoubt, mends: .operator, "The transaction that would settle this payment belongs to another one.")
        case .unresolved: .init(.inDoubt, mends: .operator, "Recovery could not find out what became of the payment.")
        }
    }
}
