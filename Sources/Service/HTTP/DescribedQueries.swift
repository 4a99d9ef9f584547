import Flow
import Foundation

/// What each operation takes in its query, by the description of the interface. A name that is not described is refused before
/// anything is done: whoever has put a value into the query that belongs into the body would not get what they meant.
struct DescribedQueries: Sendable {
    /// The names by method and path, such as `GET /v1/orders`.
    private let names: [String: Set<String>]

    /// Reads the names from the description. An operation that cannot be read counts as not described.
    ///
    /// - Parameter description: the interface as OpenAPI, in JSON.
    init(_ description: [UInt8]) {
        let whole = (try? JSONSerialization.jsonObject(with: Data(description))) as? [String: Any] ?? [:]
        let components = whole["components"] as? [String: Any] ?? [:]
        let shared = components["parameters"] as? [String: [String: Any]] ?? [:]
        var names: [String: Set<String>] = [:]
        for (path, item) in whole["paths"] as? [String: [String: Any]] ?? [:] {
            let common = Self.queries(item["parameters"], shared)
            for (method, operation) in item {
                guard let operation = operation as? [String: Any] else { continue }
                names["\(method.uppercased()) \(path)"] = common.union(Self.queries(operation["parameters"], shared))
            }
        }
        self.names = names
    }

    private static func queries(_ parameters: Any?, _ shared: [String: [String: Any]]) -> Set<String> {
        let all = parameters as? [[String: Any]] ?? []
        let whole = all.compactMap { one in
            (one["$ref"] as? String).map { shared[$0.split(separator: "/").last.map(String.init) ?? ""] ?? [:] } ?? one
        }
        return Set(whole.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String })
    }

    /// Throws for a name that the operation does not take. What is not described, such as the kiosk's page, is not looked at.
    func check(_ query: [String: String], of route: Route) throws(Failure) {
        guard let known = names["\(route.method) \(route.path)"] else { return }
        if let other = query.keys.filter({ !known.contains($0) }).min() { throw .unknownName(other) }
    }
}
