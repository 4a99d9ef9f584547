import Foundation
import Model
import Payments

/// A transaction's facts, played one after another through the rules by which the till itself reads them
/// (`PaymentHistory.apply`), with the state before and after each. For developers: states and fields have their names in code.
///
/// Facts about receipts, orders and e-mails are left out, for they change nothing there.
struct PaymentReplay: Encodable, Sendable {
    struct Change: Encodable, Hashable, Sendable {
        let field: String
        /// Nil where there was no state before.
        let before: String?
        let after: String
    }

    struct Step: Encodable, Sendable {
        let sequence: Int64
        let at: Date
        let kind: String
        /// Nil before the first fact.
        let before: String?
        let after: String
        /// What else the fact has changed.
        let changes: [Change]
    }

    let payment: String
    let steps: [Step]
    /// Whether the last state is the one from which the till explains the transaction.
    let agrees: Bool

    init(_ explanation: PaymentExplanation) {
        payment = explanation.history.intent.payment.rawValue
        var (history, steps) = (PaymentHistory?.none, [Step]())
        for fact in explanation.facts {
            guard let event = fact.event else { continue }
            let before = history
            if let before {
                var after = before
                after.apply(event)
                history = after
            } else if case .intended(let intent) = event {
                history = PaymentHistory(intent)
            }
            guard let after = history else { continue }
            steps.append(
                Step(
                    sequence: fact.sequence, at: fact.at, kind: fact.kind, before: before.map { Self.text($0.stage) },
                    after: Self.text(after.stage), changes: Self.changes(from: before, to: after)))
        }
        self.steps = steps
        agrees = history == explanation.history
    }

    /// The fields besides the stage that differ; the request itself where there was no state before.
    private static func changes(from before: PaymentHistory?, to after: PaymentHistory) -> [Change] {
        guard let before else { return [Change(field: "intent", before: nil, after: text(after.intent))] }
        return zip(Mirror(reflecting: before).children, Mirror(reflecting: after).children).compactMap { old, new in
            guard let field = new.label, field != "stage" else { return nil }
            let change = Change(field: field, before: text(old.value), after: text(new.value))
            return change.before == change.after ? nil : change
        }
    }

    /// A value as in code, without what is absent in it.
    private static func text(_ value: Any) -> String {
        var text = "\(value)"
        text.replace(/\b(?:Model|Payments|Hardware|Storage|Flow|Failures)\./, with: "")
        text.replace(/\w+: nil(?:, )?/, with: "")
        // From the inside out; a text from outside that looks like more of them stays as it is.
        for _ in 0..<4 { text.replace(/Optional\(([^()]*)\)/) { $0.1 } }
        return text.replacing(", )", with: ")")
    }

    // MARK: For people

    /// The most characters of a value on the screen: a receipt's text is long.
    private static let mostCharacters = 300

    func text(_ clock: ShopClock) -> String {
        steps.map { step in
            let stage = "stage: \(Self.short(step.before ?? "-")) → \(Self.short(step.after))"
            let changes = step.changes.map { change in
                "\(change.field): \(change.before.map { "\(Self.short($0)) → " } ?? "")\(Self.short(change.after))"
            }
            let lines = ([stage] + changes).map { "    \($0)\n" }.joined()
            return "#\(step.sequence)  \(clock.text(step.at))  \(step.kind)\n\(lines)"
        }.joined()
    }

    private static func short(_ text: String) -> String {
        let line = text.printable
        return line.count > mostCharacters ? "\(line.prefix(mostCharacters))…" : line
    }
}
