import Flow

package enum ReaderFailure: String, ListedFailure {
    package static let title = "Card terminals and encrypting readers"

    case abandoned = "reader.abandoned"
    case amountOutOfRange = "reader.amountOutOfRange"
    case badProtocol = "reader.badProtocol"
    case busy = "reader.busy"
    case closed = "reader.closed"
    case endOfDayDemanded = "reader.endOfDayDemanded"
    case endless = "reader.endless"
    case exchanged = "reader.exchanged"
    case foreignProtocol = "reader.foreignProtocol"
    case foreignTransaction = "reader.foreignTransaction"
    case lineLost = "reader.lineLost"
    case malformed = "reader.malformed"
    case noAcquirer = "reader.noAcquirer"
    case noAnswer = "reader.noAnswer"
    case noProfile = "reader.noProfile"
    case noTotals = "reader.noTotals"
    case notAsked = "reader.notAsked"
    case notEncrypting = "reader.notEncrypting"
    case notReady = "reader.notReady"
    case otherCurrency = "reader.otherCurrency"
    case receiptOutOfRange = "reader.receiptOutOfRange"
    case refused = "reader.refused"
    case stopped = "reader.stopped"
    case transmission = "reader.transmission"

    package var meaning: FailureMeaning {
        switch self {
        case .abandoned:
            .init(.deviceUnavailable, mends: .time, "Nothing said how the conversation with the terminal ended.")
        case .amountOutOfRange: .init(.usage, mends: .integrator, "The reader's protocol has no room for this amount.")
        case .badProtocol:
            .init(.usage, mends: .integrator, "The reader's address names a protocol that Till does not know.")
        case .busy: .init(.temporary, mends: .time, "The terminal is busy with something else.")
        case .closed:
            .init(.deviceUnavailable, mends: .time, "The connection to the terminal was closed by this process.")
        case .endOfDayDemanded:
            .init(
                .deviceUnavailable, mends: .cashier,
                "The terminal wants its end of day before it does anything else. Nothing was charged.")
        case .endless:
            .init(
                .deviceUnavailable, mends: .operator,
                "The terminal did not end what was asked of it within the longest time or number of answers.")
        case .exchanged: .init(.deviceUnavailable, mends: .operator, "Another terminal answers than before.")
        case .foreignProtocol: .init(.deviceUnavailable, mends: .operator, "What answers speaks another protocol.")
        case .foreignTransaction:
            .init(.deviceUnavailable, mends: .cashier, "The terminal is in a transaction that Till did not start.")
        case .lineLost: .init(.deviceUnavailable, mends: .cashier, "The line to the terminal failed.")
        case .malformed: .init(.deviceUnavailable, mends: .service, "The terminal sent a telegram that cannot be read.")
        case .noAcquirer: .init(.usage, mends: .integrator, "The address of an encrypting reader names no acquirer.")
        case .noAnswer: .init(.deviceUnavailable, mends: .cashier, "The terminal does not answer.")
        case .noProfile: .init(.notFound, mends: .operator, "Nothing was found out about this terminal yet.")
        case .noTotals: .init(.deviceUnavailable, mends: .operator, "The terminal does not tell what it has counted.")
        case .notAsked:
            .init(
                .deviceUnavailable, mends: .time,
                "Nothing is known of the terminal now: something else uses it, so that it could not be asked for minutes."
            )
        case .notEncrypting:
            .init(
                .deviceUnavailable, mends: .service,
                "The reader hands out card data that is not encrypted; it was thrown away.")
        case .notReady:
            .init(
                .deviceUnavailable, mends: .operator,
                "The terminal refused the registration, or is not ready for payments.")
        case .otherCurrency: .init(.conflict, mends: .cashier, "The terminal takes another currency.")
        case .receiptOutOfRange: .init(.usage, mends: .integrator, "No terminal has a receipt of this number.")
        case .refused: .init(.deviceUnavailable, mends: .cashier, "The terminal or the reader refused the command.")
        case .stopped:
            .init(.cancelled, mends: .cashier, "Till was stopped before the terminal had answered. No money was moved.")
        case .transmission:
            .init(
                .deviceUnavailable, mends: .operator,
                "What the terminal sends comes damaged, or what is sent to it is not acknowledged.")
        }
    }
}
