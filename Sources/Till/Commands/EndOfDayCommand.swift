import ArgumentParser
import Flow
import Foundation
import Model
import Payments
import Stores

struct EndOfDayCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-of-day",
        abstract: "Ends a terminal's day, and holds its totals against the journal and the orders.",
        discussion: """
            Every difference is named, by receipt number where it has one, with what to do about it. Exit 11 where the books \
            differ, 5 where the terminal's totals are not known. docs/end-of-day.md tells the rest.
            """)

    @Flag(help: "Only ask what the terminal has counted so far; its day goes on.")
    var totalsOnly = false
    @Flag(help: "Show the last report again, and ask nobody.")
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
        let till = try await LiveTill(setup)
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let request = EndOfDayRequest(
            reader: try devices.reader(till.configuration, settings),
            printer: try devices.knownPrinter(till.configuration, settings),
            language: options.language(till.configuration),
            giveUpAfter: options.giveUpAfter(till.configuration))
        try till.checkApart(reader: request.reader, printer: request.printer)
        // News that the shop has not heard would be differences.
        await till.deliver()
        let screen = LiveScreen(console, in: tongue(till)).follow(till.endOfDay)
        defer { screen.cancel() }
        let closes = !totalsOnly
        let interruptible = Interruptible.endOfDay(on: request.reader, of: till, console, in: tongue(till))
        let report = try await interruptible.run { () async throws(Failure) in
            try await till.ask {
                closes ? EndOfDayAction.endDay(request, $0) : EndOfDayAction.compareTotals(request, $0)
            }
        }
        try tell(report, till, console)
        let unprinted = await printed(report, on: request.printer, till, console)
        await console.sayCutOff(till, in: tongue(till))
        return Exit(report).or(unprinted)
    }

    private func showLast(_ setup: TillSetup, _ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: setup, console)
        let reader = try devices.namedReader(till.configuration)
        let report = try await till.ask { EndOfDayAction.lastReport(reader: reader, $0) }
        try tell(report, till, console)
        return Exit(report)
    }

    private func tongue(_ till: LiveTill) -> OperatorLanguage {
        OperatorLanguage(of: till.configuration, asked: options.language)
    }

    private func tell(_ report: EndOfDayReport, _ till: LiveTill, _ console: Console) throws(Failure) {
        if output.json { return console.print(try Output.json(Output.EndOfDay(report))) }
        console.write(EndOfDayText(report: report, language: tongue(till), clock: till.clock).text)
    }

    /// The terminal's own report; nil where there is nothing to say of it.
    private func printed(
        _ report: EndOfDayReport, on printer: DeviceAddress?, _ till: LiveTill, _ console: Console
    ) async -> Exit? {
        let printers = till.configuration.printers(of: [.endOfDay], besides: printer)
        guard !printers.isEmpty, !report.texts.isEmpty else { return nil }
        do throws(Failure) {
            let (prints, failure) = try await till.printWaiting(on: printers)
            guard let failure = prints.lazy.compactMap(\.failure).first ?? failure else { return nil }
            throw failure
        } catch {
            console.say("  the terminal's own report was not printed for certain:")
            console.say(error)
            return .paidButNotPrinted
        }
    }
}

extension Exit {
    /// The worst that is to be said of a day.
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

    /// Another one, where this is none to speak of.
    fileprivate func or(_ other: Exit?) -> Exit { self == .done ? other ?? self : self }
}
