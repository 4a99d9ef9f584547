import Failures
import Flow
import Foundation
import Model
import Receipts
import Service
import Storage
import Payments
import Stores

/// Performs one transaction for `pay`, `reserve`, `refund`, `reverse` and `demo` while someone watches, prints its
/// receipts, and reports how it went. `settle` uses only the printing and the report.
struct Cashier: Sendable {
    struct Result: Sendable {
        let report: PaymentReport
        let prints: [PrintReport]
        /// Prints of this payment that this process did not make: they usually wait behind one that failed, or an
        /// earlier command with the same key made them.
        var others: [PrintHistory] = []
        /// Prints of this payment that the service made by itself before this command looked; empty where this process prints.
        var byService: [PrintHistory] = []
        /// Prints on those printers that another process began and was stopped during.
        var cutOff: [CutOffPrint] = []
        /// Why the spool could not go on; nil if it could.
        let spoolFailure: Failure?
        /// The terminal if it prints the receipts by itself.
        var printingTerminal: DeviceAddress?

        /// The prints that the terminal made by itself.
        var byTerminal: [PrintHistory] {
            guard let terminal = printingTerminal?.description else { return [] }
            return (others + byService).filter { $0.job.printer == terminal }
        }

        /// Those of the terminal's prints of which nobody knows whether they came out, and that nothing else shows on paper.
        var inDoubtAtTerminal: [PrintHistory] {
            byTerminal.filter { print in
                print.job.state == .unknown
                    && !(others + byService).contains {
                        $0.job.receipt == print.job.receipt && $0.job.state.needsNoPaper
                    }
            }
        }

        /// A payment without paper has its own exit code; every other outcome's code is independent of the printer.
        var exit: Exit {
            let outcome = Exit(report.outcome)
            if outcome == .done, report.purpose.kind.takesMoney, report.advice != nil { return .conflict }
            let unprinted =
                spoolFailure != nil || prints.contains { $0.failure != nil }
                || cutOff.contains { $0.payment == report.payment } || !inDoubtAtTerminal.isEmpty
                || byService.contains { !$0.job.state.needsNoPaper && $0.job.printer != printingTerminal?.description }
            return outcome == .done && unprinted ? .paidButNotPrinted : outcome
        }
    }

    let till: LiveTill
    let speech: CashierSpeech
    /// Nil unless events were requested.
    let events: EventStream?
    private let asJSON: Bool

    private var console: Console { speech.console }

    /// - Parameters:
    ///   - language: the language of everything that a person is told.
    ///   - form: the form of standard output.
    init(till: LiveTill, console: Console, form: Console.Form, in language: OperatorLanguage? = nil) {
        let language = language ?? till.language
        self.till = till
        speech = CashierSpeech(console: console, language: language)
        asJSON = form == .json
        events = form == .events ? EventStream(console, till.environment, in: language) : nil
    }

    /// Performs the request. Receipts of an earlier payment are printed even if this one is refused. Ctrl-C requests
    /// cancellation and, once the terminal has finished, stops waiting for paper; a second one leaves at once.
    func take(_ asked: PaymentRequest) async throws(Failure) -> Result {
        var request = asked
        request.ticket = RequestTicket()
        return try await taken(request)
    }

    /// The number of the order that the request names.
    private func orderNumber(of request: PaymentRequest) -> String? {
        switch request.subject {
        case .order(let id), .reserve(.order(let id)):
            try? till.storage.reading { reader in
                try reader.number(of: id, at: try Account.current(in: reader)?.site ?? .embedded)
            }
        case .amount, .giveBack, .reserve, .book, .release: nil
        }
    }

