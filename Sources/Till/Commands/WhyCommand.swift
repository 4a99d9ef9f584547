import ArgumentParser
import Flow
import Foundation
import Stores

struct WhyCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explains a payment: its state, the evidence, what would resolve it.")

    @Argument(help: "A payment id, an order number, or `last`.")
    var payment: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let name = payment
        let explanation = try await till.ask { JournalAction.explainPayment(reference: name, $0) }
        console.write(output.json ? try Output.json(Document(explanation)) + "\n" : text(explanation))
        return .done
    }

    private func text(_ explanation: PaymentExplanation) -> String {
        let intent = explanation.history.intent
        let order = intent.orderNumber.map { " for order \($0.printable)" } ?? ""
        var text = "Payment \(intent.payment), \(intent.amount)\(order)\n\n\(explanation.state.printable)\n"
        if let resolution = explanation.resolution { text += "\n\(resolution.printable)\n" }
        text += "\nWhat is known:\n"
        for fact in explanation.facts {
            text += "  \(fact.at.formatted(.iso8601))  #\(fact.sequence)  \(fact.text.printable)\n"
        }
        for print in explanation.prints {
            let mark = print.mark == .original ? "original" : "duplicate \(print.mark.number)"
            text += "  \(print.receipt)  \(print.copy.rawValue) receipt, \(mark): \(print.state.rawValue)\n"
        }
        return text
    }

    private struct Document: Encodable {
        let payment: String
        let order: String?
        let amount: String
        let currency: String
        let outcome: String?
        let final: Bool
        let state: String
        let resolution: String?
        let facts: [Fact]
        let prints: [Print]

        struct Fact: Encodable {
            let sequence: Int64
            let at: Date
            let kind: String
            let text: String
        }

        struct Print: Encodable {
            let receipt: String
            let copy: String
            let duplicate: Int
            let state: String
        }

        init(_ explanation: PaymentExplanation) {
            let intent = explanation.history.intent
            payment = intent.payment.rawValue
            order = intent.orderNumber
            amount = intent.amount.formatted()
            currency = intent.amount.currency.code
            outcome = explanation.outcome?.word
            final = explanation.isFinal
            state = explanation.state
            resolution = explanation.resolution
            facts = explanation.facts.map { Fact(sequence: $0.sequence, at: $0.at, kind: $0.kind, text: $0.text) }
            prints = explanation.prints.map {
                Print(
                    receipt: $0.receipt.rawValue, copy: $0.copy.rawValue, duplicate: $0.mark.number,
                    state: $0.state.rawValue)
            }
        }
    }
}
