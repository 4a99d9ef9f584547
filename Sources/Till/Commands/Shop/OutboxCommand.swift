import ArgumentParser
import Flow
import Model
import Service
import Stores

struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Shows what the shops have not been told yet.",
        subcommands: [ListOutbox.self, RetryOutbox.self, FinishOutbox.self])
}

struct ListOutbox: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the messages that have not reached their shop, and why a shop refused one.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let messages = try await till.ask { OutboxAction.list($0) }
        if output.json {
            console.print(try Output.json(messages.map { Output.OutboxMessage($0, in: .en) }))
            return .done
        }
        for item in messages {
            let state =
                item.refusal.map { "\($0.code): \($0.said.text(in: till.language))" }
                ?? till.language.text("outbox.waits")
            console.print(
                "\(item.id)  \(till.clock.text(item.createdAt))  \(item.shop ?? "")  \(state)".printable)
            if let remedy = item.refusal?.advice { console.print("    \(remedy.text(in: till.language))".printable) }
        }
        return .done
    }
}

struct RetryOutbox: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Delivers a message again that waits, or that its shop refused.",
        discussion: """
            What else waits is delivered too, and the command waits for it: for each message as long as `policy.shop_patience` \
            allows.
            """)

    @Argument(help: ArgumentHelp("The message, as `till outbox list` shows it.", valueName: "message"))
    var id: String
    @Flag(help: "Tells the shop even if the order was cancelled, changed or paid by something else there.")
    var anyway = false
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let (id, anyway) = (id, anyway)
        try await till.ask { OutboxAction.retry(id: id, anyway: anyway, by: console.invocation.requester, $0) }
        await till.deliverPatiently()
        guard let left = try await till.ask({ OutboxAction.list($0) }).first(where: { $0.id == id }) else {
            console.print(till.language.text("outbox.told"))
            return .done
        }
        guard let refusal = left.refusal else {
            console.print(till.language.text("outbox.waits"))
            if let failure = await till.shopTold.failure { console.say(failure) }
            return .temporary
        }
        throw refusal
    }
}

struct FinishOutbox: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Ends the delivery of a message, because you have seen to it in the shop.",
        discussion: "The journal keeps what you say. Later messages about the same order are delivered after it.")

    @Argument(help: ArgumentHelp("The message, as `till outbox list` shows it.", valueName: "message"))
    var id: String
    @Option(help: ArgumentHelp("What was done in the shop, and by whom.", valueName: "text"))
    var evidence: String
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func validate() throws {
        if evidence.allSatisfy(\.isWhitespace) { throw ValidationError("--evidence needs a text.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        try await till.ask { OutboxAction.finish(id: id, evidence: evidence, by: console.invocation.requester, $0) }
        await till.deliverPatiently()
        console.print(till.language.text("outbox.finished"))
        return .done
    }
}
