import Foundation

/// The connection to a shop with WooCommerce's REST API version 3: over HTTP, or inside this process.
package protocol Network: Sendable {
    /// Sends the request and returns the shop's answer, whatever its status. Throws `.unreachable` when there was no answer;
    /// the shop may have acted all the same.
    func response(for request: Request) async throws(NetworkError) -> Response
}

/// One request, independent of the transport.
package struct Request: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

    package let method: Method
    /// The path below the REST root, without a leading slash: `wc/v3/orders/1042`.
    package let path: String
    /// The query, unescaped. Names do not repeat.
    package let query: [String: String]
    /// The body as JSON.
    package let body: Data?

    package init(_ method: Method, _ path: String, query: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}

package struct Response: Hashable, Sendable {
    /// The HTTP status code.
    package let status: Int
    /// The headers, with names in lower case.
    package let headers: [String: String]
    package let body: Data

    package init(status: Int, headers: [String: String] = [:], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
