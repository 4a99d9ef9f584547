import Flow
import Model
import Networking
import Payments

/// The settings of the shop, in their groups.
package final class SettingStore: Store {
    package typealias Handled = SettingAction

    private let settings: SiteSettings
    private let groups: ShopCache<SettingGroup>
    private let api: ShopCache<SiteAPI>
    private let apiAnswers = SharedAnswers<SingleKey, Cached<SiteAPI>>()

    init(shop: ShopSession) {
        settings = SiteSettings(remote: SettingsRemote(network: shop.network), cache: shop.cache())
        groups = shop.cache()
        api = shop.cache()
    }

    package func onAction(_ action: SettingAction) {
        switch action {
        case .retrieveSettingGroups(let reply): loadGroups(reply)
        case .synchronizeGeneralSiteSettings(let reply): settings.load("general", reply)
        case .synchronizeProductSiteSettings(let reply): settings.load("products", reply)
        case .synchronizeSiteSettings(let group, let reply): settings.load(group, reply)
        case .retrieveSetting(let group, let id, let reply):
            settings.load(UsedSetting(group: group, id: id), reply) { (setting) throws(Failure) in setting }
        case .updateSetting(let group, let id, let value, let reply):
            settings.set(UsedSetting(group: group, id: id), to: value, reply) { $0 }
        case .retrieveSiteAPI(let reply): loadAPI(reply)
        case .retrieveCouponSetting(let reply):
            settings.load(.coupons, reply) { (setting) throws(Failure) in setting.isOn }
        case .enableCouponSetting(let reply): settings.set(.coupons, to: UsedSetting.on, reply) { _ in }
        case .retrieveAnalyticsSetting(let reply):
            settings.load(.analytics, reply) { (setting) throws(Failure) in setting.isOn }
        case .enableAnalyticsSetting(let reply): settings.set(.analytics, to: UsedSetting.on, reply) { _ in }
        case .retrieveTaxBasedOnSetting(let reply):
            settings.load(.taxBasis, reply) { (setting) throws(Failure) in try setting.taxBasis }
        }
    }

    private func loadGroups(_ reply: Reply<Cached<Listing<SettingGroup>>>) {
        let remote = settings.remote
        groups.answer(reply, ShopQuery(page: nil, isOfAll: true)) { () throws(NetworkError) in
            try await remote.loadGroups()
        }
    }

    private func loadAPI(_ reply: Reply<Cached<SiteAPI>>) {
        let (remote, api) = (settings.remote, api)
        apiAnswers.answer(reply, SingleKey(), in: api.environment, "load the REST interface") { () throws(Failure) in
            var isKey = false
            do throws(Failure) {
                return try await api.one(SiteAPI.onlyKey) { () async throws(NetworkError) in
                    do throws(NetworkError) { return try await remote.loadSiteAPI() } catch {
                        isKey = error.isRefusalOfAKeyByWordPress
                        throw error
                    }
                }
            } catch {
                throw isKey ? .unsupported(because: Sentence("detail.unsupported.keyAtWordPress")) : error
            }
        }
    }

    package func clearOperatorData() {
        settings.cache.clear()
        groups.clear()
        api.clear()
    }
}

/// Reads and changes the settings of the shop.
private struct SiteSettings: Sendable {
    let remote: SettingsRemote
    let cache: ShopCache<SiteSetting>

    func load(_ group: String, _ reply: Reply<Cached<Listing<SiteSetting>>>) {
        let remote = remote
        cache.answer(reply, ShopQuery(scope: "settings/\(group)", page: nil, isOfAll: true)) {
            () throws(NetworkError) in try await remote.loadSettings(of: group)
        }
    }

    func load<Value: Sendable>(
        _ wanted: UsedSetting, _ reply: Reply<Cached<Value>>,
        _ read: @escaping @Sendable (SiteSetting) throws(Failure) -> Value
    ) {
        let remote = remote
        let setting = Reply<Cached<SiteSetting>> { told in
            reply { () throws(Failure) in try told.get().map(read) }
        }
        cache.answer(setting, key: SiteSetting.key(wanted.id, in: wanted.group)) { () async throws(NetworkError) in
            try await remote.loadSetting(wanted.id, in: wanted.group)
        }
    }

    /// A change moves no setting to another group, so the kept lists stay.
    func set<Value: Sendable>(
        _ wanted: UsedSetting, to value: JSONValue, _ reply: Reply<Value>,
        _ read: @escaping @Sendable (SiteSetting) -> Value
    ) {
        let (remote, cache) = (remote, cache)
        cache.environment.answer(reply, "change setting") { () throws(Failure) in
            let setting = try await asFailure { () async throws(NetworkError) in
                try await remote.update(wanted.id, in: wanted.group, to: value)
            }
            try cache.keep(setting, listsStay: true)
            return read(setting)
        }
    }
}

extension SiteSetting {
    fileprivate var taxBasis: TaxBasis {
        get throws(Failure) {
            guard let basis = TaxBasis(rawValue: valueText) else {
                throw NetworkError.malformed(field: id, reason: Sentence("detail.shop.noTaxAddress")).failure
            }
            return basis
        }
    }
}
