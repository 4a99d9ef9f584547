import Foundation

/// The schemas of an OpenAPI document, as far as ours uses JSON Schema, to hold answers against.
///
/// A word of JSON Schema that is not checked here is a mistake too, so that the description cannot promise what nothing looks at.
struct AnswerSchema: @unchecked Sendable {  // guards: nothing changes it after init
    /// One request that is described: its method in capitals, and its path with names in braces.
    struct Operation: Hashable, Comparable, CustomStringConvertible {
        let method: String
        let path: String

        var description: String { "\(method) \(path)" }
        static func < (one: Self, other: Self) -> Bool { one.description < other.description }
    }

    /// The description in the sources, which the service has in it.
    static let ofSources = AnswerSchema(
        contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../Sources/Service/OpenAPI/openapi.json").standardizedFileURL)

    private static let words: Set<String> = [
        "additionalProperties", "default", "description", "enum", "format", "items", "maxLength", "maximum", "minItems",
        "minLength", "minimum", "pattern", "properties", "required", "type",
    ]

    let document: [String: Any]

    init?(_ document: [String: Any]) {
        guard document["openapi"] as? String == "3.1.0" else { return nil }
        self.document = document
    }

    init?(contentsOf file: URL) {
        guard let bytes = try? Data(contentsOf: file),
            let document = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        else { return nil }
        self.init(document)
    }

    // MARK: Operations

    var operations: Set<Operation> {
        Set(
            paths.flatMap { path, operations in
                (operations as? [String: Any] ?? [:]).keys.map { Operation(method: $0.uppercased(), path: path) }
            })
    }

    /// The operation that a request asks for; nil for one that is not described.
    func operation(_ method: String, _ path: String) -> Operation? {
        guard let template = template(of: path) else { return nil }
        let operation = Operation(method: method, path: template)
        return find(["paths", template, method.lowercased()]) == nil ? nil : operation
    }

    private var paths: [String: Any] { document["paths"] as? [String: Any] ?? [:] }

    /// Of several, the one with the fewest names in braces.
    private func template(of path: String) -> String? {
        let asked = Self.parts(path.prefix { $0 != "?" })
        let fitting = paths.keys.filter { path in
            let parts = Self.parts(path[...])
            return parts.count == asked.count && zip(parts, asked).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        let names = { (path: String) in path.count { $0 == "{" } }
        return fitting.min { names($0) < names($1) }
    }

    private static func parts(_ path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    // MARK: Answers

    /// What differs between an answer and what is promised of it. A request that is not described may only fail as all do; the pages of
    /// a kiosk are not described.
    func mistakes(in answer: ServedKiosk.Answer, to method: String, _ path: String) -> [String] {
        guard let operation = operation(method, path) else {
            // The kiosk's page has answers of its own, which are no part of the interface.
            guard answer.mediaType == Self.problem, !path.hasPrefix("/kiosk") else { return [] }
            return mistakes(inContentOf: answer, ["$ref": "#/components/responses/Problem"])
        }
        let responses = find(["paths", operation.path, method.lowercased(), "responses"]) as? [String: Any] ?? [:]
        guard let response = responses["\(answer.status)"] ?? responses["default"] else {
            return ["\(answer.status) is not described"]
        }
        return mistakes(inContentOf: answer, response).map { "\(operation) \(answer.status): \($0)" }
    }

    private static let problem = "application/problem+json"

    private func mistakes(inContentOf answer: ServedKiosk.Answer, _ response: Any) -> [String] {
        let content = (resolved(response) as? [String: Any])?["content"] as? [String: Any] ?? [:]
        if content.isEmpty { return answer.body.isEmpty ? [] : ["it has a body, and none is described"] }
        guard let media = content[answer.mediaType] as? [String: Any] else {
            return ["“\(answer.mediaType)” is not described"]
        }
        guard answer.mediaType.hasSuffix("json"), let schema = media["schema"] else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: answer.body) else { return ["it is no JSON"] }
        return mistakes(in: value, schema)
    }

    /// What differs between a value and its schema.
    func mistakes(in value: Any, _ schema: Any, at place: String = "$") -> [String] {
        guard let schema = resolved(schema) as? [String: Any] else { return ["\(place): no schema"] }
        var found = Set(schema.keys).subtracting(Self.words).map { "\(place): nothing checks “\($0)”" }
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) {
            found.append("\(place): \(value) is not of \(types)")
        }
        if let few = schema["enum"] as? [Any], !few.contains(where: { Self.areSame($0, value) }) {
            found.append("\(place): \(value) is none of \(few)")
        }
        switch value {
        case let object as [String: Any]: found += mistakes(inObject: object, schema, at: place)
        case let list as [Any]: found += mistakes(inList: list, schema, at: place)
        case let text as String: found += Self.mistakes(inText: text, schema).map { "\(place): \($0)" }
        case let number as Int: found += Self.mistakes(inNumber: number, schema).map { "\(place): \($0)" }
        default: break
        }
        return found
    }

    private func mistakes(inObject object: [String: Any], _ schema: [String: Any], at place: String) -> [String] {
        let properties = schema["properties"] as? [String: Any]
        // A schema that names no properties is of any object.
        let others: Any = schema["additionalProperties"] ?? (properties == nil) as Any
        var found: [String] = []
        for name in schema["required"] as? [String] ?? [] where object[name] == nil {
            found.append("\(place).\(name) is missing")
        }
        for (name, inner) in object {
            if let described = properties?[name] ?? (others as? [String: Any]) {
                found += mistakes(in: inner, described, at: "\(place).\(name)")
            } else if others as? Bool != true {
                found.append("\(place).\(name) is not described")
            }
        }
        return found
    }

    private func mistakes(inList list: [Any], _ schema: [String: Any], at place: String) -> [String] {
        var found: [String] = []
        if let least = schema["minItems"] as? Int, list.count < least { found.append("\(place) is too short") }
        guard let items = schema["items"] else { return found }
        for (index, item) in list.enumerated() { found += mistakes(in: item, items, at: "\(place)[\(index)]") }
        return found
    }

    private static func mistakes(inText text: String, _ schema: [String: Any]) -> [String] {
        var found: [String] = []
        let length = text.unicodeScalars.count
        if let least = schema["minLength"] as? Int, length < least { found.append("“\(text)” is too short") }
        if let most = schema["maxLength"] as? Int, length > most { found.append("“\(text)” is too long") }
        if let pattern = schema["pattern"] as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            found.append("“\(text)” does not match \(pattern)")
        }
        switch schema["format"] as? String {
        case nil: break
        case "date-time":
            if text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) == nil {
                found.append("“\(text)” is no time in UTC")
            }
        case let other?: found.append("nothing checks the format \(other) of a text")
        }
        return found
    }

    private static func mistakes(inNumber number: Int, _ schema: [String: Any]) -> [String] {
        var found: [String] = []
        if let least = schema["minimum"] as? Int, number < least { found.append("\(number) is less than \(least)") }
        if let most = schema["maximum"] as? Int, number > most { found.append("\(number) is more than \(most)") }
        // An Int has 64 bits.
        if let format = schema["format"] as? String, format != "int64" {
            found.append("nothing checks the format \(format) of a number")
        }
        return found
    }

    private static func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": value is Bool
        case "integer": value is Int
        case "null": value is NSNull
        default: false
        }
    }

    private static func areSame(_ one: Any, _ other: Any) -> Bool {
        if one is NSNull { return other is NSNull }
        if let text = one as? String { return other as? String == text }
        return (one as? Int).map { other as? Int == $0 } ?? false
    }

    private func resolved(_ schema: Any) -> Any {
        guard let reference = (schema as? [String: Any])?["$ref"] as? String else { return schema }
        return find(reference.split(separator: "/").dropFirst().map(String.init)) ?? schema
    }

    private func find(_ path: [String]) -> Any? {
        var found: Any? = document
        for name in path { found = (found as? [String: Any])?[name] }
        return found
    }
}
