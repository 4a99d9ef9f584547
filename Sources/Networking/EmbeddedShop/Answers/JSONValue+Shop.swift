import Foundation

/// What the embedded shop needs of JSON values.
extension JSONValue {
    var asMembers: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    var asItems: [JSONValue]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    /// A whole number, also one that is written as text, as PHP takes it.
    var asInteger: Int64? {
        switch self {
        case .integer(let number): number
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// Text or a number, as text.
    var asPlain: String? {
        switch self {
        case .string(let text): text
        case .null, .array, .object: nil
        case .bool(let value): value ? "1" : ""
        default: String(decoding: data, as: UTF8.self)
        }
    }

    /// Whether PHP takes this for true.
    var asFlag: Bool {
        switch self {
        case .bool(let value): value
        case .integer(let number): number != 0
        case .string(let text): ["1", "true", "yes"].contains(text.lowercased())
        default: false
        }
    }

    /// A number that is written so in JSON: digits, and decimals after a point. Zero when it is no number.
    static func number(_ text: String) -> JSONValue {
        if let whole = Int64(text) { return .integer(whole) }
        return (try? JSONValue(parsing: Data(text.utf8))) ?? 0
    }

    /// The object with these members replaced; `_` members of the other stay.
    func merging(_ others: [String: JSONValue]) -> JSONValue {
        .object((asMembers ?? [:]).merging(others) { _, new in new })
    }
}
