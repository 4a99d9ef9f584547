/// What a shop says of itself: `wc/v3/system_status`.
package struct SystemStatusRemote: Remote {
    package let network: any Network
    package var resource: ShopResource { .setting }

    package init(network: any Network) { self.network = network }

    /// Versions, plugins and settings. A shop takes long for the rest.
    package func loadInformation() async throws(NetworkError) -> SystemStatus {
        try await load(["_fields": "environment,active_plugins,inactive_plugins,settings"])
    }

    package func loadReport() async throws(NetworkError) -> SystemStatus { try await load([:]) }

    private func load(_ query: [String: String]) async throws(NetworkError) -> SystemStatus {
        try await enqueue(
            Request(.get, "wc/v3/system_status", query: query), mapper: EntityMapper<SystemStatus>())
    }
}
