import ArgumentParser
import Flow
import Model
import Payments
import Service
import Stores

struct SettleCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle",
        abstract: "Settles a transaction in doubt by what a person read in the terminal's journal.",
        discussion: """
            Use it when Till cannot ask the terminal itself any more, and `till resolve` leaves the transaction in doubt. Type \
            what you read there. Till refuses a statement that contradicts what the terminal said. The statement is kept in \
            the journal with the name of the operator who is signed in. Name exactly one of --booked, --not-booked, \
            --taken-back, --withdraw, --ended and --not-ended.

            An end of day that was cut off (eod-…) is settled by --ended or --not-ended. A reservation that the terminal does \
            not hold any more, because it lapsed, was released at the terminal or the terminal was exchanged, is settled by \
            --ended: nothing is charged, and its order can be paid.

            Exit codes: 0 settled, 5 another transaction claims this entry, 7 no such payment, 8 the statement contradicts \
            the terminal, 11 the totals of the day differ, 75 the terminal may still be in the middle of the transaction.
            """)

    @Argument(
        help: ArgumentHelp(
            "The id of the payment, refund, reversal, reservation or end of day (eod-…), or an order number.",
            valueName: "payment"))
    var payment: String
    @Flag(help: "The terminal's journal shows the transaction; needs --trace, --amount, and --receipt or --evidence.")
    var booked = false
    @Flag(help: "The terminal's journal does not show the transaction; needs --newest-receipt and --evidence.")
    var notBooked = false
    @Flag(
        help:
            "The terminal's journal shows the transaction as reversed, void or failed; needs --newest-receipt and --evidence."
    )
    var takenBack = false
    @Flag(help: "Take back an earlier statement: the transaction is in doubt again; needs --evidence.")
    var withdraw = false
    @Flag(help: "The terminal has ended its day, or does not hold the reservation any more; needs --evidence.")
    var ended = false
    @Flag(help: "The terminal has not ended its day; needs --evidence.")
    var notEnded = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The total on the terminal's own end-of-day report, such as 22.50, with --ended, if you have it.",
            valueName: "amount"))
    var total: String?
    @Option(
        help: ArgumentHelp(
            "The transaction's receipt number, 1 to 9999, with --booked. Where the terminal gives none, or 0000, leave it out or type 0, with --evidence.",
            valueName: "number"))
    var receipt: Int?
    @Option(help: ArgumentHelp("The transaction's trace number, 1 to 999999, with --booked.", valueName: "number"))
    var trace: Int?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The transaction's amount, such as 12.50, with --booked.", valueName: "amount"))
    var amount: String?
    @Option(
        help: ArgumentHelp(
            "The newest receipt number in the terminal's journal, with --not-booked or --taken-back; 0 when the journal is empty or has none.",
            valueName: "number"))
    var newestReceipt: Int?
    @Flag(help: "The terminal has restarted its receipt numbers since the transaction, after an end of day or a setup.")
    var numbersRestarted = false
    @Flag(help: "The newest entry in the terminal's journal fits, but is a payment of another till; with --not-booked.")
    var newestIsAnothers = false
    @Flag(help: "Another terminal has an entry with the same numbers; with --booked.")
    var otherTerminal = false
    @Option(
        help: ArgumentHelp(
            "Where you read this, in your own words, such as \"journal printed at 18:05\". Required except with --booked and --receipt.",
            valueName: "text"))
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
        if booked, (receipt ?? 0) == 0 && evidence == nil || trace == nil || amount == nil {
            throw ValidationError(
                "--booked needs --receipt, --trace and --amount, as the terminal's journal has them. For a terminal that gives no "
                    + "receipt numbers it needs --evidence instead of --receipt.")
        }
        if notBooked || takenBack, newestReceipt == nil || evidence == nil {
            throw ValidationError("--not-booked and --taken-back need --newest-receipt and --evidence.")
        }
        if !booked, receipt != nil || trace != nil || amount != nil {
            throw ValidationError("--receipt, --trace and --amount go with --booked.")
        }
        if newestReceipt != nil, !notBooked && !takenBack {
            throw ValidationError("--newest-receipt goes with --not-booked and --taken-back.")
        }
        if newestIsAnothers, !notBooked { throw ValidationError("--newest-is-anothers goes with --not-booked.") }
        if otherTerminal, !booked { throw ValidationError("--other-terminal goes with --booked.") }
        if withdraw, evidence == nil { throw ValidationError("--withdraw needs --evidence.") }
        if receipt != 0 { try Self.check(receipt, upTo: 9_999) }
        if newestReceipt != 0 { try Self.check(newestReceipt, upTo: 9_999) }
        try Self.check(trace, upTo: 999_999)
    }

    private static func check(_ number: Int?, upTo most: Int) throws {
        if let number, !(1...most).contains(number) {
            throw ValidationError("\(number) is no number from 1 to \(most).")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        if notEnded || ended && isDay { return try await settleDay(till, console) }
        let (reference, words) = (payment, evidence)
        let (numbersRestarted, newestIsAnothers) = (numbersRestarted, newestIsAnothers)
        let isOfOtherTerminal = otherTerminal
        let requester = console.invocation.requester
        let id = try await named(by: reference, till)
        let explanation = try await till.ask { JournalAction.explainPayment(reference: id, $0) }
        let intent = explanation.history.intent
        let report: PaymentReport
        if let statement = try statement(intent.amount.currency) {
            report = try await till.ask {
                CardPresentPaymentsAction.settleDoubt(
                    intent.payment, statement, words: words, numbersRestarted: numbersRestarted,
                    newestIsAnothers: newestIsAnothers, isOfOtherTerminal: isOfOtherTerminal, by: requester, $0)
            }
        } else {
            report = try await till.ask {
                CardPresentPaymentsAction.withdrawSettlement(
                    intent.payment, words: words ?? "", by: requester, $0)
            }
        }
        let result = try await Cashier(till: till, console: console, form: output.json ? .json : .text)
            .conclude(report, on: PaymentDevices(of: intent))
        // Settling succeeded, whatever the outcome of the transaction was.
        return result.exit == .paidButNotPrinted ? result.exit : .done
    }

    /// The id that the argument names: with `--ended` an order number means the order's reservation.
    private func named(by reference: String, _ till: LiveTill) async throws(Failure) -> String {
        guard ended else { return reference }
        return try await till.ask { JournalAction.findReservation(reference: reference, $0) }.id.rawValue
    }

    private var isDay: Bool { payment.hasPrefix(WhyCommand.dayPrefix) }

    private func settleDay(_ till: LiveTill, _ console: Console) async throws(Failure) -> Exit {
        let (id, words, currency) = (EndOfDayID(rawValue: payment), evidence ?? "", till.configuration.shop.currency)
        let total = try total.map { text throws(Failure) in try Money(typed: text, currency, as: "--total") }
        let statement: EndOfDayEvidence.Statement = ended ? .ended(total: total) : .notEnded
        let report = try await till.ask {
            EndOfDayAction.settle(id, statement, words: words, by: console.invocation.requester, $0)
        }
        if output.json {
            console.print(try Output.json(Output.EndOfDay(report)))
        } else {
            console.write(
                EndOfDayText(report: report, language: till.language, clock: till.clock).text)
        }
        // The day is settled; the exit code still tells when the totals differ.
        return report.reconciliation.verdict == .differs ? .totalsDiffer : .done
    }

    private func statement(_ currency: Currency) throws(Failure) -> OperatorEvidence.Statement? {
        if ended { return .ended }
        if let trace, let amount, booked {
            return .booked(
                receipt: receipt == 0 ? nil : receipt, trace: trace,
                amount: try Money(typed: amount, currency, as: "--amount"))
        }
        guard let newestReceipt else { return nil }
        if takenBack { return .takenBack(newestReceipt: newestReceipt) }
        return notBooked ? .notBooked(newestReceipt: newestReceipt) : nil
    }
}
