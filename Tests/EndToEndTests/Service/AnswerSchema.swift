import Foundation

/// The schemas of an OpenAPI document, as far as ours uses JSON Schema, to hold answers against.
struct AnswerSchema {
    private let document: [String: Any]

    init?(_ document: [String: Any]) {
        guard document["openapi"] as? String == "3.1.0" else { return nil }
        self.document = document
    }

    /// What differs between an answer and the schema of its status.
    func mistakes(in answer: ServedKiosk.Answer, _ method: String, _ path: String) -> [String] {
        let responses = find(["paths", path, method, "responses"], in: document) as? [String: Any] ?? [:]
        guard let response = responses["\(answer.status)"] ?? responses["default"] else {
            return ["\(answer.status) is not described"]
        }
        let content = (resolved(response) as? [String: Any])?["content"] as? [String: Any] ?? [:]
        let type = answer.fields["content-type"]?.split(separator: ";").first.map(String.init) ?? ""
        guard let media = content[type] as? [String: Any] else { return ["\(type) is not described"] }
        guard let schema = media["schema"] else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: answer.body) else { return ["no JSON"] }
        return mistakes(in: value, schema, at: "$")
    }

    private func mistakes(in value: Any, _ schema: Any, at place: String) -> [String] {
        guard let schema = resolved(schema) as? [String: Any] else { return ["\(place): no schema"] }
        var found: [String] = []
        let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
        if !types.isEmpty, !types.contains(where: { Self.isOf($0, value) }) { found.append("\(place): not \(types)") }
        if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
            found.append("\(place): \(value)")
        }
        if let object = value as? [String: Any], let properties = schema["properties"] as? [String: Any] {
            for name in schema["required"] as? [String] ?? [] where object[name] == nil {
                found.append("\(place).\(name) is missing")
            }
            for (name, inner) in object {
                guard let described = properties[name] else {
                    found.append("\(place).\(name) is not described")
                    continue
                }
                found += mistakes(in: inner, described, at: "\(place).\(name)")
            }
        }
        if let list = value as? [Any], let items = schema["items"] {
            for (index, item) in list.enumerated() { found += mistakes(in: item, items, at: "\(place)[\(index)]") }
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

    private func resolved(_ schema: Any) -> Any {
        guard let reference = (schema as? [String: Any])?["$ref"] as? String else { return schema }
        return find(reference.split(separator: "/").dropFirst().map(String.init), in: document) ?? schema
    }

    private func find(_ path: [String], in value: Any) -> Any? {
        path.reduce(Optional.some(value)) { ($0 as? [String: Any])?[$1] }
    }
}
