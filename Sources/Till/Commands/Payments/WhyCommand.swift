import ArgumentParser
import Configuration
import Flow
import Foundation
import Model
import Payments
import Service
import Stores

struct WhyCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explains a transaction: its state, the evidence, and what would resolve a doubt.",
        discussion: """
            Exit codes: 0 explained, whatever the outcome was; 5 an end of day of which it is not known whether the day was \
            ended; 7 no such payment.
            """)

    @Argument(
        help: ArgumentHelp(
            "A payment id, an order number, `last`, or the id of an end of day (eod-…), whose report is shown.",
            valueName: "payment"))
    var payment: String
    @Option(
        help: ArgumentHelp(
            "The language of the explanation. Default: shop.language, else that of $LANG, else en.",
            valueName: "language"))
    var language: OperatorLanguage?
    @Flag(
        help: """
            Play the transaction's facts one after another through the till's own rules, and show the state before and after \
            each, with the names that states and fields have in code.
            """)
    var replay = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        if replay, payment.hasPrefix(Self.dayPrefix) { throw ValidationError("--replay is for transactions.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let name = payment
        if name.hasPrefix(Self.dayPrefix) { return try await explainDay(till, console) }
        let explanation = try await till.ask { JournalAction.explainPayment(reference: name, $0) }
        let language = self.language ?? till.language
        if replay {
            let played = PaymentReplay(explanation)
            if output.json { console.print(try Output.json(played)) } else { console.write(played.text(till.clock)) }
            return .done
        }
        guard output.json else {
            console.write(text(explanation, language, till.clock))
            return .done
        }
        console.print(try Output.json(Output.why(explanation, language)))
        return .done
    }

    static let dayPrefix = "eod-"

    private func explainDay(_ till: LiveTill, _ console: Console) async throws(Failure) -> Exit {
        let id = EndOfDayID(rawValue: payment)
        let report = try await till.ask { EndOfDayAction.report(id, $0) }
        guard !output.json else {
            console.print(try Output.json(Output.EndOfDay(report)))
            return .done
        }
        console.write(
            EndOfDayText(report: report, language: language ?? till.language, clock: till.clock).text)
        return .done
    }

    private func text(_ explanation: PaymentExplanation, _ language: OperatorLanguage, _ clock: ShopClock) -> String {
        var text = "\(explanation.title(in: language).printable)\n\n\(explanation.state(in: language).printable)\n"
        if let resolution = explanation.resolution(in: language) { text += "\n\(resolution.printable)\n" }
        if let archive = explanation.archive?.printable {
            text += "\n" + language.text("why.archived", ["archive": archive]) + "\n"
        }
        text += "\n" + language.text("why.known") + "\n"
        for fact in explanation.facts {
            text += "  \(clock.text(fact.at))  #\(fact.sequence)  \(fact.text(in: language).printable)\n"
        }
        if let unprinted = explanation.unprintedText { text += "  \(unprinted.text(in: language))\n" }
        for back in explanation.givenBack { text += "  \(back.text(in: language))\n" }
        for print in explanation.prints { text += "  \(print.text(in: language))\n" }
        return text
    }
}

extension OperatorLanguage: ExpressibleByArgument {
    package init?(argument: String) {
        guard let language = Self.allCases.first(where: { $0.tag == argument }) else { return nil }
        self = language
    }

    package static var allValueStrings: [String] { allCases.map(\.tag) }

    /// The language of a whole run: the requested one, or else the shop's or the person's if Till has it, or else
    /// English.
    init(
        of configuration: TillConfiguration, asked: String? = nil,
        _ environment: [String: String]? = nil
    ) {
        let ofShop = OperatorLanguage(near: configuration.shop.language)
        self =
            asked.map(OperatorLanguage.init(near:))
            ?? (ofShop == .en ? environment.map(OperatorLanguage.init) ?? .ofProcess : ofShop)
    }

    /// That of the locale in which the process was started. A service needs it for each request, and to read all variables
    /// takes as long as to find an order.
    private static let ofProcess = OperatorLanguage(ProcessInfo.processInfo.environment)

    /// The language of the person's locale (POSIX, Environment Variables, 8.2).
    init(_ environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self.init(near: locale ?? "")
    }
}
