import Flow
import Foundation
import Model
import Receipts
import Storage
import Stores

/// What `pay`, `reserve`, `refund`, `reverse` and `demo` do: one transaction while someone watches, its paper, and how it went. The
/// latter two are what `settle` leaves to do.
struct Cashier: Sendable {
    struct Result: Sendable {
        let report: PaymentReport
        let prints: [PrintReport]
        /// Prints of this payment that were not tried: they are behind one that failed.
        var waiting: [PrintJob] = []
        /// Prints on those printers that another process had begun and was stopped over.
        var cutOff: [CutOffPrint] = []
        /// Why the spool could not go on, where it could not.
        let spoolFailure: Failure?

        /// Paid without paper is its own answer; every other outcome stands whatever the printer did.
        var exit: Exit {
            let outcome = Exit(report.outcome)
            if outcome == .done, report.purpose == .payment, report.advice != nil { return .conflict }
            let unprinted =
                spoolFailure != nil || prints.contains { $0.failure != nil }
                || cutOff.contains { $0.payment == report.payment }
            return outcome == .done && unprinted ? .paidButNotPrinted : outcome
        }
    }

    let till: LiveTill
    let console: Console
    let asJSON: Bool

    /// Receipts that an earlier payment left waiting come out even where this one is refused. Ctrl-C asks for a cancellation,
    /// and once the terminal is through with it, to wait for paper no longer; a second one leaves at once.
    func take(_ request: PaymentRequest) async throws(Failure) -> Result {
        let leaving = PaymentInterruption(till, console, of: request)
        let interrupt = Interrupt { leaving.asked($0) }
        defer { interrupt.stop() }
        let watched = leaving.follow(till.payment(on: request.reader))
        defer { watched.cancel() }
        let report: PaymentReport
        do throws(Failure) { report = try await collect(request) } catch {
            guard !leaving.hasLeft else { throw error }
            interrupt.asks(Self.withoutPaper(till, console, leaving: Exit(error)))
            if !error.code.hasPrefix("printer.") {
                _ = try? await till.printWaiting(
                    on: till.configuration.printers(of: ReceiptTemplates.Kind.allCases, besides: request.printer))
                await console.sayCutOff(till)
            }
            await till.deliver()
            throw error
        }
        guard !leaving.hasLeft else { return try await tellWithoutPaper(report) }
        interrupt.asks(Self.withoutPaper(till, console, leaving: Exit(report.outcome).withoutPaper))
        return try await finish(report, on: request.printer)
    }

    /// Prints what is due and says how it went. Ctrl-C asks to wait for paper no longer.
    func conclude(_ report: PaymentReport, on printer: DeviceAddress) async throws(Failure) -> Result {
        let interrupt = Interrupt(Self.withoutPaper(till, console, leaving: Exit(report.outcome).withoutPaper))
        defer { interrupt.stop() }
        return try await finish(report, on: printer)
    }

    /// What signals ask for once the outcome is known: paper is waited for no longer, then nothing is.
    ///
    /// - Parameter exit: the exit code of a process that leaves.
    static func withoutPaper(_ till: LiveTill, _ console: Console, leaving exit: Exit) -> @Sendable (Int) -> Void {
        { times in
            guard times > 1 else { return till.stopWaitingForPaper() }
            console.say("! Left at once. What was not printed waits for the next command on its printer.")
            Interrupt.leave(exit)
        }
    }

    /// How it went, for somebody who leaves: nothing is printed, and nobody is told.
    private func tellWithoutPaper(_ report: PaymentReport) async throws(Failure) -> Result {
        if !asJSON { say(report) }
        let failure = report.outcome.isFinal ? Failure.leftUnprinted : nil
        let result = await withWaiting(Result(report: report, prints: [], spoolFailure: failure))
        if asJSON {
            let document = try Output.json(
                Output.Payment(result.report, prints: result.prints, result.waiting, result.cutOff))
            console.print(document, orSay: "\(report.payment): \(report.sentence)")
        }
        for job in result.waiting { say(job) }
        return result
    }

    /// The outcome is said before anything is waited for. At the end the shop is told, in its own time: what it does not
    /// hear now it hears from the next command.
    private func finish(_ report: PaymentReport, on printer: DeviceAddress) async throws(Failure) -> Result {
        if !asJSON { say(report) }
        let printers = till.configuration.printers(of: [.orderReceipt, .cardSlip, .merchantCopy], besides: printer)
        let result = await withWaiting(printed(report, on: printers))
        if asJSON {
            let document = try Output.json(
                Output.Payment(result.report, prints: result.prints, result.waiting, result.cutOff))
            console.print(document, orSay: "\(report.payment): \(report.sentence)")
            if let failure = result.spoolFailure { console.say(failure) }
        } else {
            sayPrints(of: result, printer)
        }
        for job in result.waiting { say(job) }
        await printReports(besides: printers)
        await console.sayCutOff(till)
        await till.deliver()
        return result
    }

