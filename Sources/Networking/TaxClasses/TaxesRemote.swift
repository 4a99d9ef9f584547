/// The taxes of a shop: `wc/v3/taxes/classes` and `wc/v3/taxes`.
package struct TaxesRemote: Sendable {
    private let classes: ResourceRemote<TaxClass>
    private let rates: ResourceRemote<TaxRate>

    package init(network: any Network) {
        classes = ResourceRemote("wc/v3/taxes/classes", network: network)
        rates = ResourceRemote("wc/v3/taxes", network: network)
    }

    /// All classes. There are no pages.
    package func loadClasses() async throws(NetworkError) -> Page<TaxClass> { try await classes.loadAll() }

    package func loadRates(page: Int, size: Int) async throws(NetworkError) -> Page<TaxRate> {
        try await rates.loadPage(page, size: size)
    }

    package func loadRate(_ id: Int64) async throws(NetworkError) -> TaxRate { try await rates.load(String(id)) }
}
