import Flow
import Foundation
import Model
import Payments
import Storage

extension Output {
    typealias StateDocument = Joined<PaymentState, CardResult>

    /// A transaction with what the terminal told about it.
    static func state(
        _ explanation: PaymentExplanation, followedBy: PaymentID?, in language: OperatorLanguage
    ) -> StateDocument {
        Joined(
            body: PaymentState(explanation, followedBy: followedBy, in: language),
            more: CardResult(explanation.outcome, terminal: explanation.history.intent.terminalID))
    }

    /// A transaction, whether it runs or has ended.
    struct PaymentState: Encodable {
        /// Whether the outcome can still change.
        enum State: String, Encodable {
            /// The terminal is being asked.
            case running
            /// The outcome is known for good.
            case final
            /// The outcome is not known; the till asks the terminal until it is.
            case inDoubt = "in_doubt"
        }

        let payment: String
        let kind: String
        let state: State
        let outcome: String?
        let reason: String?
        let original: String?
        let order: String?
        let amount: String
        let amountMinor: Int64
        let tip: String?
        let tipMinor: Int64?
        let currency: String
        let reader: String
        let startedAt: Date
        /// The payment that was begun in the place of this one, after the terminal demanded its end of day.
        let followedBy: String?
        /// Whether it is approved, and the terminal waits to be told what became of the goods.
        let awaitsGoods: Bool
        let surplus: Surplus?
        let receipts: [Why.Print]

        init(_ explanation: PaymentExplanation, followedBy: PaymentID?, in language: OperatorLanguage) {
            let intent = explanation.history.intent
            payment = intent.payment.rawValue
            kind = intent.purpose.kind.rawValue
            state = explanation.isFinal ? .final : explanation.isRunning ? .running : .inDoubt
            outcome = explanation.outcome?.word
            reason = explanation.outcome?.said?.text(in: language).presentable
            original = intent.purpose.original?.rawValue
            order = intent.orderNumber
            let amount = explanation.history.amount
            (self.amount, amountMinor, currency) = (amount.formatted(), amount.minorUnits, amount.currency.code)
            (tip, tipMinor) = (intent.tip?.formatted(), intent.tip?.minorUnits)
            reader = intent.terminal.description
            startedAt = intent.startedAt
            self.followedBy = followedBy?.rawValue
            awaitsGoods = explanation.history.awaitsGoods
            surplus = explanation.surplus.map(Surplus.init)
            receipts = explanation.prints.map(Why.Print.init)
        }
    }

    /// A transaction in a list.
    struct PaymentRow: Encodable {
        let payment: String
        let kind: String
        let final: Bool
        let outcome: String?
        let original: String?
        /// The order's number.
        let order: String?
        let amount: String
        let amountMinor: Int64
        let tipMinor: Int64?
        let currency: String
        let reader: String
        let createdAt: Date
        let updatedAt: Date

        /// The rows of these transactions, in the same order.
        static func rows(_ records: [PaymentRecord], in storage: any StorageManagerType) throws(Failure) -> [PaymentRow]
        {
            try storage.reading { reader in
                try records.map { PaymentRow($0, order: try reader.orderNumber(of: $0)) }
            }
        }

        private init(_ record: PaymentRecord, order: String?) {
            payment = record.id.rawValue
            kind = record.kind.rawValue
            final = !record.isOpen
            outcome = record.outcome?.word
            original = record.original?.rawValue
            self.order = order
            (amount, amountMinor) = (record.amount.formatted(), record.amount.minorUnits)
            tipMinor = record.tip?.minorUnits
            currency = record.amount.currency.code
            reader = record.terminalAddress
            (createdAt, updatedAt) = (record.createdAt, record.updatedAt)
        }
    }
}

extension PaymentOutcome {
    /// The outcome's reason for a person, if it has one.
    fileprivate var said: Sentence? {
        switch self {
        case .approved, .cancelled, .reversed, .goodsNotGiven, .goodsUnpaid: nil
        case .declined(_, let text): text.map(Sentence.init(stored:))
        case .notCharged(let reason), .inDoubt(let reason): reason
        }
    }
}
