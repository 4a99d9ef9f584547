/// The connection to a shop with WooCommerce's REST API version 3: over HTTP, or inside this process.
package protocol Network: Sendable {
    /// Sends the request and returns the shop's answer, whatever its status. Throws `.unreachable` when there was no answer;
    /// the shop may have acted all the same.
    func response(for request: Request) async throws(NetworkError) -> Response
}
