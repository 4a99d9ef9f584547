import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Service
import Storage
import Stores

struct RegisterNotifications: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Has the shop tell this till of new and changed orders, by webhooks.",
        discussion: """
            The address is that of `till serve` as the shop reaches it: usually of a proxy with https, which passes requests for \
            /v1/notifications/deliveries on to the service, and no others. The shop signs what it sends with a secret that the till \
            makes and keeps. May be repeated, also with another address, or after the shop has disabled the webhooks because the \
            service could not be reached. Without an address, shows what is registered.
            """)

    @Argument(help: ArgumentHelp("The address, such as https://till.example.", valueName: "url"))
    var url: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // The secret is the owner's alone.
        umask(0o077)
        let till = try await LiveTill(try data.setup())
        let site = try await till.ask { AccountAction.loadAccount($0) }.site
        if let url { try await register(try Self.address(url), at: site, till) }
        let registration = try till.shopWebhooks.registration(at: site)
        guard !output.json else {
            console.print(try Output.json(Document(url: registration?.url, webhooks: registration?.ids ?? [])))
            return .done
        }
        let said =
            registration.map { Sentence("notifications.registered", ["url": $0.url]) }
            ?? Sentence("notifications.notRegistered")
        console.print(said.text(in: till.language).printable)
        return .done
    }

    private struct Document: Encodable {
        /// Nil if nothing is registered.
        let url: String?
        let webhooks: [Int64]
    }

    /// The address with the service's path, if it has none of its own.
    private static func address(_ text: String) throws(Failure) -> String {
        try EndpointAddress.check(text)
        guard var parts = URLComponents(string: text), ["", "/"].contains(parts.path) else { return text }
        parts.path = ShopWebhooks.path
        return parts.string ?? text
    }

    private func register(_ url: String, at site: SiteID, _ till: LiveTill) async throws(Failure) {
        let before = try till.shopWebhooks.registration(at: site)
        let secret = try till.shopWebhooks.secretToRegister(at: site)
        let made = try await till.ask { NotificationAction.registerDevice(url: url, name: "Till", secret, $0) }
        let registration = ShopWebhooks.Registration(
            url: url, ids: made.map(\.id), since: till.environment.now().asStored)
        try till.shopWebhooks.keep(registration, at: site)
        // Those of an earlier address would be told twice.
        let old = (before?.ids ?? []).filter { !registration.ids.contains($0) }
        if !old.isEmpty { try await till.ask { NotificationAction.unregisterDevice(old, $0) } }
    }
}

struct UnregisterNotifications: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", abstract: "Removes the webhooks from the shop, and their secret from this till.")

    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let site = try await till.ask { AccountAction.loadAccount($0) }.site
        if let ids = try till.shopWebhooks.registration(at: site)?.ids {
            try await till.ask { NotificationAction.unregisterDevice(ids, $0) }
        }
        try till.shopWebhooks.forget(site)
        console.print(till.language.text("notifications.unregistered"))
        return .done
    }
}

extension LiveTill {
    /// The webhooks by which shops tell this till.
    var shopWebhooks: ShopWebhooks {
        ShopWebhooks(
            storage: storage, environment: environment, secrets: CredentialFiles(directory: directory))
    }
}
