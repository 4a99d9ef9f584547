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

extension NetworkError {
    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self = .malformed(field: Self.place(context.codingPath + [key]), reason: Sentence("detail.json.missing"))
        case .valueNotFound(_, let context):
            self = .malformed(field: Self.place(context.codingPath), reason: Sentence("detail.json.null"))
        case .typeMismatch(_, let context):
            self = .malformed(field: Self.place(context.codingPath), reason: Sentence("detail.json.otherType"))
        case .dataCorrupted(let context):
            let isSyntax = context.codingPath.isEmpty
            self = .malformed(
                field: Self.place(context.codingPath), reason: isSyntax ? Sentence("detail.json.noJSON") : context.said)
        @unknown default:
            self = .malformed(field: nil, reason: Sentence("detail.json.unreadable"))
        }
    }

    /// The path of a field: `line_items[0].total`; nil for the whole answer.
    static func place(_ path: [any CodingKey]) -> String? {
        guard !path.isEmpty else { return nil }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