    private func taken(_ request: PaymentRequest) async throws(Failure) -> Result {
        events?.started(request, order: orderNumber(of: request))
        let leaving = PaymentInterruption(till, console, of: request, in: speech.language)
        let interrupt = Interrupt { leaving.asked($0) }
        var isTold = false
        defer { interrupt.stop(isAtEnd: isTold) }
        // A second Ctrl-C leaves even while a slow reader of the events is waited for.
        defer { events?.finish() }
        try console.invocation.served?.checkCaller()
        let watched = leaving.follow(till.payment(on: request.terminal))
        defer { watched.cancel() }
        let report: PaymentReport
        do throws(Failure) { report = try await collect(request) } catch {
            guard !leaving.hasLeft else { throw error }
            interrupt.asks(speech.withoutPaper(till, leaving: Exit(error)))
            if !error.belongs(to: PrinterFailure.self) {
                _ = try? await till.printWaiting(
                    on: till.configuration.printers(
                        of: ReceiptTemplates.Kind.allCases, besides: PaymentDevices(of: request).paper))
                await console.sayCutOff(till, in: speech.language)
            }
            await till.deliver()
            throw error
        }
        interrupt.asks(speech.withoutPaper(till, leaving: Exit(report.outcome).withoutPaper))
        let result =
            try await leaving.hasLeft
            ? tellWithoutPaper(report) : finish(report, on: PaymentDevices(of: request))
        isTold = true
        return result
    }

    /// Prints what is due and reports how it went. Ctrl-C stops waiting for paper.
    func conclude(_ report: PaymentReport, on devices: PaymentDevices) async throws(Failure) -> Result {
        let interrupt = Interrupt(speech.withoutPaper(till, leaving: Exit(report.outcome).withoutPaper))
        let result: Result
        do throws(Failure) { result = try await finish(report, on: devices, isBegun: false) } catch {
            interrupt.stop()
            throw error
        }
        interrupt.stop(isAtEnd: true)
        return result
    }

    /// Reports the outcome for somebody who leaves: nothing is printed, and the shop is not told.
    private func tellWithoutPaper(_ report: PaymentReport) async throws(Failure) -> Result {
        tell(report)
        let failure = report.outcome.isFinal ? Failure.leftUnprinted : nil
        let result = await withOthers(Result(report: report, prints: [], spoolFailure: failure))
        if asJSON { try document(of: result) }
        for print in result.others + result.byService { speech.sayWaiting(print) }
        events?.end(result.exit, result.document)
        return result
    }

    /// Reports the outcome before anything is waited for. At the end the shop is told, for a limited time; the next
    /// command delivers the rest.
    ///
    /// - Parameter isBegun: whether the command was to begin the transaction, and not only to find out or settle what became of it.
    private func finish(
        _ report: PaymentReport, on devices: PaymentDevices, isBegun: Bool = true
    ) async throws(Failure) -> Result {
        tell(report, isBegun: isBegun)
        let printers = till.configuration.printers(
            of: [.orderReceipt, .cardSlip, .merchantCopy], besides: devices.paper)
        var result = await withOthers(printed(report, on: printers))
        if devices.isPrintedByTerminal { result.printingTerminal = devices.terminal }
        for print in result.document.body.prints ?? [] { events?.paper(print) }
        if asJSON {
            try document(of: result)
            if let failure = result.spoolFailure { console.say(failure) }
        } else {
            speech.sayPrints(of: result, devices.printer)
        }
        for print in result.others + result.byService { speech.sayWaiting(print) }
        await printReports(besides: printers)
        await console.sayCutOff(till, in: speech.language)
        await till.deliver()
        if let events {
            let shop = await till.shopTold
            events.shopTold(shop.isTold, shop.failure)
            events.end(result.exit, result.document)
        } else if !asJSON {
            sayUntold(of: report.payment)
        }
        return result
    }

    private func sayUntold(of payment: PaymentID) {
        for refusal in till.untold(of: payment) {
            guard let refusal else {
                console.say(till.language.text("outbox.later"))
                continue
            }
            console.say(till.language.text("outbox.refused"))
            console.say(refusal)
        }
    }

    private func tell(_ report: PaymentReport, isBegun: Bool = true) {
        if let events {
            events.outcome(report, orSay: words(of: report))
        } else if !asJSON {
            speech.say(report, isBegun: isBegun)
        }
    }

    /// The words on standard error if standard output cannot be written.
    private func words(of report: PaymentReport) -> String {
        "\(report.payment): \(report.sentence(in: speech.language))"
    }

    private func document(of result: Result) throws(Failure) {
        console.print(try Output.json(result.document), orSay: words(of: result.report))
    }

    /// Prints the report of an end of day that the payment may have demanded. It is not part of the payment's result.
    private func printReports(besides printers: [DeviceAddress]) async {
        let others = till.configuration.printers(of: [.endOfDay], besides: nil).filter { !printers.contains($0) }
        if let failure = try? await till.printWaiting(on: others).failure { console.say(failure) }
    }

