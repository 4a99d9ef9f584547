import Flow
import Model
import Networking
import Payments

/// Finds out from the shop whether it can take card payments in person by an extension of its own.
struct CardPresentPaymentsOnboarding: Sendable {
    let shop: ShopSession
    let accounts: InPersonAccounts

    /// How long a status counts as told just now. A shop takes long to tell it.
    private static let moment = Duration.seconds(30)
    private static let cashOnDelivery = "cod"
    private static let country = (group: "general", id: "woocommerce_default_country")

    /// Asks the shop anew. Throws what the shop answers if it does not permit its status to the login.
    func refresh() async throws(Failure) -> CardPresentPaymentsOnboardingState {
        let remote = SystemStatusRemote(network: shop.network)
        let status: Cached<SystemStatus>
        do throws(Failure) {
            status = try await shop.cache(of: SystemStatus.self)
                .one(SystemStatus.onlyKey, validity: .lasting(Self.moment)) { [shop] () async throws(NetworkError) in
                    let status = try await remote.loadInformation()
                    shop.remember(storeID: status.storeID)
                    return status
                }
        } catch {
            guard error.recovery == .retry else { throw error }
            return .noConnection
        }
        guard status.failure == nil else { return .noConnection }
        let loaded = (try? await accounts.load())?.items ?? []
        let preferred = try shop.memory.load(.gateway, of: shop.site, as: String.self)
        let facts = OnboardingFacts(
            country: await country() ?? loaded.first.flatMap { $0.country.isEmpty ? nil : $0.country },
            plugins: status.value.plugins, accounts: loaded,
            preferred: preferred.flatMap { PaymentGatewayExtension(rawValue: $0) },
            offersCashOnDelivery: await offersCash())
        if let gateway = facts.state.readyExtension { _ = try accounts.use(gateway) }
        return facts.state
    }

    /// The country in the shop's settings, such as `US` of `US:CA`.
    private func country() async -> String? {
        let remote = SettingsRemote(network: shop.network)
        let key = SiteSetting.key(Self.country.id, in: Self.country.group)
        let setting = try? await shop.cache(of: SiteSetting.self).one(key) { () async throws(NetworkError) in
            try await remote.loadSetting(Self.country.id, in: Self.country.group)
        }
        return setting?.value.valueText.split(separator: ":").first.map { $0.uppercased() }
    }

    private func offersCash() async -> Bool {
        let remote = PaymentGatewaysRemote(network: shop.network)
        let query = ShopQuery(page: nil, isOfAll: true)
        let methods = try? await shop.cache(of: PaymentGateway.self).list(query) { () async throws(NetworkError) in
            try await remote.loadGateways()
        }
        return methods?.value.items.contains { $0.id == Self.cashOnDelivery && $0.isEnabled } ?? false
    }
}
