import Foundation
import Networking

/// Writes requests for a shop: URL, query, headers, body and login. It decides what may be sent in the clear.
struct RequestWriter: Sendable {
    let address: ShopAddress
    let credentials: ShopCredentials?
    /// `Till/0.1.0`.
    let userAgent: String

    /// What differs from one writing of a request to the next.
    struct Moment: Sendable {
        let time: Date
        /// Used once: 32 letters and digits.
        let nonce: String
    }

    func write(_ request: Request, at moment: Moment) throws(NetworkError) -> WrittenRequest {
        let items = request.query.map { QueryItem(name: $0.key, value: $0.value) }
        let (target, query) = try place(request.path, items)
        return try write(request.method.rawValue, target, query, body: request.body, at: moment)
    }

    /// Writes a request anew for the place within the shop to which it was redirected.
    func write(
        _ method: String, _ target: RequestTarget, _ query: [QueryItem], body: Data? = nil, at moment: Moment
    ) throws(NetworkError) -> WrittenRequest {
        var headers = [
            WrittenRequest.Header(name: "User-Agent", value: userAgent),
            WrittenRequest.Header(name: "Accept", value: "application/json"),
        ]
        if body != nil { headers.append(.init(name: "Content-Type", value: "application/json; charset=utf-8")) }
        var query = query.sorted()
        if let credentials {
            switch try login(credentials, at: target) {
            case .basic: headers.append(.init(name: "Authorization", value: credentials.basic))
            case .signature:
                query = OAuthSignature(credentials: credentials, moment: moment).signed(method, target, query)
            }
        }
        return WrittenRequest(method: method, target: target, query: query, headers: headers, body: body)
    }

    private func place(_ path: String, _ query: [QueryItem]) throws(NetworkError) -> (RequestTarget, [QueryItem]) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains("."), !parts.contains(".."), !parts.contains("") || path.isEmpty else {
            throw .notFound(.init(code: "rest_no_route", message: path))
        }
        switch address.permalinks {
        case .pretty(let folder):
            let encoded = parts.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
            return (target("\(address.folder)/\(folder)/\(encoded)"), query)
        case .plain:
            if let credentials, credentials.kind != .applicationPassword { throw .site(.plainPermalinks) }
            return (target("\(address.folder)/"), query + [QueryItem(name: "rest_route", value: "/\(path)")])
        }
    }

    private func target(_ path: String) -> RequestTarget {
        RequestTarget(scheme: address.scheme, host: address.host, port: address.port, path: path)
    }

    private enum Login { case basic, signature }

    private func login(_ credentials: ShopCredentials, at target: RequestTarget) throws(NetworkError) -> Login {
        switch (credentials.kind, target.scheme) {
        case (.consumerKey, .https), (.applicationPassword, .https): return .basic
        case (.consumerKey, .http), (.signingKey, _): return .signature
        case (.applicationPassword, .http):
            guard target.address.isLoopback else { throw .site(.needsHTTPS(host: target.address.place)) }
            return .basic
        }
    }
}
