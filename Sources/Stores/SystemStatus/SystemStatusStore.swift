import Flow
import Networking
import Payments

/// What the shop says of itself.
package final class SystemStatusStore: Store {
    package typealias Handled = SystemStatusAction

    private let remote: SystemStatusRemote
    private let statuses: ShopCache<SystemStatus>
    private let shop: ShopSession

    init(shop: ShopSession) {
        self.shop = shop
        remote = SystemStatusRemote(network: shop.network)
        statuses = shop.cache()
    }

    package func onAction(_ action: SystemStatusAction) {
        let remote = remote
        switch action {
        case .synchronizeSystemInformation(let reply):
            statuses.answer(reply, key: SystemStatus.onlyKey) { [shop] () async throws(NetworkError) in
                let status = try await remote.loadInformation()
                shop.remember(storeID: status.storeID)
                return status
            }
        case .fetchSystemPlugin(let name, let reply):
            find(reply) { plugins in plugins.first { $0.name == name } }
        case .fetchSystemPluginWithPath(let paths, let reply):
            find(reply) { plugins in
                paths.lazy.compactMap { path in plugins.first { $0.path == path } }.first
            }
        case .fetchSystemStatusReport(let reply):
            statuses.environment.answer(reply, "load the shop's report") { [shop] () throws(Failure) in
                let status = try await asFailure { () async throws(NetworkError) in try await remote.loadReport() }
                shop.remember(storeID: status.storeID)
                return status
            }
        }
    }

    private func find(
        _ reply: Reply<SystemPlugin?>, _ choose: @escaping @Sendable ([SystemPlugin]) -> SystemPlugin?
    ) {
        reply { () throws(Failure) in choose(try statuses.kept(SystemStatus.onlyKey)?.value.plugins ?? []) }
    }

    package func clearOperatorData() { statuses.clear() }
}
