import Flow
import Model
import Storage
import Payments
import Stores

extension Output {
    typealias PaymentDocument = Joined<Payment, CardResult>

    /// The document of a payment, and what the terminal told of it.
    static func payment(_ report: PaymentReport, prints: [Print]?) -> PaymentDocument {
        Joined(body: Payment(report, prints: prints), more: CardResult(report.outcome))
    }

    /// What a terminal told of a transaction that it booked, or declined.
    struct CardResult: Encodable {
        /// The result code of the terminal or the host, 5 for `05`, where it declined.
        let declineCode: Int?
        let receiptNumber: Int?
        let trace: Int?
        let terminalId: String?
        let approvalCode: String?
        /// As the terminal names it: `Mastercard`.
        let cardBrand: String?
        let cardLastFour: String?

        /// - Parameter terminal: the id that is known of the terminal, where its result tells none.
        init(_ outcome: PaymentOutcome?, terminal: String? = nil) {
            let result = outcome?.result
            declineCode = outcome?.declineCode
            (receiptNumber, trace) = (result?.receiptNumber, result?.trace)
            terminalId = result?.terminalID ?? terminal
            approvalCode = result?.approvalCode
            (cardBrand, cardLastFour) = (result?.cardName, result?.panLastDigits)
        }
    }

    /// What came of a payment, or of whatever moves or holds money as one does.
    struct Payment: Encodable {
        let payment: String
        let kind: String
        /// The payment that was to be given back, or the reservation that was to be ended.
        let original: String?
        let advice: String?
        let outcome: String
        let order: String?
        let amount: String
        let amountMinor: Int64
        /// The part of the amount that is a tip.
        let tip: String?
        let tipMinor: Int64?
        /// What was asked for, where the terminal booked another amount.
        let asked: String?
        let askedMinor: Int64?
        let currency: String
        let reason: String?
        /// `given`, `part` or `none`, where goods were to be given and somebody said so.
        let goods: String?
        let known: Bool
        /// Nil where the paper is yet to come.
        let prints: [Print]?

        init(_ report: PaymentReport, prints: [Print]?) {
            payment = report.payment.rawValue
            kind = report.purpose.kind.rawValue
            original = report.purpose.original?.rawValue
            advice = report.advice?.rawValue
            outcome = report.outcome.word
            order = report.orderNumber
            (amount, amountMinor) = (report.amount.formatted(), report.amount.minorUnits)
            (tip, tipMinor) = (report.tip?.formatted(), report.tip?.minorUnits)
            (asked, askedMinor) = (report.asked?.formatted(), report.asked?.minorUnits)
            currency = report.amount.currency.code
            reason = report.outcome.reason
            goods = report.goods?.word
            known = report.wasKnown
            self.prints = prints
        }
    }

    struct Print: Encodable {
        let receipt: String
        let copy: String
        let duplicate: Int
        let state: String
        let failure: String?
        let printer: String
        /// Why it was not printed where it was to be.
        let insteadBecause: String?
        /// What the paper says otherwise than the receipt.
        let replaced: [String]

        /// One that this process made.
        init(_ report: PrintReport) {
            receipt = report.receipt.rawValue
            copy = report.copy.rawValue
            duplicate = report.mark.number
            state = report.end.word
            failure = report.failure?.code
            printer = report.printer.description
            insteadBecause = report.insteadBecause?.code
            replaced = report.replaced
        }

        /// A print that was cut off with the process that made it.
        init(_ print: CutOffPrint) {
            receipt = print.receipt.rawValue
            copy = print.copy.rawValue
            duplicate = print.mark.number
            state = PrintState.unknown.rawValue
            (failure, insteadBecause) = (PrintJob.cutOff.rawValue, nil)
            printer = print.printer
            replaced = []
        }

        /// One that waits, or that another process made.
        init(_ print: PrintHistory) {
            let job = print.job
            receipt = job.receipt.rawValue
            copy = job.copy.rawValue
            duplicate = job.mark.number
            state = job.state.rawValue
            (failure, insteadBecause) = (job.failureCode, print.move?.because.code)
            printer = job.printer
            replaced = []
        }
    }
}

extension PaymentOutcome {
    /// Why, in an English sentence, where the outcome has a reason.
    var reason: String? {
        switch self {
        case .approved: nil
        case .declined(_, let text): text
        case .cancelled, .reversed, .goodsNotGiven, .goodsUnpaid: nil
        case .notCharged(let reason), .inDoubt(let reason): reason.description
        }
    }

    /// What the terminal told of it, where it was booked.
    var result: TransactionResult? {
        switch self {
        case .approved(let result): result
        case .reversed(let result): result
        case .declined, .cancelled, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: nil
        }
    }

    /// The code of a declined transaction.
    var declineCode: Int? {
        if case .declined(let code, _) = self { code.number.map(Int.init) } else { nil }
    }
}
