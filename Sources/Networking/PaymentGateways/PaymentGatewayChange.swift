/// What is changed of a payment method; nil stays as it is.
package struct PaymentGatewayChange: Hashable, Sendable {
    package var isEnabled: Bool?
    package var title: String?
    package var description: String?

    package init(isEnabled: Bool? = nil, title: String? = nil, description: String? = nil) {
        self.isEnabled = isEnabled
        self.title = title
        self.description = description
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [:]
        members["enabled"] = isEnabled.map(JSONValue.bool)
        members["title"] = title.map(JSONValue.string)
        members["description"] = description.map(JSONValue.string)
        return .object(members)
    }
}
