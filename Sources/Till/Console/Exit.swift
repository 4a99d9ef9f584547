import ArgumentParser
import Flow
import Model

/// The exit codes of the command line. They are a contract: scripts of kiosks act on them.
enum Exit: Int32, Sendable {
    case done = 0
    case internalError = 1
    case declined = 3
    case cancelled = 4
    case inDoubt = 5
    case deviceNotAvailable = 6
    case notFound = 7
    case conflict = 8
    case paidButNotPrinted = 9
    case notPermitted = 10
    case totalsDiffer = 11
    case usage = 64
    case malformed = 65
    case temporary = 75

    init(_ outcome: PaymentOutcome) {
        self =
            switch outcome {
            case .approved: .done
            case .declined, .reversed, .goodsUnpaid: .declined
            case .cancelled, .goodsNotGiven: .cancelled
            case .notCharged: .temporary
            case .inDoubt: .inDoubt
            }
    }

    /// By the failure's stable code; what has none here is an internal error.
    init(_ failure: Failure) {
        self = Self.byCode[failure.code] ?? Self.byLayer[String(failure.code.prefix { $0 != "." })] ?? .internalError
    }

    private static let byCode: [String: Exit] = [
        "payment.inDoubt": .temporary, "payment.seemsBooked": .temporary, "payment.terminalBusy": .temporary,
        "payment.keyConflict": .conflict,
        "payment.cancelled": .cancelled, "reader.stopped": .cancelled, "endOfDay.notDone": .temporary,
        "endOfDay.open": .inDoubt,
        "endOfDay.lost": .malformed, "endOfDay.notFound": .notFound, "endOfDay.unclear": .inDoubt,
        "reader.busy": .temporary,
        "payment.doneAlready": .conflict, "payment.transactionClaimed": .inDoubt, "outbox.inUse": .temporary,
        "endOfDay.otherTerminal": .deviceNotAvailable, "reader.noProfile": .notFound,
        "payment.badAmount": .usage, "payment.cardDataInRequest": .usage, "payment.notFound": .notFound,
        "receipt.notFound": .notFound, "refund.notPaid": .conflict, "refund.takenBackAtTerminal": .conflict,
        "refund.exceedsPayment": .conflict,
        "refund.notConfirmed": .conflict, "refund.forbidden": .notPermitted, "refund.overLimit": .notPermitted,
        "reversal.partlyGivenBack": .conflict,
        "settlement.contradiction": .conflict, "settlement.tooEarly": .temporary, "payment.givenBack": .conflict,
        "settlement.otherAmount": .conflict, "order.underpaid": .conflict,
        "settlement.noEvidence": .usage, "settlement.badEvidence": .usage,
        "settlement.notInDoubt": .conflict, "settlement.notOperators": .conflict, "settlement.givenBack": .conflict,
        "settlement.shopWasTold": .conflict, "reversal.noReceipt": .conflict,
        "reversal.dayEnded": .conflict, "reversal.numberReused": .conflict,
        "reversal.otherTerminal": .deviceNotAvailable, "reservation.otherTerminal": .deviceNotAvailable,
        "order.reserved": .conflict,
        "goods.badAnswer": .usage, "goods.notForThis": .usage, "goods.notApproved": .temporary,
        "order.otherCurrency": .conflict, "payment.overLimit": .notPermitted,
        "order.alreadyPaid": .conflict, "order.refunded": .conflict, "order.notPayable": .conflict,
        "shop.notFound": .notFound,
        "shop.refused": .usage,
        "shop.unauthorized": .notPermitted, "shop.forbidden": .notPermitted, "account.signedOut": .notPermitted,
        "storage.busy": .temporary, "storage.abandoned": .internalError, "storage.missing": .internalError,
        "storage.conflict": .conflict, "lane.full": .temporary, "line.badOption": .usage,
        "line.badAddress": .usage, "printer.badAddress": .usage,
        "printer.cannot": .usage, "reader.badProtocol": .usage, "reader.noAcquirer": .usage,
        "acquirer.unknown": .usage,
        "mail.off": .usage, "mail.badAddress": .usage, "mail.notFound": .notFound,
        "reader.otherCurrency": .conflict, "reader.amountOutOfRange": .usage, "reader.receiptOutOfRange": .usage,
        "simulator.scenario": .usage, "simulator.badScenario": .malformed,
        "simulator.badFault": .usage,
        "simulator.badOption": .usage, "journal.broken": .malformed, "journal.contradicted": .malformed,
        "journal.nothingLost": .conflict, "journal.key": .deviceNotAvailable,
        "archive.tooRecent": .usage, "archive.inUse": .temporary,
        "archive.missing": .notFound, "archive.notOne": .malformed, "archive.damaged": .malformed,
        "payment.archived": .conflict, "receipt.archived": .conflict,
        "output.cannotWrite": .usage,
        "output.notWritten": .deviceNotAvailable,
        "trace.notFound": .notFound, "trace.none": .malformed, "trace.version": .malformed,
        "receipt.cardData": .malformed,
        "receipt.printedBefore": .conflict, "receipt.withdrawn": .conflict, "receipt.malformed": .malformed,
        "receipt.badTemplate": .malformed, "receipt.totalsDiffer": .malformed, "receipt.notForThis": .usage,
    ]

    private static let byLayer: [String: Exit] = [
        "reader": .deviceNotAvailable, "printer": .deviceNotAvailable, "line": .deviceNotAvailable,
        "storage": .deviceNotAvailable, "paper": .deviceNotAvailable, "simulator": .deviceNotAvailable,
        "shop": .temporary, "session": .temporary, "input": .malformed, "usage": .usage, "device": .usage,
        "config": .malformed, "goods": .conflict, "reservation": .conflict,
        "mail": .temporary, "archive": .conflict, "acquirer": .temporary, "outbox": .temporary,
        "picture": .malformed, "symbol": .malformed,
        // What has no code of its own is why the outcome of a payment is not known.
        "payment": .inDoubt,
    ]

    var code: ExitCode { ExitCode(rawValue) }
}
