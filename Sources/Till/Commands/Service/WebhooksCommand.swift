import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Storage

struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Makes, lists and deletes webhooks: addresses to which `till serve` sends events.",
        discussion: """
            Each event is a request of its own, signed with the webhook's secret, sent at least once and in order; \
            docs/api.md says how to check it. An event that is refused for good (a status of 400 to 499 except 408, 425 and \
            429) is set aside until somebody decides.
            """,
        subcommands: [
            CreateWebhook.self, ListWebhooks.self, DeleteWebhook.self, RefusedEvents.self, RetryEvent.self,
            DiscardEvent.self,
        ])
}

extension EventEndpoints {
    /// The webhooks in the data directory, which a service may be using.
    fileprivate init(_ data: DataOptions) throws(Failure) {
        let (setup, environment) = (try data.setup(), Environment.live.logged)
        let key = try setup.journalKey()
        let storage: StorageManager
        do throws(StorageError) {
            storage = try StorageManager(
                directory: setup.directory, environment: environment, key: key, waiting: LockNotice.say)
        } catch { throw error.failure }
        OpenStorage.atCommandEnd(storage)
        self.init(
            storage: storage, environment: environment, secrets: CredentialFiles(directory: setup.directory))
    }
}

struct CreateWebhook: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes a webhook and prints its secret, once.",
        discussion: "It is told of what happens from now on. The address is shown in lists: put no secret in it.")

    @Option(
        help: ArgumentHelp("Where events go: an https address, or an http address on this machine.", valueName: "url"))
    var url: String
    @Option(
        help: ArgumentHelp(
            "The kinds of events, separated by commas: payment.settled, payment.* for a group, or * for all.",
            valueName: "kinds"))
    var kinds: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // Only the owner may read the file with the webhook's secret.
        umask(0o077)
        let kinds = try EventKinds.read(kinds)
        let endpoints = try EventEndpoints(data)
        let (secret, endpoint) = try endpoints.create(url, kinds)
        guard !output.json else {
            let progress = try endpoints.find(endpoint.id).progress
            let document = Output.Endpoint(endpoint, progress, in: data.language())
            console.print(try Output.json(Joined(body: document, more: Output.NewSecret(secret))))
            return .done
        }
        console.say(data.language().text("webhook.made", ["id": endpoint.id, "url": endpoint.url.printable]))
        console.print(secret.text)
        return .done
    }
}

struct ListWebhooks: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists all webhooks, how far each has been told, and why the next event waits.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (endpoints, language) = (try EventEndpoints(data), data.language())
        let all = try endpoints.all().map { endpoint throws(Failure) in try endpoints.find(endpoint.id) }
        guard !output.json else {
            console.print(try Output.json(all.map { Output.Endpoint($0.endpoint, $0.progress, in: language) }))
            return .done
        }
        for (endpoint, progress) in all {
            let refused =
                progress.setAside.isEmpty
                ? "" : language.text("webhook.setAside", ["count": progress.setAside.count])
            console.print(
                [
                    endpoint.id, endpoint.url, endpoint.events.joined(separator: ","), refused,
                    progress.trouble?.said.text(in: language) ?? "",
                ].filter { !$0.isEmpty }.joined(separator: "  ").printable)
        }
        if all.isEmpty { console.say(language.text("webhook.none")) }
        return .done
    }
}

struct DeleteWebhook: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes a webhook with its secret. It is told nothing more.")

    @Argument(help: ArgumentHelp("The webhook's id, as `till webhooks list` shows it.", valueName: "webhook"))
    var id: String
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let removed = try EventEndpoints(data).remove(id)
        console.print(data.language().text("webhook.deleted", ["id": removed.id]))
        return .done
    }
}

struct RefusedEvents: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "refused", abstract: "Lists the events that a webhook has refused for good.")

    @Argument(help: ArgumentHelp("The webhook's id, as `till webhooks list` shows it.", valueName: "webhook"))
    var id: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (refused, language) = (try EventEndpoints(data).find(id).progress.setAside, data.language())
        guard !output.json else {
            console.print(try Output.json(refused.map { Output.SetAsideEvent($0, in: language) }))
            return .done
        }
        for event in refused {
            let reason = event.refusal.said.text(in: language)
            console.print("\(event.event)  \(event.at.formatted(.iso8601))  \(event.kind)  \(reason)".printable)
        }
        if refused.isEmpty { console.say(language.text("webhook.noneRefused")) }
        return .done
    }
}

/// An event that a webhook has refused.
struct RefusedEvent: ParsableArguments {
    @Argument(help: ArgumentHelp("The webhook's id, as `till webhooks list` shows it.", valueName: "webhook"))
    var id: String
    @Argument(help: ArgumentHelp("The event, as `till webhooks refused` shows it.", valueName: "event"))
    var event: Int64
    @OptionGroup var data: DataOptions
}

struct RetryEvent: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Sends an event again that a webhook has refused.",
        discussion: "The service sends it within half a minute, before all later events.")

    @OptionGroup var refused: RefusedEvent
    var data: DataOptions { refused.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        try EventEndpoints(data).retry(refused.event, of: refused.id)
        console.print(data.language().text("webhook.again", ["event": Int(refused.event)]))
        return .done
    }
}

struct DiscardEvent: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Gives up an event that a webhook has refused.")

    @OptionGroup var refused: RefusedEvent
    var data: DataOptions { refused.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        try EventEndpoints(data).discard(refused.event, of: refused.id)
        console.print(data.language().text("webhook.discarded", ["event": Int(refused.event)]))
        return .done
    }
}
