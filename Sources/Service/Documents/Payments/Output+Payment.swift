import Flow
import Model
import Storage
import Payments
import Stores

extension Output {
    package typealias PaymentDocument = Joined<Payment, CardResult>

    /// The document of a payment with what the terminal told about it.
    package static func payment(_ report: PaymentReport, prints: [Print]?) -> PaymentDocument {
        Joined(body: Payment(report, prints: prints), more: CardResult(report.outcome))
    }

    /// A terminal's result of an approved or declined transaction.
    package struct CardResult: Encodable {
        /// The result code of the terminal or the host (5 for `05`) if it declined.
        let declineCode: Int?
        let receiptNumber: Int?
        let trace: Int?
        let terminalId: String?
        let approvalCode: String?
        /// The brand as the terminal names it: `Mastercard`.
        let cardBrand: String?
        let cardLastFour: String?

        /// - Parameter terminal: the known id of the terminal, used if its result tells none.
        package init(_ outcome: PaymentOutcome?, terminal: String? = nil) {
            let result = outcome?.result
            declineCode = outcome?.declineCode
            (receiptNumber, trace) = (result?.receiptNumber, result?.trace)
            terminalId = result?.terminalID ?? terminal
            approvalCode = result?.approvalCode
            (cardBrand, cardLastFour) = (result?.cardName, result?.panLastDigits)
        }
    }

    /// The result of a payment or of any other transaction.
    package struct Payment: Encodable {
        let payment: String
        let kind: String
        /// The payment that was to be given back, or the reservation that was to be ended.
        let original: String?
        let advice: String?
        let surplus: Surplus?
        let outcome: String
        let order: String?
        let amount: String
        let amountMinor: Int64
        /// The part of the amount that is a tip.
        let tip: String?
        let tipMinor: Int64?
        /// The requested amount, if the terminal booked another one.
        let asked: String?
        let askedMinor: Int64?
        let currency: String
        let reason: String?
        /// `given`, `part` or `none`, if goods were to be given and somebody reported it.
        let goods: String?
        let known: Bool
        /// Nil if the receipts are not printed yet.
        package let prints: [Print]?

        package init(_ report: PaymentReport, prints: [Print]?) {
            payment = report.payment.rawValue
            kind = report.purpose.kind.rawValue
            original = report.purpose.original?.rawValue
            advice = report.advice?.rawValue
            surplus = report.surplus.map(Surplus.init)
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

    /// A payment that stands too much for an order.
    struct Surplus: Encodable {
        /// The payment to be given back.
        let payment: String
        /// All payments that stand for the order.
        let standing: [String]

        init(_ surplus: SurplusPayment) {
            payment = surplus.payment.rawValue
            standing = surplus.standing.map(\.rawValue)
        }
    }

    package struct Print: Encodable {
        package let receipt: String
        let copy: String
        package let duplicate: Int
        let state: String
        let failure: String?
        let printer: String
        /// Why it was not printed on the intended printer.
        let insteadBecause: String?
        /// Characters that the paper shows in another way than the receipt.
        let replaced: [String]

        /// A print that this process made.
        package init(_ report: PrintReport) {
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
        package init(_ print: CutOffPrint) {
            receipt = print.receipt.rawValue
            copy = print.copy.rawValue
            duplicate = print.mark.number
            state = PrintState.unknown.rawValue
            (failure, insteadBecause) = (PrintJob.cutOff.rawValue, nil)
            printer = print.printer
            replaced = []
        }

        /// A print that waits, or that another process made.
        package init(_ print: PrintHistory) {
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
    /// The outcome's reason as an English sentence, if it has one.
    package var reason: String? {
        switch self {
        case .approved: nil
        case .declined(_, let text): text
        case .cancelled, .reversed, .goodsNotGiven, .goodsUnpaid: nil
        case .notCharged(let reason), .inDoubt(let reason): reason.description
        }
    }

    /// The terminal's result, if the transaction was booked.
    package var result: TransactionResult? {
        switch self {
        case .approved(let result): result
        case .reversed(let result): result
        case .declined, .cancelled, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: nil
        }
    }

    /// The code of a declined transaction.
    package var declineCode: Int? {
        if case .declined(let code, _) = self { code.number.map(Int.init) } else { nil }
    }
}
