import Foundation
import Model

/// Any JSON value, with everything that was in it: what a shop's answer holds, also the members that no code here knows, so
/// that it can be written back as it came. Numbers are exact; they never pass through `Double`.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with decimals, or one beyond `Int64`, in its exact decimal form.
    case decimal(Decimal)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// Throws `JSONError` when the text is not JSON of RFC 8259, is nested more than 128 deep, or holds a number beyond
    /// 38 digits. Of members with the same name the last counts, unless they are refused.
    package init(parsing data: Data, refusingRepeatedNames: Bool = false) throws(JSONError) {
        let parsed = data.withUnsafeBytes { bytes -> Result<JSONValue, JSONError> in
            var reader = JSONReader(
                bytes.bindMemory(to: UInt8.self), refusesRepeatedNames: refusingRepeatedNames)
            do throws(JSONError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        self = try parsed.get()
    }

    /// The JSON text of the value, with sorted names: equal values have equal texts.
    package var data: Data {
        var writer = JSONWriter()
        writer.write(self)
        return Data(writer.bytes)
    }

    /// The member of this name; nil when this is no object or has no such member.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements; nil when this is no list.
    package var list: [JSONValue]? {
        guard case .array(let list) = self else { return nil }
        return list
    }

    /// The members; nil when this is no object.
    package var members: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }
}
