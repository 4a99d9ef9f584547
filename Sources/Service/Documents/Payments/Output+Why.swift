import Foundation
import Model
import Payments

extension Output {
    package typealias WhyDocument = Joined<Why, CardResult>

    /// The explanation with what the terminal told.
    package static func why(_ explanation: PaymentExplanation, _ language: OperatorLanguage) -> WhyDocument {
        Joined(
            body: Why(explanation, language),
            more: CardResult(explanation.outcome, terminal: explanation.history.intent.terminalID))
    }

    /// A transaction with its evidence, as `till why --json` prints it.
    package struct Why: Encodable {
        let payment: String
        let kind: String
        let original: String?
        let order: String?
        let amount: String
        let amountMinor: Int64
        let tip: String?
        let tipMinor: Int64?
        let currency: String
        let outcome: String?
        let final: Bool
        let state: String
        let resolution: String?
        let surplus: Surplus?
        /// Text of the terminal that was not printed on any receipt.
        let unprinted: String?
        /// The archive file that holds the entries; nil when the journal holds them.
        let archive: String?
        let facts: [Fact]
        let prints: [Print]
        let givenBack: [GivenBack]

        struct GivenBack: Encodable {
            let payment: String
            let kind: String
            let amount: String
            let amountMinor: Int64
            let outcome: String?
        }

        struct Fact: Encodable {
            let sequence: Int64
            let at: Date
            let kind: String
            let text: String
            let by: Asker?
        }

        struct Print: Encodable {
            let receipt: String
            let copy: String
            let duplicate: Int
            let state: String

            init(_ print: PaymentExplanation.Print) {
                (receipt, copy) = (print.receipt.rawValue, print.copy.rawValue)
                (duplicate, state) = (print.mark.number, print.state.rawValue)
            }
        }

        init(_ explanation: PaymentExplanation, _ language: OperatorLanguage) {
            let intent = explanation.history.intent
            payment = intent.payment.rawValue
            kind = intent.purpose.kind.rawValue
            original = intent.purpose.original?.rawValue
            order = intent.orderNumber
            let amount = explanation.history.amount
            (self.amount, amountMinor) = (amount.formatted(), amount.minorUnits)
            (tip, tipMinor) = (intent.tip?.formatted(), intent.tip?.minorUnits)
            currency = amount.currency.code
            outcome = explanation.outcome?.word
            final = explanation.isFinal
            state = explanation.state(in: language)
            resolution = explanation.resolution(in: language)
            surplus = explanation.surplus.map(Surplus.init)
            archive = explanation.archive
            unprinted = explanation.unprintedText?.text(in: language)
            facts = explanation.facts.map {
                Fact(
                    sequence: $0.sequence, at: $0.at, kind: $0.kind, text: $0.text(in: language),
                    by: $0.by.map(Asker.init))
            }
            givenBack = explanation.givenBack.map {
                GivenBack(
                    payment: $0.id.rawValue, kind: $0.kind.rawValue, amount: $0.amount.formatted(),
                    amountMinor: $0.amount.minorUnits, outcome: $0.outcome?.word)
            }
            prints = explanation.prints.map(Print.init)
        }
    }
}
