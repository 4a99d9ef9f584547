import Flow
import Hardware
import Model

extension PaymentExplanation {
    /// What is to be done where the terminal told of a booking after this was called not charged: asking it again tells
    /// nothing else.
    func comparison(in tongue: OperatorLanguage) -> String {
        tongue(
            "Starting a payment does not resolve this: the terminal has said what it can. Until it is settled, this terminal "
                + "takes no other payment. Look in the terminal's own journal whether that booking is \(kind.this(in: tongue))",
            "Eine neue Zahlung klärt das nicht: Das Terminal hat gesagt, was es sagen kann. Bis es geklärt ist, nimmt dieses "
                + "Terminal keine andere Zahlung an. Sehen Sie im eigenen Journal des Terminals nach, ob diese Buchung "
                + "\(kind.this(in: tongue)) ist") + settling(in: tongue)
    }

    /// What it booked instead of what was asked for, and was told to take back.
    func kept(_ refused: TransactionResult, in tongue: OperatorLanguage) -> String {
        if let advice = advice(onTwoSuccesses: tongue) { return advice }
        let receipt = refused.receiptNumber.map(String.init) ?? "?"
        let told = tongue(
            " It reported receipt \(receipt), which contradicts the request and was refused: if it still stands in the "
                + "terminal's journal, reverse it there",
            " Es hat Beleg \(receipt) gemeldet, der dem Auftrag widerspricht und zurückgewiesen wurde: Steht er noch im "
                + "Journal des Terminals, stornieren Sie ihn dort")
        // A person's word on the refused one says nothing of the one that was acknowledged.
        guard history.acknowledgedSuccess == nil else { return told + "." }
        let settle =
            "till settle \(history.intent.payment) --taken-back --newest-receipt \(tongue("NUMBER", "NUMMER")) "
            + "--evidence \(tongue("\"where you read it\"", "\"wo Sie es gelesen haben\""))"
        let reverse = told + tongue(", and then type: \(settle)", " und tippen dann: \(settle)")
        guard OperatorRule(history: history).maySayBooked else { return reverse + "." }
        return reverse
            + tongue(
                "; or settle it with the amount that it has there, and --evidence.",
                "; oder klären Sie ihn mit dem Betrag von dort und --evidence.")
    }

    /// That the terminal's clock may be why it is in doubt; empty where it is not.
    func clock(in tongue: OperatorLanguage) -> String {
        guard case .transaction(let result)? = history.lastEvidence, let time = TerminalTime(of: result),
            result.receiptNumber.flatMap({ history.intent.watermark.isNewer($0) }) != false,
            history.intent.isDatedBefore(result)
        else { return "" }
        let command = "till readers set-clock --reader \(history.intent.terminal)"
        return tongue(
            " By the terminal's clock its last transaction was on \(time), before this began: it is an older one, or that clock "
                + "is wrong. Look at the time on its display. Once this is settled, set the clock: \(command).",
            " Nach der Uhr des Terminals war sein letzter Vorgang am \(time), vor diesem: Er ist älter, oder die Uhr geht "
                + "falsch. Sehen Sie auf die Zeit in seiner Anzeige. Ist dies geklärt, stellen Sie die Uhr: \(command)."
        )
    }

    /// The commands that settle it, with the numbers that the terminal told last where those may be its own.
    func settling(in tongue: OperatorLanguage) -> String {
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
        guard case .transaction(let result)? = history.lastEvidence, result.isSuccess,
            result.originalTrace == nil,
            let receipt = result.receiptNumber, history.intent.watermark.isNewer(receipt) != false
        else { return nil }
        return result
    }

    /// Another amount than was asked for needs to be read somewhere.
    private func amount(of told: TransactionResult?) -> String {
        let asked = history.intent.amount
        guard let minor = told?.amountMinor, !history.mayBook(minor), history.intent.purpose.tellsAmount
        else { return asked.formatted() }
        return Money(minorUnits: minor, currency: asked.currency).formatted() + " --evidence \"...\""
    }
}
