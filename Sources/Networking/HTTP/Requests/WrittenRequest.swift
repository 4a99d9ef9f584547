import Foundation
import Networking

/// A request as it goes over the wire. Its login is never printed.
struct WrittenRequest: Hashable, Sendable {
    let method: String
    let target: RequestTarget
    /// The query of the URL, with the signature if there is one.
    let query: [QueryItem]
    let headers: [Header]
    let body: Data?

    struct Header: Hashable, Sendable {
        let name: String
        let value: String
    }

    var url: String {
        target.url + (query.isEmpty ? "" : "?" + PercentEncoding.query(query))
    }

    /// Whether the same request may be sent again, and follow a redirect: it only reads.
    var isSafe: Bool { method == Request.Method.get.rawValue || method == "HEAD" }
}

extension WrittenRequest: CustomStringConvertible, CustomReflectable {
    var description: String { "\(method) \(target.url)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