    /// A payment may have demanded the end of the terminal's day. Its report is no part of the payment.
    private func printReports(besides printers: [DeviceAddress]) async {
        let others = till.configuration.printers(of: [.endOfDay], besides: nil).filter { !printers.contains($0) }
        if let failure = try? await till.printWaiting(on: others).failure { console.say(failure) }
    }

    /// Only devices that have served a payment are worth remembering; its outcome stands either way.
    func remember(_ request: PaymentRequest) async {
        do throws(Failure) {
            try await till.remember(reader: request.reader, printer: request.printer)
        } catch { console.say(error) }
    }

    private func collect(_ request: PaymentRequest) async throws(Failure) -> PaymentReport {
        let screen = LiveScreen(console, in: request.language)
        let goods = GoodsPrompt(till: till, reader: request.reader, console: console)
        let watched =
            [screen.follow(till.payment(on: request.reader)), screen.follow(till.endOfDay)]
            + (request.givesGoods ? [goods.follow(till.payment(on: request.reader))] : [])
        defer { for subscription in watched { subscription.cancel() } }
        return try await till.ask { CardPresentPaymentsAction.collectPayment(request, $0) }
    }

    /// The money has moved: nothing that fails from here on may hide the outcome.
    private func printed(_ report: PaymentReport, on printers: [DeviceAddress]) async -> Result {
        let watched = LiveScreen(console, in: till.configuration.shop.language).follow(
            till.printerStandings, at: printers.flatMap { [$0] + till.configuration.standIns(for: $0) })
        defer { watched.cancel() }
        do throws(Failure) {
            let (prints, failure) = try await till.printWaiting(on: printers)
            // A print that failed tells so itself.
            let isTold = prints.contains { $0.failure != nil }
            return Result(report: report, prints: prints, spoolFailure: isTold ? nil : failure)
        } catch { return Result(report: report, prints: [], spoolFailure: error) }
    }

    private func withWaiting(_ result: Result) async -> Result {
        let payment = result.report.payment
        let waiting = try? await till.ask { ReceiptAction.listWaiting(payment, $0) }
        var result = result
        // Of what was tried the report tells.
        result.cutOff = await till.cutOffPrints
        result.waiting = (waiting ?? []).filter { job in !result.prints.contains { $0.receipt == job.receipt } }
        return result
    }

    private func say(_ job: PrintJob) {
        console.say(
            "  the \(job.copy.rawValue) receipt \(job.receipt) waits for \(job.printer): the next payment there prints it,"
                + " or `till receipts print \(job.receipt)`")
    }

    private func say(_ report: PaymentReport) {
        let known = report.wasKnown ? " (this key was used before; nothing was sent)" : ""
        let line = "\(report.payment): \(report.sentence)\(known)"
        console.print(line.printable, orSay: line)
        if let advice = report.advice { console.say("      \(advice.sentence(report))") }
        if !report.outcome.isFinal { console.say("      run `till why \(report.payment)` for all that is known") }
    }

    private func sayPrints(of result: Result, _ usual: DeviceAddress) {
        for print in result.prints {
            let what = print.mark == .original ? "receipt" : "duplicate \(print.mark.number)"
            let place = print.printer == usual ? "" : " on \(print.printer)"
            guard let failure = print.failure else {
                let why = print.insteadBecause.map { ": \($0.sentence)" } ?? ""
                console.say("  printed the \(print.copy.rawValue) \(what) (\(print.end.word))\(place)\(why)".printable)
                console.sayReplaced(print.replaced)
                continue
            }
            console.say(
                "  the \(print.copy.rawValue) \(what) \(print.receipt) was not printed for certain\(place):".printable)
            console.say(failure)
        }
        if let failure = result.spoolFailure {
            console.say("  what waits to be printed was not printed:")
            console.say(failure)
        }
    }
}

extension Exit {
    /// The exit code where somebody leaves before the paper is out.
    fileprivate var withoutPaper: Exit { self == .done ? .paidButNotPrinted : self }
}

extension Failure {
    fileprivate static let leftUnprinted = Failure(
        "printer.notAwaited", "Nothing was printed: Till was told to leave.",
        remedy: "the next payment on that printer prints it, or `till receipts print`", recovery: .askOperator)
}
