import Model

/// The requests of one WooCommerce resource over any `Network`.
package protocol Remote: Sendable {
    var network: any Network { get }
    /// What the requests are about, for the code of the failure when the shop does not have it.
    var resource: ShopResource { get }
}

extension Remote {
    /// Sends the request and maps the answer. Throws the shop's error when the answer is not a success.
    /// - Parameter asked: what this request is about, where it is not the remote's own resource.
    func enqueue<M: Mapper>(
        _ request: Request, mapper: M, of asked: ShopResource? = nil
    ) async throws(NetworkError) -> M.Output {
        let response = try await network.response(for: request)
        if let error = NetworkError(response, of: asked ?? resource) { throw error }
        return try mapper.map(response)
    }
}
