import Networking

/// Sends one request and returns its answer: no redirect is followed, nothing is sent twice.
protocol HTTPExchange: Sendable {
    /// Returns the answer to the request, or throws `.connection(.timedOut)` if it takes longer than the limit.
    func answer(to request: WrittenRequest, within limit: Duration) async throws(NetworkError) -> Response
}
