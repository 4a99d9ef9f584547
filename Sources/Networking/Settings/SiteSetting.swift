/// One setting of a shop.
package struct SiteSetting: ShopEntity {
    package static var resource: ShopResource { .setting }

    /// The member with the group. The shop tells it with a single setting, and not in a list.
    static let groupMember = "group_id"

    package let json: JSONValue
    package let group: String
    package let id: String
    package let label: String
    /// Text, in most settings; a list or an object in some. Null for a password.
    package let value: JSONValue
    /// What can be chosen, by the value; empty for a setting without a choice.
    package let options: [String: String]

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json.withoutPasswords
        group = try object.text(Self.groupMember)
        id = try object.text("id")
        label = object.plainText("label")
        value = json["value"] ?? .null
        options = (object.object("options")?.members ?? [:]).compactMapValues {
            $0.looseText.map(PlainText.from(html:))
        }
    }

    package var key: String { Self.key(id, in: group) }
    package static func key(_ id: String, in group: String) -> String { "\(group)/\(id)" }

    /// The value as text: a text as it is, anything else as JSON; empty when there is none.
    package var valueText: String {
        switch value {
        case .null: ""
        case .bool, .array, .object: String(decoding: value.data, as: UTF8.self)
        case .string, .integer, .decimal: value.looseText.map(PlainText.from(html:)) ?? ""
        }
    }

    /// Whether the value is WooCommerce's `yes`.
    package var isOn: Bool { value == "yes" || value == .bool(true) }
}

extension JSONValue {
    /// The value without the values of settings that are passwords, such as the secret keys of payment methods: the till has
    /// no use for them, so it keeps and shows none.
    var withoutPasswords: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutPasswords))
        case .object(let members) where members["type"]?.text == "password":
            .object(members.merging(["value": .null]) { $1 })
        case .object(let members): .object(members.mapValues(\.withoutPasswords))
        case .null, .bool, .integer, .decimal, .string: self
        }
    }
}
