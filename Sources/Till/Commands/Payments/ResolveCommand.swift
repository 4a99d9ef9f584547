import ArgumentParser
import Flow
import Model
import Payments
import Storage
import Stores

struct ResolveCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Asks terminals for the outcome of transactions in doubt. Charges nothing.",
        discussion: """
            Till asks each terminal for its last transaction, as it does before the next payment there. An end of day that \
            was cut off is resolved by `till end-of-day`.

            Exit codes: 0 all outcomes are known, whatever they are; 5 something stays in doubt, and `till why` says what \
            else would resolve it; 75 another command uses the terminal.
            """)

    @Argument(
        help: ArgumentHelp(
            "The id of a payment, refund, reversal or reservation, or an order number. Default: all transactions in doubt.",
            valueName: "payment"))
    var payment: String?
    @Option(
        help: ArgumentHelp(
            "The terminal of the transaction, if it has a new address: a configured name or an address, such as serial:/dev/ttyUSB0 or tcp:192.168.1.20:20007. Default: the address at which the transaction was made.",
            valueName: "reader"))
    var reader: String?
    @Option(
        help: ArgumentHelp(
            "Ask about each transaction for so many seconds, 1 to 86400. Default: policy.give_up_after.",
            valueName: "seconds"))
    var giveUpAfter: Int?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        if let giveUpAfter, !(1...86_400).contains(giveUpAfter) {
            throw ValidationError("--give-up-after is 1 to 86400 seconds.")
        }
        if output.json || reader != nil, payment == nil {
            throw ValidationError("--json and --reader need the payment that is meant.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup(), patience: giveUpAfter)
        var exits: [Exit] = []
        let wanted = try await wanted(till)
        for doubt in wanted {
            do throws(Failure) { exits.append(try await resolve(doubt, till, console)) } catch {
                guard wanted.count > 1 else { throw error }
                console.say(error)
                exits.append(Exit(error))
            }
        }
        if wanted.isEmpty { console.say(till.language.text("resolve.nothing")) }
        return exits.contains(.inDoubt) ? .inDoubt : exits.first { $0 != .done } ?? .done
    }

    private func wanted(_ till: LiveTill) async throws(Failure) -> [PaymentID] {
        guard let payment else { return try await till.ask { JournalAction.listDoubts($0) }.map(\.id) }
        let found = try await till.ask { JournalAction.explainPayment(reference: payment, $0) }
        return [found.history.intent.payment]
    }

    private func resolve(_ payment: PaymentID, _ till: LiveTill, _ console: Console) async throws(Failure) -> Exit {
        let intent = try await till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }.history.intent
        let place = try DeviceOptions.namedTerminal(reader, till.configuration)
        let patience = Duration.seconds(giveUpAfter ?? till.configuration.policy.giveUpAfterSeconds)
        let screen = LiveScreen(console, in: till.language)
            .follow(till.payment(on: place ?? intent.terminal))
        defer { screen.cancel() }
        let report = try await till.ask {
            CardPresentPaymentsAction.resolve(payment, at: place, giveUpAfter: patience, $0)
        }
        let result = try await Cashier(till: till, console: console, form: output.json ? .json : .text)
            .conclude(report, on: PaymentDevices(of: intent))
        guard report.outcome.isFinal else { return .inDoubt }
        // The outcome is known now, which is what was asked for: the command succeeded, whatever the outcome is.
        return result.exit == .paidButNotPrinted ? result.exit : .done
    }
}
