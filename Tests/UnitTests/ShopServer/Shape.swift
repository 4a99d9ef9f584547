import Foundation

/// The members of a JSON value and their types, without the values.
struct Shape {
    /// Members whose own members are data: names of countries, classes, capabilities.
    private static let opaque: Set = [
        "options", "capabilities", "extra_capabilities", "meta_data", "value", "default", "database_tables",
        "taxonomies",
        "product_visibility_terms", "args", "details", "params",
    ]
    private(set) var types: [String: Set<String>] = [:]

    init(_ value: Any?) { add(value ?? NSNull(), at: "", name: "") }

    private mutating func add(_ value: Any, at path: String, name: String) {
        types[path, default: []].insert(Self.type(value))
        guard !Self.opaque.contains(name) else { return }
        if let items = value as? [Any] { for item in items { add(item, at: path + "[]", name: name) } }
        guard let members = value as? [String: Any] else { return }
        for (member, value) in members {
            // The days of a report are data too.
            let isDay = member.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
            add(value, at: "\(path).\(isDay ? "DAY" : member)", name: member)
        }
    }

    private static func type(_ value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is String: "string"
        case is [Any]: "array"
        case is [String: Any]: "object"
        case let number as NSNumber: String(cString: number.objCType) == "c" ? "bool" : "number"
        default: "other"
        }
    }

    /// What one has and the other has not. What stands in an empty list or in a null cannot be compared.
    func differences(_ other: Shape) -> [String] {
        Set(types.keys).union(other.types.keys).sorted().compactMap { path in
            switch (types[path], other.types[path]) {
            case (let left?, let right?):
                let isUnknown = left.contains("null") || right.contains("null") || !left.isDisjoint(with: right)
                return isUnknown ? nil : "\(path) is \(left.sorted()), not \(right.sorted())"
            case (_?, nil): return other.isOpen(above: path) ? nil : "\(path) is missing"
            case (nil, _?): return isOpen(above: path) ? nil : "\(path) is not there"
            case (nil, nil): return nil
            }
        }
    }

    private func isOpen(above path: String) -> Bool {
        var path = path
        while !path.isEmpty {
            path =
                path.hasSuffix("[]")
                ? String(path.dropLast(2)) : String(path[..<(path.lastIndex(of: ".") ?? path.startIndex)])
            guard let types = types[path] else { continue }
            return types.contains("null") || (types.contains("array") && self.types[path + "[]"] == nil)
        }
        return false
    }
}
