import Foundation

/// The way to a shop that speaks WooCommerce REST v3: over HTTP, or inside this process.
package protocol Network: Sendable {
    /// Sends the request and gives back whatever the shop answered, of any status. Throws `.unreachable` when no
    /// answer came; then the shop may have acted or not.
    func response(for request: Request) async throws(NetworkError) -> Response
}

/// One request, before any transport has turned it into a URL.
package struct Request: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

    package let method: Method
    /// Below the REST root and without a leading slash: `wc/v3/orders/1042`.
    package let path: String
    /// Unescaped; names do not repeat.
    package let query: [String: String]
    /// JSON.
    package let body: Data?

    package init(_ method: Method, _ path: String, query: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}

package struct Response: Hashable, Sendable {
    /// HTTP's.
    package let status: Int
    /// Names in lower case.
    package let headers: [String: String]
    package let body: Data

    package init(status: Int, headers: [String: String] = [:], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
