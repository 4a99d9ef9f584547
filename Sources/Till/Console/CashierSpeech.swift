import Flow
import Model
import Storage
import Payments
import Stores

/// What a person is told of a transaction and its paper, in one language from the beginning to the end.
struct CashierSpeech: Sendable {
    let console: Console
    let tongue: OperatorLanguage

    /// How it went.
    func say(_ report: PaymentReport) {
        let known = report.wasKnown ? said(Self.known) : ""
        let line = "\(report.payment): \(report.sentence(in: tongue))\(known)"
        console.print(line.printable, orSay: line)
        if let advice = report.advice { console.say("      \(advice.sentence(report, in: tongue))") }
        guard !report.outcome.isFinal else { return }
        say(
            "      ",
            BilingualText(
                "run `till why \(report.payment)` for all that is known",
                "`till why \(report.payment)` sagt alles, was bekannt ist"))
    }

    private static let known = BilingualText(
        " (this key was used before; nothing was sent)",
        " (dieser Schlüssel wurde schon verwendet; es wurde nichts gesendet)")

    /// Says of a print that waits how it comes out; nothing of any other.
    func sayWaiting(_ print: PrintHistory) {
        let job = print.job
        guard job.state == .pending else { return }
        say(
            "  ",
            BilingualText(
                "the \(job.copy.rawValue) receipt \(job.receipt) waits for \(job.printer): the next payment there prints it, "
                    + "or `till receipts print \(job.receipt)`",
                "der \(job.copy.name(in: .de)) \(job.receipt) wartet auf \(job.printer): Die nächste Zahlung dort druckt ihn, "
                    + "oder `till receipts print \(job.receipt)`"))
    }

    /// How each print ended.
    ///
    /// - Parameter usual: the printer of which the place is not said.
    func sayPrints(of result: Cashier.Result, _ usual: DeviceAddress) {
        for print in result.prints { say(print, usual) }
        if let failure = result.spoolFailure {
            say(
                "  ",
                BilingualText(
                    "what waits to be printed was not printed:", "was auf den Druck wartet, wurde nicht gedruckt:"))
            console.say(failure)
        }
    }

    private func say(_ print: PrintReport, _ usual: DeviceAddress) {
        let isOriginal = print.mark == .original
        let (english, german) = (print.copy.name(in: .en), print.copy.name(in: .de))
        let (receipt, beleg) =
            isOriginal
            ? ("the \(english)", "den \(german)")
            : ("duplicate \(print.mark.number) of the \(english)", "Duplikat \(print.mark.number) (\(german))")
        let (on, auf) = print.printer == usual ? ("", "") : (" on \(print.printer)", " auf \(print.printer)")
        guard let failure = print.failure else {
            let why = print.insteadBecause.map { ": \($0.sentence)" } ?? ""
            say(
                "  ",
                BilingualText(
                    "printed \(receipt) (\(print.end.name(in: .en)))\(on)\(why)",
                    "\(beleg) gedruckt (\(print.end.name(in: .de)))\(auf)\(why)"))
            return console.sayReplaced(print.replaced)
        }
        say(
            "  ",
            BilingualText(
                "\(receipt), \(print.receipt), was not printed for certain\(on):",
                "\(beleg), \(print.receipt), sicher gedruckt zu haben, ist nicht belegt\(auf):"))
        console.say(failure)
    }

    /// What signals ask for once the outcome is known: paper is waited for no longer, then nothing is.
    ///
    /// - Parameter exit: the exit code of a process that leaves.
    func withoutPaper(_ till: LiveTill, leaving exit: Exit) -> @Sendable (Int) -> Void {
        { [self] times in
            guard times > 1 else { return till.stopWaitingForPaper() }
            say(
                "! ",
                BilingualText(
                    "Left at once. What was not printed waits for the next command on its printer.",
                    "Sofort beendet. Was nicht gedruckt ist, wartet auf den nächsten Befehl an seinem Drucker."))
            Interrupt.leave(exit)
        }
    }

    private func said(_ words: BilingualText) -> String { words.text(in: tongue) }

    private func say(_ lead: String, _ words: BilingualText) { console.say((lead + said(words)).printable) }
}
