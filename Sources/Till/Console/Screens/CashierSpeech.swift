import Failures
import Flow
import Model
import Service
import Storage
import Payments
import Stores

/// Tells a person about a transaction and its receipts, in one language from beginning to end.
struct CashierSpeech: Sendable {
    let console: Console
    let language: OperatorLanguage

    /// Reports the outcome.
    ///
    /// - Parameter isBegun: whether the command was to begin the transaction: then it says so if the key was used before.
    func say(_ report: PaymentReport, isBegun: Bool) {
        let known = report.wasKnown && isBegun ? said(Self.known) : ""
        let line = "\(report.payment): \(report.sentence(in: language))\(known)"
        console.print(line.printable, orSay: line)
        if let advice = report.advice { console.say("      \(advice.sentence(report, in: language))") }
        guard !report.outcome.isFinal else { return }
        say(
            "      ",
            Sentence("cashier.seeWhy", ["payment": report.payment]))
    }

    private static let known = Sentence("cashier.keyUsed")

    /// Reports how a waiting print can be made; does nothing for any other print.
    func sayWaiting(_ print: PrintHistory) {
        let job = print.job
        guard job.state == .pending else { return }
        say(
            "  ",
            Sentence(
                "cashier.printWaits",
                ["copy": job.copy.name(in: language), "receipt": job.receipt, "printer": job.printer]))
    }

    /// Reports how each print ended.
    ///
    /// - Parameter usual: the usual printer, which is not named.
    func sayPrints(of result: Cashier.Result, _ usual: DeviceAddress) {
        for print in result.prints { say(print, usual) }
        for print in result.byService where print.job.printer != result.printingTerminal?.description {
            say(print, usual)
        }
        sayTerminalsPrints(of: result)
        if let failure = result.spoolFailure {
            say(
                "  ",
                Sentence("cashier.notPrinted"))
            console.say(failure)
        }
    }

    /// Reports what the terminal prints by itself. Of a payment that was known before nothing comes out now.
    private func sayTerminalsPrints(of result: Cashier.Result) {
        for print in result.byTerminal where print.job.state == .probably && !result.report.wasKnown {
            say("  ", Sentence("cashier.printedByTerminal", ["copy": print.job.copy.name(in: language)]))
        }
        for print in result.inDoubtAtTerminal {
            say(
                "  ",
                Sentence(
                    "cashier.notKnownOfTerminal",
                    ["copy": print.job.copy.name(in: language), "receipt": print.job.receipt]))
        }
    }

    private func say(_ print: PrintReport, _ usual: DeviceAddress) {
        let isOriginal = print.mark == .original
        let copy = print.copy.name(in: language)
        let which =
            isOriginal
            ? language.text("cashier.theCopy", ["copy": copy])
            : language.text("cashier.duplicate", ["number": print.mark.number, "copy": copy])
        let on = print.printer == usual ? "" : language.text("cashier.onPrinter", ["printer": print.printer])
        guard let failure = print.failure else {
            let why = print.insteadBecause.map { ": \($0.said.text(in: language))" } ?? ""
            say(
                "  ",
                Sentence(
                    "cashier.printed", ["which": which, "end": print.end.name(in: language), "on": on, "why": why]))
            return console.sayReplaced(print.replaced)
        }
        let words =
            if case .failed = print.end {
                Sentence("cashier.notPrintedYet", ["which": which, "receipt": print.receipt, "on": on])
            } else {
                Sentence("cashier.notPrintedForCertain", ["which": which, "receipt": print.receipt, "on": on])
            }
        say("  ", words)
        console.say(failure)
    }

    /// Reports a print that the service made by itself. One that waits is reported as such.
    private func say(_ print: PrintHistory, _ usual: DeviceAddress) {
        let job = print.job
        let copy = job.copy.name(in: language)
        let which =
            job.mark == .original
            ? language.text("cashier.theCopy", ["copy": copy])
            : language.text("cashier.duplicate", ["number": job.mark.number, "copy": copy])
        let on = job.printer == usual.description ? "" : language.text("cashier.onPrinter", ["printer": job.printer])
        let why = print.move.map { ": \($0.because.said.text(in: language))" } ?? ""
        switch job.state {
        case .pending, .printing, .voided: return
        case .confirmed, .probably:
            say(
                "  ",
                Sentence(
                    "cashier.printed", ["which": which, "end": job.state.name(in: language), "on": on, "why": why]))
        case .failed, .unknown:
            say(
                "  ",
                Sentence("cashier.notPrintedForCertain", ["which": which, "receipt": job.receipt, "on": on]))
        }
    }

    /// What signals do once the outcome is known: the first stops waiting for paper, the second ends the process.
    ///
    /// - Parameter exit: the exit code of a process that ends this way.
    func withoutPaper(_ till: LiveTill, leaving exit: Exit) -> @Sendable (Int) -> Void {
        { [self] times in
            guard times > 1 else { return till.stopWaitingForPaper(console.invocation) }
            say(
                "! ",
                Sentence("cashier.leftPrints"))
            console.invocation.leave(exit)
        }
    }

    private func said(_ words: Sentence) -> String { words.text(in: language) }

    private func say(_ lead: String, _ words: Sentence) { console.say((lead + said(words)).printable) }
}
