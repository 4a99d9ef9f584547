import Networking

/// Sends one request and returns its answer: no redirect is followed, nothing is sent twice.
protocol HTTPExchange: Sendable {
    /// - Parameter limit: how long it may take.
    func answer(to request: WrittenRequest, within limit: Duration) async throws(NetworkError) -> Response
}
