import ArgumentParser
import Flow
import Model
import Payments
import Stores

struct SettleCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Settles a transaction in doubt by what the terminal's own journal says.",
        discussion: """
            Only for what the terminal itself cannot be asked any more. Type what you read; where it contradicts what the \
            terminal told, it is refused. What you type is kept in the journal with the name of who is signed in.

            An end of day that was cut off (eod-…) is settled by --ended or --not-ended. A reservation that the terminal does \
            not hold any more (it lapsed, was released there by hand, or the terminal was exchanged) is ended by --ended; \
            nothing is charged by it then, and its order can be paid.
            """)

    @Argument(help: "The payment, refund, reversal or end of day in doubt, or the reservation that has ended.")
    var payment: String
    @Flag(help: "The terminal's journal has it, with these numbers.")
    var booked = false
    @Flag(help: "The terminal's journal does not have it.")
    var notBooked = false
    @Flag(help: "The terminal's journal shows it as reversed, void or failed.")
    var takenBack = false
    @Flag(help: "What was typed before was wrong: it is in doubt again.")
    var withdraw = false
    @Flag(help: "The terminal has ended its day; of a reservation, that the terminal does not hold it any more.")
    var ended = false
    @Flag(help: "The terminal's day goes on.")
    var notEnded = false
    @Option(parsing: .unconditional, help: "The sum of the terminal's own report, with --ended, where you have it.")
    var total: String?
    @Option(help: "Its receipt number, with --booked.")
    var receipt: Int?
    @Option(help: "Its trace number, with --booked.")
    var trace: Int?
    @Option(parsing: .unconditional, help: "Its amount, with --booked, like 12.50.")
    var amount: String?
    @Option(
        help:
            "The newest receipt number in the terminal's journal, with --not-booked or --taken-back; 0 where it is empty."
    )
    var newestReceipt: Int?
    @Flag(help: "The terminal counts its receipts anew since then, after an end of day or a setup.")
    var numbersRestarted = false
    @Flag(help: "With --not-booked: the newest entry there is a payment of another till.")
    var newestIsAnothers = false
    @Option(help: "Where you read it, in your own words. Needed with all but --booked.")
    var evidence: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        guard [booked, notBooked, takenBack, withdraw, ended, notEnded].filter({ $0 }).count == 1 else {
            throw ValidationError(
                "Say --booked, --not-booked, --taken-back or --withdraw; of an end of day, --ended or --not-ended.")
        }
        if total != nil, !isDay { throw ValidationError("--total goes with the --ended of an end of day.") }
        if ended || notEnded, evidence == nil { throw ValidationError("--ended and --not-ended need --evidence.") }
        if booked, receipt == nil || trace == nil || amount == nil {
            throw ValidationError("--booked needs --receipt, --trace and --amount, as the terminal's journal has them.")
        }
        if notBooked || takenBack, newestReceipt == nil || evidence == nil {
            throw ValidationError("--not-booked and --taken-back need --newest-receipt and --evidence.")
        }
        if newestIsAnothers, !notBooked { throw ValidationError("--newest-is-anothers goes with --not-booked.") }
        if withdraw, evidence == nil { throw ValidationError("--withdraw needs --evidence.") }
        try Self.check(receipt, upTo: 9_999)
        if newestReceipt != 0 { try Self.check(newestReceipt, upTo: 9_999) }
        try Self.check(trace, upTo: 999_999)
    }

    private static func check(_ number: Int?, upTo most: Int) throws {
        if let number, !(1...most).contains(number) {
            throw ValidationError("\(number) is no number from 1 to \(most).")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        if notEnded || ended && isDay { return try await settleDay(till, console) }
        let (reference, words) = (payment, evidence)
        let (numbersRestarted, newestIsAnothers) = (numbersRestarted, newestIsAnothers)
        let id = try await named(by: reference, till)
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        let intent = explanation.history.intent
        let report: PaymentReport
        if let statement = try statement(intent.amount.currency) {
            report = try await till.ask {
                CardPresentPaymentsAction.settleDoubt(
                    intent.payment, statement, words: words, numbersRestarted: numbersRestarted,
                    newestIsAnothers: newestIsAnothers, $0)
            }
        } else {
            report = try await till.ask {
                CardPresentPaymentsAction.withdrawSettlement(intent.payment, words: words ?? "", $0)
            }
        }
        let result = try await Cashier(till: till, console: console, form: output.json ? .json : .text)
            .conclude(report, on: intent.printer)
        // The outcome is the terminal's; that it is known now is what was asked for.
        return result.exit == .paidButNotPrinted ? result.exit : .done
    }

    /// What an order's number names hangs on what is said.
    private func named(by reference: String, _ till: LiveTill) async throws(Failure) -> String {
        guard ended else { return reference }
        return try await till.ask { JournalAction.findReservation(reference: reference, $0) }.id.rawValue
    }

    private var isDay: Bool { payment.hasPrefix(WhyCommand.dayPrefix) }

    private func settleDay(_ till: LiveTill, _ console: Console) async throws(Failure) -> Exit {
        let (id, words, currency) = (EndOfDayID(rawValue: payment), evidence ?? "", till.configuration.shop.currency)
        let total = try total.map { text throws(Failure) in try Money(typed: text, currency, as: "--total") }
        let statement: EndOfDayEvidence.Statement = ended ? .ended(total: total) : .notEnded
        let report = try await till.ask { EndOfDayAction.settle(id, statement, words: words, $0) }
        if output.json {
            console.print(try Output.json(Output.EndOfDay(report)))
        } else {
            console.write(
                EndOfDayText(report: report, language: till.tongue, clock: till.clock).text)
        }
        // What is known now was asked for; that the books differ is said all the same.
        return report.reconciliation.verdict == .differs ? .totalsDiffer : .done
    }

    private func statement(_ currency: Currency) throws(Failure) -> OperatorEvidence.Statement? {
        if ended { return .ended }
        if let receipt, let trace, let amount, booked {
            return .booked(
                receipt: receipt, trace: trace, amount: try Money(typed: amount, currency, as: "--amount"))
        }
        guard let newestReceipt else { return nil }
        if takenBack { return .takenBack(newestReceipt: newestReceipt) }
        return notBooked ? .notBooked(newestReceipt: newestReceipt) : nil
    }
}
