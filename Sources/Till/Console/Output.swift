import Flow
import Foundation
import Model
import Storage
import Stores

/// The documents of `--json`. Names become snake case; times are RFC 3339 in UTC.
enum Output {
    static func json(_ value: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            throw Failure(
                "output.json", "The answer cannot be written as JSON.", recovery: .giveUp, causes: ["\(error)"])
        }
    }

    /// What a command failed with, where there is nothing else to tell.
    struct Error: Encodable {
        struct Content: Encodable {
            let code: String
            let sentence: String
            let remedy: String?
            let causes: [String]
        }

        let error: Content

        init(_ failure: Failure) {
            error = Content(
                code: failure.code, sentence: failure.sentence.presentable, remedy: failure.remedy?.presentable,
                causes: failure.causes.map(\.presentable))
        }
    }

    struct Payment: Encodable {
        let payment: String
        let kind: String
        /// The payment that was to be given back, or the reservation that was to be ended.
        let original: String?
        let advice: String?
        let outcome: String
        let order: String?
        let amount: String
        /// What was asked for, where the terminal booked another amount.
        let asked: String?
        let currency: String
        let reason: String?
        /// `given`, `part` or `none`, where goods were to be given and somebody said so.
        let goods: String?
        let receiptNumber: Int?
        let trace: Int?
        let terminalId: String?
        let known: Bool
        let prints: [Print]

        init(_ report: PaymentReport, prints: [PrintReport], _ waiting: [PrintJob], _ cutOff: [CutOffPrint]) {
            payment = report.payment.rawValue
            kind = report.purpose.kind.rawValue
            original = report.purpose.original?.rawValue
            advice = report.advice?.rawValue
            outcome = report.outcome.word
            order = report.orderNumber
            amount = report.amount.formatted()
            asked = report.asked?.formatted()
            currency = report.amount.currency.code
            reason = report.outcome.reason
            goods = report.goods?.word
            let result = report.outcome.result
            receiptNumber = result?.receiptNumber
            trace = result?.trace
            terminalId = result?.terminalID
            known = report.wasKnown
            self.prints = cutOff.map(Print.init) + prints.map(Print.init) + waiting.map(Print.init)
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
            (failure, insteadBecause) = (PrintJob.cutOffCode, nil)
            printer = print.printer
            replaced = []
        }

        /// One that waits.
        init(_ job: PrintJob) {
            receipt = job.receipt.rawValue
            copy = job.copy.rawValue
            duplicate = job.mark.number
            state = job.state.rawValue
            (failure, insteadBecause) = (nil, nil)
            printer = job.printer
            replaced = []
        }
    }

    /// One of `till receipts prints`.
    struct PrintRow: Encodable {
        let receipt: String
        let copy: String
        let duplicate: Int
        let state: String
        let failure: String?
        let printer: String
        let startedAt: Date?
        let finishedAt: Date?
        /// Null where it was printed where it was to be.
        let move: Move?

        struct Move: Encodable {
            let from: String
            let because: String
        }

        init(_ print: PrintHistory) {
            let job = print.job
            receipt = job.receipt.rawValue
            copy = job.copy.rawValue
            duplicate = job.mark.number
            state = job.state.rawValue
            failure = job.failureCode
            printer = job.printer
            startedAt = job.startedAt
            finishedAt = job.finishedAt
            move = print.move.map { Move(from: $0.from, because: $0.because.code) }
        }
    }

    struct Order: Encodable {
        let id: Int64
        let number: String
        let status: String
        let total: String
        let currency: String
        let customer: String?
        let lines: [Line]
        let adjustments: [Adjustment]
        /// When the shop told this, and whether it could not be asked now.
        let fetchedAt: Date
        let stale: Bool

        struct Line: Encodable {
            let name: String
            let quantity: Int
            let total: String
        }

        struct Adjustment: Encodable {
            let kind: String
            let label: String
            let total: String
        }

        init(_ order: Model.Order, in known: Known<some Sendable>) {
            fetchedAt = known.asOf
            stale = known.failure != nil
            id = order.id.rawValue
            number = order.number
            status = order.status.rawValue
            total = order.total.formatted()
            currency = order.currency.code
            customer = order.customer
            lines = order.lines.map { Line(name: $0.name, quantity: $0.quantity, total: $0.total.formatted()) }
            adjustments = order.adjustments.map {
                Adjustment(kind: $0.kind.rawValue, label: $0.label, total: $0.amount.formatted())
            }
        }
    }

    struct Receipt: Encodable {
        let receipt: String
        let payment: String
        let order: String?
        let copy: String
        let prints: Int
        let createdAt: Date
        /// `printed`, `waiting`, `printing`, `cut_off`, `unknown`, `not_printed` or `withdrawn`.
        let state: String

        init(_ listed: ListedReceipt) {
            let receipt = listed.receipt
            state = listed.state.rawValue
            self.receipt = receipt.id.rawValue
            payment = receipt.payment.rawValue
            order = receipt.orderNumber
            copy = receipt.copy.rawValue
            prints = receipt.printCount
            createdAt = receipt.createdAt
        }
    }

    struct Entry: Encodable {
        let sequence: Int64
        let at: Date
        let payment: String?
        let kind: String
        let payload: String
        let hash: String

        init(_ entry: JournalEntry) {
            sequence = entry.sequence
            at = entry.at
            payment = entry.payment?.rawValue
            kind = entry.kind
            payload = String(decoding: entry.payload, as: UTF8.self)
            hash = entry.hash.hexadecimal
        }
    }
}

extension Data {
    /// Two small digits a byte.
    var hexadecimal: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

extension PaymentOutcome {
    /// Why, in a sentence, where the outcome has a reason.
    var reason: String? {
        switch self {
        case .approved: nil
        case .declined(_, let text): text
        case .cancelled, .reversed, .goodsNotGiven, .goodsUnpaid: nil
        case .notCharged(let reason), .inDoubt(let reason): reason
        }
    }

    var result: TransactionResult? {
        switch self {
        case .approved(let result): result
        case .reversed(let result): result
        case .declined, .cancelled, .notCharged, .inDoubt, .goodsNotGiven, .goodsUnpaid: nil
        }
    }
}

extension PrintMark {
    /// 0 for the original.
    var number: Int {
        switch self {
        case .original: 0
        case .duplicate(let number, _): number
        }
    }
}

extension PrintEnd {
    var word: String {
        switch self {
        case .confirmed: "confirmed"
        case .probably: "probably"
        case .failed: "failed"
        case .unknown: "unknown"
        }
    }
}
