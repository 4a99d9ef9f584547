import Flow
import Foundation
import Model
import Payments
import Storage

/// Keeps this till's own settings in its storage.
package final class AppSettingsStore: Store {
    package typealias Handled = AppSettingsAction

    private let memory: SettingsMemory
    private let sites: SiteMemory
    private let environment: Environment
    private let lookUp: Lookup<SingleKey, AppSettings>

    init(environment: Environment, storage: any StorageManagerType, root: StateStore<TillState, TillEvent>) {
        memory = SettingsMemory(storage: storage)
        sites = SiteMemory(storage: storage)
        self.environment = environment
        lookUp = Lookup(environment: environment, root: root)
    }

    package func onAction(_ action: AppSettingsAction) {
        switch action {
        case .loadSettings(let reply): load(reply)
        case .remember(let device, let reply): reply { () throws(Failure) in try memory.remember(device) }
        case .loadOrdersSettings(let site, let reply): load(.ordersSettings, of: site, reply)
        case .upsertOrdersSettings(let site, let settings, let reply): set(.ordersSettings, of: site, settings, reply)
        case .resetOrdersSettings(let site, let reply): set(.ordersSettings, of: site, nil as String?, reply)
        case .loadProductsSettings(let site, let reply): load(.productsSettings, of: site, reply)
        case .upsertProductsSettings(let site, let settings, let reply):
            set(.productsSettings, of: site, settings, reply)
        case .resetProductsSettings(let site, let reply): set(.productsSettings, of: site, nil as String?, reply)
        case .setStoreID(let site, let id, let reply): set(.storeID, of: site, id, reply)
        case .getStoreID(let site, let reply): load(.storeID, of: site, reply)
        case .setSelectedTaxRateID(let site, let id, let reply): set(.taxRate, of: site, id, reply)
        case .loadSelectedTaxRateID(let site, let reply): load(.taxRate, of: site, reply)
        case .setPreferredInPersonPaymentGateway(let site, let id, let reply): set(.gateway, of: site, id, reply)
        case .getPreferredInPersonPaymentGateway(let site, let reply): load(.gateway, of: site, reply)
        case .forgetPreferredInPersonPaymentGateway(let site, let reply):
            set(.gateway, of: site, nil as String?, reply)
        case .storeInPersonPaymentsTransactionIfFirst(let site, let date, let reply):
            reply { () throws(Failure) in try sites.setIfFirst(.firstPayment, of: site, to: date) }
        case .loadFirstInPersonPaymentsTransactionDate(let site, let reply): load(.firstPayment, of: site, reply)
        case .loadSiteHasAtLeastOneIPPTransactionFinished(let site, let reply):
            reply { () throws(Failure) in try sites.load(.firstPayment, of: site, as: Date.self) != nil }
        case .resetGeneralStoreSettings(let site, let reply):
            reply { () throws(Failure) in try sites.forgetChoices(of: site) }
        case .loadAppOnlySetting(let setting, let reply): reply(failing: setting.refusal)
        case .setAppOnlySetting(let setting, _, let reply): reply(failing: setting.refusal)
        }
    }

    private func load<Value: Decodable & Sendable>(_ entry: SiteMemory.Entry, of site: SiteID, _ reply: Reply<Value?>) {
        reply { () throws(Failure) in try sites.load(entry, of: site) }
    }

    private func set(
        _ entry: SiteMemory.Entry, of site: SiteID, _ value: (some Encodable)?, _ reply: Reply<Void>
    ) {
        reply { () throws(Failure) in try sites.set(entry, of: site, to: value) }
    }

    /// The settings are read each time, because another process may have changed them.
    private func load(_ reply: Reply<AppSettings>) {
        let (memory, lookUp) = (memory, lookUp)
        environment.answer(reply, "load settings") { () throws(Failure) in
            try await lookUp(SingleKey()) { _ throws(Failure) in try memory.load() }.value
        }
    }
}
