import Flow
import Networking

/// The tax classes and tax rates of the shop.
package final class TaxClassesStore: Store {
    package typealias Handled = TaxClassesAction

    private let remote: TaxesRemote
    private let classes: ShopCache<TaxClass>
    private let rates: ShopCache<TaxRate>
    private let shop: ShopSession

    private static let allClasses = ShopQuery(page: nil, isOfAll: true)

    init(shop: ShopSession) {
        self.shop = shop
        remote = TaxesRemote(network: shop.network)
        classes = shop.cache()
        rates = shop.cache()
    }

    package func onAction(_ action: TaxClassesAction) {
        let remote = remote
        switch action {
        case .retrieveTaxClasses(let reply):
            classes.answer(reply, Self.allClasses) { () throws(NetworkError) in try await remote.loadClasses() }
        case .requestMissingTaxClasses(let slug, let reply): find(slug, reply)
        case .retrieveTaxRates(let page, let size, let reply):
            rates.answer(reply, ShopQuery(page: page, size: size, isOfAll: true)) { () throws(NetworkError) in
                try await remote.loadRates(page: page, size: size)
            }
        case .retrieveTaxRate(let id, let reply):
            rates.answer(reply, key: String(id)) { () throws(NetworkError) in try await remote.loadRate(id) }
        }
    }

    private func find(_ slug: String, _ reply: Reply<TaxClass?>) {
        guard !slug.isEmpty else { return reply(nil) }
        let (remote, classes) = (remote, classes)
        classes.environment.answer(reply, "find a tax class") { () throws(Failure) in
            if let kept = try classes.kept(slug) { return kept.value }
            let all = try await classes.list(Self.allClasses) { () async throws(NetworkError) in
                try await remote.loadClasses()
            }
            guard let found = all.value.items.first(where: { $0.slug == slug }) else {
                // Whether the shop has it is not known if the shop was not asked.
                if let failure = all.failure { throw failure }
                return nil
            }
            return found
        }
    }

    package func clearOperatorData() {
        classes.clear()
        rates.clear()
        shop.forget(.taxRate)
    }
}
