import Model

extension JSONValue {
    /// The value without the card numbers that somebody typed into its texts, numbers or names of members. A number that is one
    /// becomes a text; ids and the codes of products stay.
    package var withoutCardData: JSONValue { masked ?? self }

    /// Nil if nothing has to be masked, as nearly always: then nothing is copied.
    private var masked: JSONValue? {
        switch self {
        case .string(let text): Self.masked(text).map(JSONValue.string)
        case .integer(let number) where number.magnitude < Self.smallestCardNumber: nil
        case .integer, .decimal: maskedNumber.map(JSONValue.string)
        case .array(let elements): Self.masked(elements)
        case .object(let members): Self.masked(members)
        case .null, .bool: nil
        }
    }

    /// The smallest number with as many digits as a card number.
    private static let smallestCardNumber: UInt64 = 1_000_000_000_000

    /// The digits of the shortest number on a magnetic track. Most names of members are shorter.
    private static let shortestCardData = 12

    /// Also finds a number whose digits or blanks are written as character references of HTML.
    private static func masked(_ text: String) -> String? {
        CardData.maskedIfAny(written: text)
            ?? PlainText.withoutReferences(text).flatMap { CardData.maskedIfAny(written: $0) }
    }

    /// Only the digits before the point are looked at: those behind it are a fraction, as of a price that PHP computed.
    private var maskedNumber: String? {
        guard let text = looseText else { return nil }
        let whole = text.prefix { $0 != "." }
        return CardData.maskedIfAny(written: String(whole)).map { $0 + text.dropFirst(whole.count) }
    }

    private static func masked(_ elements: [JSONValue]) -> JSONValue? {
        var elements = elements
        var isMasked = false
        for place in elements.indices {
            guard let masked = elements[place].masked else { continue }
            elements[place] = masked
            isMasked = true
        }
        return isMasked ? .array(elements) : nil
    }

    private static func masked(_ members: [String: JSONValue]) -> JSONValue? {
        var changed: [(old: String, new: String, value: JSONValue)] = []
        for (name, value) in members {
            let shownName = name.utf8.count < shortestCardData ? nil : CardData.maskedIfAny(written: name)
            let hidden = value.isCode(under: name) ? nil : value.masked
            guard shownName != nil || hidden != nil else { continue }
            changed.append((name, shownName ?? name, hidden ?? value))
        }
        if changed.isEmpty { return nil }
        var members = members
        for member in changed { members[member.old] = nil }
        for member in changed { members[member.new] = member.value }
        return .object(members)
    }
}

// MARK: - Ids and codes

extension JSONValue {
    /// The members in which WooCommerce has what a scanner reads from a product.
    private static let productCodes: Set = ["global_unique_id", "sku"]

    /// Whether it is an id or an article number, in a member that holds such.
    private func isCode(under name: String) -> Bool {
        if Self.productCodes.contains(name) { return looseText.map(ArticleNumber.isOne) ?? false }
        return Self.holdsIDs(name) && isNumbered
    }

    /// Whether WordPress numbers something in members of this name. A transaction's id is of a bank or a plugin.
    private static func holdsIDs(_ name: String) -> Bool {
        guard name != "transaction_id" else { return false }
        return ["id", "ids"].contains(name) || name.hasSuffix("_id") || name.hasSuffix("_ids")
    }

    /// Whether it is a whole number, or a list of such.
    private var isNumbered: Bool {
        switch self {
        case .integer: true
        case .array(let elements): elements.allSatisfy(\.isNumbered)
        case .null, .bool, .decimal, .string, .object: false
        }
    }
}
