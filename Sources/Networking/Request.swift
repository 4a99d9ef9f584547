import Foundation

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
