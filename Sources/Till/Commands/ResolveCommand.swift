import ArgumentParser
import Flow
import Model
import Storage
import Stores

struct ResolveCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Asks terminals what became of what is in doubt. Begins nothing.",
        discussion: """
            Each terminal is asked for its last transaction, as before the next payment on it. Exit 0 once all is known, \
            whatever it is; 5 where something stays in doubt, and `till why` says what else would resolve it. An end of day \
            that was cut off is found out about by `till end-of-day`.
            """)

    @Argument(
        help: "A payment, refund, reversal or reservation, by its id or its order's number. Default: all in doubt.")
    var payment: String?
    @Option(help: "Where its terminal is now. Default: where it was.")
    var reader: String?
    @Option(help: "Seconds to wait for the truth of each. Default: policy.give_up_after.")
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
        let till = try await LiveTill(try data.setup(), patience: giveUpAfter)
        var exits: [Exit] = []
        let wanted = try await wanted(till)
        for doubt in wanted {
            do throws(Failure) { exits.append(try await resolve(doubt, till, console)) } catch {
                guard wanted.count > 1 else { throw error }
                console.say(error)
                exits.append(Exit(error))
            }
        }
        if wanted.isEmpty { console.say("nothing is in doubt") }
        return exits.contains(.inDoubt) ? .inDoubt : exits.first { $0 != .done } ?? .done
    }

    private func wanted(_ till: LiveTill) async throws(Failure) -> [PaymentID] {
        guard let payment else { return try await till.ask { JournalAction.listDoubts($0) }.map(\.id) }
        let found = try await till.ask { JournalAction.explainPayment(reference: payment, $0) }
        return [found.history.intent.payment]
    }

    private func resolve(_ payment: PaymentID, _ till: LiveTill, _ console: Console) async throws(Failure) -> Exit {
        let intent = try await till.ask { JournalAction.explainPayment(reference: payment.rawValue, $0) }.history.intent
        let place = try DeviceOptions.namedReader(reader, till.configuration)
        let patience = Duration.seconds(giveUpAfter ?? till.configuration.policy.giveUpAfterSeconds)
        let screen = LiveScreen(console, in: till.tongue)
            .follow(till.payment(on: place ?? intent.terminal))
        defer { screen.cancel() }
        let report = try await till.ask {
            CardPresentPaymentsAction.resolve(payment, at: place, giveUpAfter: patience, $0)
        }
        let result = try await Cashier(till: till, console: console, form: output.json ? .json : .text)
            .conclude(report, on: intent.printer)
        guard report.outcome.isFinal else { return .inDoubt }
        // The outcome is the terminal's; that it is known now is what was asked for.
        return result.exit == .paidButNotPrinted ? result.exit : .done
    }
}
