import Foundation
import Model

/// An object of a shop's answer, read member by member.
///
/// Shops and their plugins write numbers where WooCommerce documents strings, and the reverse, an empty list where an object
/// is expected, and a list with gaps as an object. All of these are read; nothing passes through `Double`.
package struct ShopObject: Hashable, Sendable {
    package let members: [String: JSONValue]
    /// The object's place in the answer, for errors: `line_items[0]`. Empty for the whole answer.
    let place: String

    /// Throws `.malformed` when the value is no object.
    package init(_ json: JSONValue, at place: String) throws(NetworkError) {
        guard case .object(let members) = json else {
            throw .malformed(
                field: place.isEmpty ? nil : place,
                reason: json == .null ? Sentence("detail.json.null") : Sentence("detail.json.otherType"))
        }
        self.members = members
        self.place = place
    }

    package var json: JSONValue { .object(members) }

    /// The objects of a list.
    package static func list(_ json: JSONValue, at place: String) throws(NetworkError) -> [ShopObject] {
        let elements = try elements(of: json, at: place)
        var objects: [ShopObject] = []
        objects.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            objects.append(try ShopObject(element, at: "\(place)[\(index)]"))
        }
        return objects
    }

    /// The elements of a list, whatever they are. Throws `.malformed` when the value is no list.
    static func elements(of json: JSONValue, at place: String) throws(NetworkError) -> [JSONValue] {
        if let elements = json.elements { return elements }
        throw .malformed(
            field: place.isEmpty ? nil : place,
            reason: json == .null ? Sentence("detail.json.null") : Sentence("detail.json.otherType"))
    }
}

// MARK: - Members

extension ShopObject {
    /// The member; nil when it is missing or null.
    package func value(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    package func text(_ name: String) throws(NetworkError) -> String {
        try wanted(name, optionalText(name))
    }

    /// Text, also of a member that is a number; nil when there is none, or something else.
    package func optionalText(_ name: String) -> String? {
        members[name]?.looseText
    }

    /// Text for people: without HTML and card numbers. Empty when there is none.
    package func plainText(_ name: String) -> String {
        optionalText(name).map { PlainText.from(html: $0) } ?? ""
    }

    /// A whole number, also of a member that is a string.
    package func integer(_ name: String) throws(NetworkError) -> Int64 {
        try wanted(name, optionalInteger(name))
    }

    package func optionalInteger(_ name: String) -> Int64? {
        switch members[name] {
        case .integer(let number): number
        case .string(let text): Int64(text)
        case .bool, .decimal, .array, .object, .null, nil: nil
        }
    }

    /// The id of something in a shop, which is greater than zero.
    package func shopID(_ name: String = "id") throws(NetworkError) -> Int64 {
        let id = try integer(name)
        guard id > 0 else { throw .malformed(field: path(name), reason: Sentence("detail.json.noID")) }
        return id
    }

    package func count(_ name: String) -> Int? { optionalInteger(name).flatMap { Int(exactly: $0) } }

    package func decimal(_ name: String) throws(NetworkError) -> Decimal {
        try wanted(name, optionalDecimal(name))
    }

    /// An exact number, also of a member that is a string; nil when there is none, or an empty string.
    package func optionalDecimal(_ name: String) -> Decimal? {
        switch members[name] {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        case .string(let text): Self.decimal(text)
        case .bool, .array, .object, .null, nil: nil
        }
    }

    /// An amount of money: zero when there is none or an empty text. Throws for anything else that is no number, so that no amount
    /// is guessed.
    package func amount(_ name: String) throws(NetworkError) -> Decimal {
        guard try amountText(name) != nil else { return 0 }
        return try decimal(name)
    }

    /// The text of an amount; nil when there is none or an empty text. Throws for what is neither text nor a number.
    package func amountText(_ name: String) throws(NetworkError) -> String? {
        guard value(name) != nil else { return nil }
        let text = try text(name)
        return text.isEmpty ? nil : text
    }

    private static func decimal(_ text: String) -> Decimal? {
        switch try? JSONValue(parsing: Data(text.utf8)) {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        default: nil
        }
    }

    /// Whether the member says yes: `true`, `1`, `"1"`, `"true"` or `"yes"`.
    package func flag(_ name: String) -> Bool { optionalFlag(name) ?? false }

    package func optionalFlag(_ name: String) -> Bool? {
        switch members[name] {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        case .string(let text): ["true", "yes", "1"].contains(text.lowercased())
        case .decimal, .array, .object, .null, nil: nil
        }
    }

    /// The object in a member; nil when there is none, or an empty list in its place.
    package func object(_ name: String) -> ShopObject? {
        guard case .object(let members)? = members[name] else { return nil }
        return ShopObject(members, at: path(name))
    }

    private init(_ members: [String: JSONValue], at place: String) {
        self.members = members
        self.place = place
    }

    /// The objects in a member; empty when it is missing, null, or what PHP says for nothing: `false` or an empty text.
    package func objects(_ name: String) throws(NetworkError) -> [ShopObject] {
        guard let value = value(name), value != false, value != "" else { return [] }
        return try Self.list(value, at: path(name))
    }

    /// The texts in a member that is a list; what is no text is left out.
    package func texts(_ name: String) -> [String] { members[name]?.elements?.compactMap(\.looseText) ?? [] }

    /// A time: the member `NAME_gmt`, which is UTC. Nil when there is none or it cannot be read.
    package func time(_ name: String) -> Date? { optionalText("\(name)_gmt").flatMap(ShopDate.date) }

    /// The path of a member, for errors.
    package func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    private func wanted<T>(_ name: String, _ found: T?) throws(NetworkError) -> T {
        if let found { return found }
        let reason =
            switch members[name] {
            case nil: Sentence("detail.json.missing")
            case .null?: Sentence("detail.json.null")
            default: Sentence("detail.json.otherType")
            }
        throw .malformed(field: path(name), reason: reason)
    }
}

extension JSONValue {
    /// The elements of a list, also of one whose numbers have gaps, which PHP writes as an object; nil for anything else.
    package var elements: [JSONValue]? {
        if let list { return list }
        guard let members else { return nil }
        var numbered: [(Int, JSONValue)] = []
        for (name, value) in members {
            guard let number = Int(name) else { return nil }
            numbered.append((number, value))
        }
        return numbered.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The text of a string or a number.
    package var looseText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): number.description
        case .null, .bool, .array, .object: nil
        }
    }
}
