import Flow
import Hardware
import Model

extension PaymentExplanation {
    /// What is to be done where the terminal told of a booking after this was called not charged: asking it again tells
    /// nothing else.
    func comparison(in tongue: Tongue) -> String {
        tongue(
            "Starting a payment does not resolve this: the terminal has said what it can. Until it is settled, this terminal "
                + "takes no other payment. Look in the terminal's own journal whether that booking is \(kind.this(in: tongue))",
            "Eine neue Zahlung klärt das nicht: Das Terminal hat gesagt, was es sagen kann. Bis es geklärt ist, nimmt dieses "
                + "Terminal keine andere Zahlung an. Sehen Sie im eigenen Journal des Terminals nach, ob diese Buchung "
                + "\(kind.this(in: tongue)) ist") + settling(in: tongue)
    }

    /// The commands that settle it, with the numbers that the terminal told last where those may be its own.
    func settling(in tongue: Tongue) -> String {
        let id = history.intent.payment
        let told = candidate
        let number = tongue("NUMBER", "NUMMER")
        let receipt = told?.receiptNumber.map(String.init) ?? number
        let trace = told?.trace.map(String.init) ?? number
        let where_ = tongue("\"where you read it\"", "\"wo Sie es gelesen haben\"")
        let booked = "till settle \(id) --booked --receipt \(receipt) --trace \(trace) --amount \(amount(of: told))"
        return tongue(
            ", \(seconds) s after the line was lost at the earliest, and type what it says. Where it is booked: \(booked). "
                + "Where it is not there: till settle \(id) --not-booked --newest-receipt \(number) --evidence \(where_). Where "
                + "it is shown as reversed, void or failed: the same with --taken-back instead of --not-booked.",
            ", frühestens \(seconds) s nach dem Ausfall der Leitung, und tippen Sie ab, was dort steht. Wo es gebucht ist: "
                + "\(booked). Wo es nicht steht: till settle \(id) --not-booked --newest-receipt \(number) --evidence "
                + "\(where_). Wo es als storniert, nichtig oder gescheitert steht: dasselbe mit --taken-back statt "
                + "--not-booked.")
    }

    private var seconds: Int64 { history.cardPhase.components.seconds }

    /// The success that the terminal told last, where its number does not say that it is from before.
    private var candidate: TransactionResult? {
        if let (kept, _) = history.twoSuccesses { return kept }
        guard case .transaction(let result)? = history.lastEvidence, result.resultCode == 0,
            result.originalTrace == nil,
            let receipt = result.receiptNumber, history.intent.watermark.isNewer(receipt) != false
        else { return nil }
        return result
    }

    /// Another amount than was asked for needs to be read somewhere.
    private func amount(of told: TransactionResult?) -> String {
        let asked = history.intent.amount
        guard let minor = told?.amountMinor, minor != asked.minorUnits, history.intent.purpose == .payment else {
            return asked.formatted()
        }
        return Money(minorUnits: minor, currency: asked.currency).formatted() + " --evidence \"...\""
    }
}
