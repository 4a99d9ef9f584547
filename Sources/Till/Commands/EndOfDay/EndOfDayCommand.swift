import ArgumentParser
import Flow
import Foundation
import Model
import Payments
import Service
import Stores

struct EndOfDayCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-of-day",
        abstract: "Ends a terminal's day, and compares its totals with the journal and the orders.",
        discussion: """
            Till lists every difference with its receipt number, if it has one, and what to do about it \
            (docs/end-of-day.md).

            Exit codes: 0 all totals agree, 5 in doubt or the terminal's totals are not known, 6 the terminal is not \
            available, 9 ended but the terminal's report is not printed, 11 the totals differ, 75 the terminal did not end \
            its day.
            """)

    @Flag(help: "Only compare what the terminal has counted so far; its day goes on.")
    var totalsOnly = false
    @Flag(help: "Show the last report again without asking the terminal.")
    var last = false
    @OptionGroup var options: PaymentOptions
    @OptionGroup var devices: DeviceOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        if last, totalsOnly { throw ValidationError("--last shows what was asked before; --totals-only asks anew.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        if last { return try await showLast(setup, console) }
        let till = try await LiveTill.owning(setup)
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        var asked = EndOfDayRequest(
            terminal: try devices.terminal(till.configuration, settings),
            printer: try devices.knownPrinter(till.configuration, settings),
            language: options.language(till.configuration),
            giveUpAfter: options.giveUpAfter(till.configuration))
        asked.by = console.invocation.requester
        let request = asked
        try till.checkApart(terminal: request.terminal, printer: request.printer)
        // Deliver the outbox first: what the shop has not been told yet would show up as a difference.
        await till.deliver()
        let screen = LiveScreen(console, in: language(till)).follow(till.endOfDay)
        defer { screen.cancel() }
        let closes = !totalsOnly
        let interruptible = Interruptible.endOfDay(on: request.terminal, of: till, console, in: language(till))
        let report = try await interruptible.run { () async throws(Failure) in
            try await till.ask {
                closes ? EndOfDayAction.endDay(request, $0) : EndOfDayAction.compareTotals(request, $0)
            }
        }
        try tell(report, till, console)
        let unprinted = await printed(report, on: request.printer, till, console)
        await console.sayCutOff(till, in: language(till))
        return Exit(report).or(unprinted)
    }

    private func showLast(_ setup: TillSetup, _ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: setup, console)
        let terminal = try devices.namedTerminal(till.configuration)
        let report = try await till.ask { EndOfDayAction.lastReport(terminal: terminal, $0) }
        try tell(report, till, console)
        return Exit(report)
    }

    private func language(_ till: LiveTill) -> OperatorLanguage {
        OperatorLanguage(of: till.configuration, asked: options.language)
    }

    private func tell(_ report: EndOfDayReport, _ till: LiveTill, _ console: Console) throws(Failure) {
        if output.json { return console.print(try Output.json(Output.EndOfDay(report))) }
        console.write(EndOfDayText(report: report, language: language(till), clock: till.clock).text)
    }

    /// Prints the terminal's own report. Returns nil if it was printed or if there is none.
    private func printed(
        _ report: EndOfDayReport, on printer: DeviceAddress?, _ till: LiveTill, _ console: Console
    ) async -> Exit? {
        let printers = till.configuration.printers(of: [.endOfDay], besides: printer)
        guard !printers.isEmpty, !report.texts.isEmpty else { return nil }
        var isUnclear = true
        do throws(Failure) {
            let (prints, failure) = try await till.printWaiting(on: printers)
            guard let failure = prints.lazy.compactMap(\.failure).first ?? failure else { return nil }
            isUnclear = prints.contains { if case .unknown = $0.end { true } else { false } }
            throw failure
        } catch {
            let language = till.language
            console.say(
                "  "
                    + (isUnclear
                        ? language.text("report.notPrintedForCertain") : language.text("report.notPrintedYet")))
            console.say(error)
            return .paidButNotPrinted
        }
    }
}

extension Exit {
    /// The exit code of an end of day: its outcome, then whether the totals agree.
    init(_ report: EndOfDayReport) {
        switch report.outcome {
        case .notClosed, .nothingCounted: self = .temporary
        case .inDoubt, .closedWithoutTotals: self = .inDoubt
        case .closed, .totalsOnly:
            switch report.reconciliation.verdict {
            case .agrees: self = .done
            case .differs: self = .totalsDiffer
            case .notComparable: self = .inDoubt
            }
        }
    }

    /// Returns this exit code, or the other one if this one is `done`.
    fileprivate func or(_ other: Exit?) -> Exit { self == .done ? other ?? self : self }
}
