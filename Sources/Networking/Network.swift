import Foundation

/// The way to a shop that speaks WooCommerce REST v3: over HTTP, or inside this process.
public protocol Network: Sendable {
    /// Sends the request and gives back whatever the shop answered, of any status. Throws `.unreachable` when no
    /// answer came; then the shop may have acted or not.
    func response(for request: Request) async throws(NetworkError) -> Response
}

/// One request, before any transport has turned it into a URL.
public struct Request: Hashable, Sendable {
    public enum Method: String, Hashable, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

    public let method: Method
    /// Below the REST root and without a leading slash: `wc/v3/orders/1042`.
    public let path: String
    /// Unescaped; names do not repeat.
    public let query: [String: String]
    /// JSON.
    public let body: Data?

    public init(_ method: Method, _ path: String, query: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}

public struct Response: Hashable, Sendable {
    /// HTTP's.
    public let status: Int
    /// Names in lower case.
    public let headers: [String: String]
    public let body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
