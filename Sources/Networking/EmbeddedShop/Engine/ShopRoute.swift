import Foundation

/// One row of the table of what the shop answers: a method, a path and a handler.
struct ShopRoute: Sendable {
    typealias Handler = @Sendable (ShopCall) throws(ShopRefusal) -> ShopAnswer

    /// What a caller who may not do it is told.
    enum Right: Sendable {
        /// Callers without a login may ask, too.
        case everybody
        case list, view, create, edit, delete, batch

        func refusal(_ status: Int) -> ShopRefusal {
            let (code, message) =
                switch self {
                case .everybody, .list: ("cannot_view", "Sorry, you cannot list resources.")
                case .view: ("cannot_view", "Sorry, you cannot view this resource.")
                case .create: ("cannot_create", "Sorry, you are not allowed to create resources.")
                case .edit: ("cannot_edit", "Sorry, you are not allowed to edit this resource.")
                case .delete: ("cannot_delete", "Sorry, you are not allowed to delete this resource.")
                case .batch: ("cannot_batch", "Sorry, you are not allowed to batch manipulate this resource.")
                }
            return ShopRefusal(status, "woocommerce_rest_\(code)", message)
        }
    }

    enum Segment: Sendable {
        case word(String)
        case number(String)
        case text(String)
    }

    let methods: [Request.Method]
    let segments: [Segment]
    let right: Right
    let handler: Handler

    /// - Parameter pattern: a path; `:name` stands for a number, `*name` for any text.
    init(_ methods: [Request.Method], _ pattern: String, _ right: Right, _ handler: @escaping Handler) {
        self.methods = methods
        segments = pattern.split(separator: "/").map { part in
            switch part.first {
            case ":": .number(String(part.dropFirst()))
            case "*": .text(String(part.dropFirst()))
            default: .word(String(part))
            }
        }
        self.right = right
        self.handler = handler
    }

    /// The values of the pattern's names; nil when the path does not fit.
    func match(_ parts: [Substring]) -> [String: String]? {
        guard parts.count == segments.count else { return nil }
        var names: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            switch segment {
            case .word(let word): guard part == word else { return nil }
            case .number(let name):
                guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), Int64(part) != nil else { return nil }
                names[name] = String(part)
            case .text(let name): names[name] = String(part)
            }
        }
        return names
    }
}

/// The whole table.
struct ShopRoutes: Sendable {
    private let byStart: [String: [ShopRoute]]

    init(_ routes: [ShopRoute]) {
        byStart = Dictionary(grouping: routes) { Self.start($0.segments.prefix(3).map(\.literal)) }
    }

    /// The route of a request and the values of its names; nil when there is none.
    func route(_ method: Request.Method, _ path: String) -> (ShopRoute, [String: String])? {
        let parts = path.split(separator: "/")
        let routes = byStart[Self.start(parts.prefix(3).map(String.init))] ?? []
        for route in routes where route.methods.contains(method) {
            if let names = route.match(parts) { return (route, names) }
        }
        return nil
    }

    private static func start(_ parts: [String]) -> String { parts.joined(separator: "/") }
}

extension ShopRoute.Segment {
    fileprivate var literal: String {
        switch self {
        case .word(let word): word
        case .number, .text: ""
        }
    }
}
