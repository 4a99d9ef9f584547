import Flow
import Foundation
import Model
import Networking
import Storage

/// The webhooks by which a shop tells this till what happens there. What was registered is in the till's storage; the secret with
/// which the shop signs is in a file that only the owner of the data may read, and in no backup.
package struct ShopWebhooks: Sendable {
    /// What a shop was asked to call.
    package struct Registration: Codable, Hashable, Sendable {
        /// The till's address, as the shop reaches it.
        package let url: String
        /// The webhooks' ids in the shop.
        package let ids: [Int64]
        package let since: Date

        package init(url: String, ids: [Int64], since: Date) { (self.url, self.ids, self.since) = (url, ids, since) }
    }

    /// Where shops deliver. It is registered with them, so it never changes.
    package static let path = "/v1/notifications/deliveries"

    private let storage: any StorageManagerType
    private let environment: Environment
    private let secrets: CredentialFiles

    package init(storage: any StorageManagerType, environment: Environment, secrets: CredentialFiles) {
        (self.storage, self.environment, self.secrets) = (storage, environment, secrets)
    }

    private static func setting(_ site: SiteID) -> String { "service.shopWebhooks.\(site)" }
    private static func file(_ site: SiteID) -> String { "shop-webhooks-\(site)" }

    /// What is registered at a shop; nil if nothing is.
    package func registration(at site: SiteID) throws(Failure) -> Registration? {
        try storage.reading { try $0.setting(Self.setting(site), as: Registration.self) }
    }

    /// The secret with which a shop signs; nil if there is none.
    package func secret(of site: SiteID) throws(Failure) -> WebhookSecret? {
        try secrets.read(named: Self.file(site)).flatMap { WebhookSecret(String(decoding: $0, as: UTF8.self)) }
    }

    /// The secret to register with a shop: the kept one, else a new one, which is kept before anybody is told it.
    package func secretToRegister(at site: SiteID) throws(Failure) -> WebhookSecret {
        if let kept = try secret(of: site) { return kept }
        let text = "whsec_" + environment.newSecret()
        try secrets.write(Array(text.utf8), named: Self.file(site))
        guard let secret = WebhookSecret(text) else { preconditionFailure("a secret has a prefix") }
        return secret
    }

    package func keep(_ registration: Registration, at site: SiteID) throws(Failure) {
        try storage.writing { try $0.setSetting(Self.setting(site), to: registration) }
    }

    /// Forgets what was registered, and the secret: what the shop still sends is refused.
    package func forget(_ site: SiteID) throws(Failure) {
        try secrets.remove(named: Self.file(site))
        try storage.writing { try $0.removeSetting(Self.setting(site)) }
    }
}