    /// Remembers the devices of the payment for the next command. Only devices that have served a payment are
    /// remembered, and the outcome does not depend on it.
    func remember(_ request: PaymentRequest) async {
        do throws(Failure) {
            try await till.remember(terminal: request.terminal, printer: request.printer)
        } catch { console.say(error) }
    }

    private func collect(_ request: PaymentRequest) async throws(Failure) -> PaymentReport {
        let screen = LiveScreen(console, in: speech.language)
        let goods = GoodsPrompt(till: till, request: request, console: console)
        let watched =
            [screen.follow(till.payment(on: request.terminal)), screen.follow(till.endOfDay)]
            + (request.givesGoods ? [goods.follow(till.payment(on: request.terminal))] : [])
            + (events.map { [$0.follow(till.payment(on: request.terminal)), $0.follow(till.endOfDay)] } ?? [])
        defer {
            for subscription in watched { subscription.cancel() }
            goods.end()
        }
        return try await till.ask { CardPresentPaymentsAction.collectPayment(request, $0) }
    }

    /// Prints the receipts. The money has moved, so nothing that fails from here on may hide the outcome.
    private func printed(_ report: PaymentReport, on printers: [DeviceAddress]) async -> Result {
        let places = printers.flatMap { [$0] + till.configuration.standIns(for: $0) }
        let receipts = await receipts(of: report.payment)
        let watched =
            [LiveScreen(console, in: speech.language).follow(till.printerStandings, at: places)]
            + (events.map {
                [$0.follow(till.printerStandings, at: places), $0.follow(till.prints, on: printers, of: receipts)]
            } ?? [])
        defer { for subscription in watched { subscription.cancel() } }
        do throws(Failure) {
            let (prints, failure) = try await till.printWaiting(on: printers)
            // A failed print reports itself.
            let isTold = prints.contains { $0.failure != nil }
            return Result(report: report, prints: prints, spoolFailure: isTold ? nil : failure)
        } catch { return Result(report: report, prints: [], spoolFailure: error) }
    }

    /// The receipts of the payment; nil where this process prints, and so nobody else's.
    private func receipts(of payment: PaymentID) async -> Set<ReceiptID>? {
        guard console.invocation.served != nil else { return nil }
        let prints = try? await till.ask { ReceiptAction.listPrintsOfPayment(payment, $0) }
        return Set((prints ?? []).map(\.job.receipt))
    }

    private func withOthers(_ result: Result) async -> Result {
        let payment = result.report.payment
        let all = try? await till.ask { ReceiptAction.listPrintsOfPayment(payment, $0) }
        var result = result
        // The report also contains the prints that were found cut off.
        result.cutOff = await till.cutOffPrints
        let told = Set(result.prints.map { [$0.receipt.rawValue, "\($0.mark.number)"] })
            .union(result.cutOff.map { [$0.receipt.rawValue, "\($0.mark.number)"] })
        let others = (all ?? []).filter { !told.contains([$0.job.receipt.rawValue, "\($0.job.mark.number)"]) }
        if console.invocation.served == nil { result.others = others } else { result.byService = others }
        return result
    }
}

extension Cashier.Result {
    /// The document for `--json`.
    fileprivate var document: Output.PaymentDocument {
        Output.payment(
            report,
            prints: cutOff.map(Output.Print.init) + prints.map(Output.Print.init)
                + (others + byService).map(Output.Print.init))
    }
}

extension Exit {
    /// The exit code if somebody leaves before the receipts are printed.
    fileprivate var withoutPaper: Exit { self == .done ? .paidButNotPrinted : self }
}

extension Failure {
    fileprivate static let leftUnprinted = leftUnprinted(because: nil)

    /// The caller waits for its paper no longer.
    ///
    /// - Parameter obstacle: what the print waits for, if that is known.
    static func leftUnprinted(because obstacle: Failure?) -> Failure {
        Failure(
            PrinterFailure.notAwaited, Sentence("failure.printer.notAwaited.leftUnprinted"),
            remedy: Sentence("remedy.printer.notAwaited"), recovery: .askOperator,
            causes: obstacle.map { [$0.said] } ?? [])
    }
}

extension PrintState {
    /// Whether the receipt is on paper, or has become void.
    fileprivate var needsNoPaper: Bool { [.confirmed, .probably, .voided].contains(self) }
}
