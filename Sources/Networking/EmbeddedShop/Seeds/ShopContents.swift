import Model

/// What a shop holds besides its orders before anything was changed.
package struct ShopContents: Sendable {
    let catalogue: [DemoProduct]
    let currency: ShopCurrency?
    let made: MadeShop?

    init(catalogue: [DemoProduct], currency: ShopCurrency?) {
        self.catalogue = catalogue
        self.currency = currency
        made = nil
    }

    init(_ made: MadeShop) {
        catalogue = []
        currency = nil
        self.made = made
    }

    /// Whether the shop has settings at all.
    var hasSettings: Bool { made != nil || currency != nil }

    /// The documents of a collection in the order of their ids.
    func entries(_ collection: ShopCollection) -> [ShopEntry] {
        switch collection {
        case .settings: hasSettings ? settings : []
        case .taxClasses: Self.taxClasses
        case .gateways: Self.gateways
        case .taxes: made == nil ? Self.taxes : made?.entries(.taxes) ?? []
        case .products: made?.entries(.products) ?? catalogue.map { ShopEntry(id: $0.id, body: $0.json) }
        default: made?.entries(collection) ?? []
        }
    }

    func entry(_ collection: ShopCollection, _ id: Int64) -> ShopEntry? {
        if let made, ![.settings, .taxClasses, .gateways].contains(collection) { return made.entry(collection, id) }
        return entries(collection).first { $0.id == id }
    }

    private static let gateways = zip(Int64(1)..., ShopTemplate.gateways.asItems ?? []).map {
        ShopEntry(id: $0, body: $1)
    }

    static let taxClasses: [ShopEntry] = [
        ("standard", "Standard rate"), ("reduced-rate", "Reduced rate"), ("zero-rate", "Zero rate"),
    ].enumerated().map { number, names in
        ShopEntry(id: Int64(number + 1), body: ["slug": .string(names.0), "name": .string(names.1)])
    }

    /// The rates of the demonstration.
    static let taxes: [ShopEntry] = [
        tax(1, "19.0000", "MwSt 19 %", "standard", ""), tax(2, "7.0000", "MwSt 7 %", "reduced-rate", ""),
    ]

    static func tax(_ id: Int64, _ rate: String, _ name: String, _ taxClass: String, _ country: String) -> ShopEntry {
        ShopEntry(
            id: id,
            body: ShopTemplate.tax.merging([
                "id": .integer(id), "rate": .string(rate), "name": .string(name), "class": .string(taxClass),
                "country": .string(country), "order": .integer(id),
            ]))
    }

    /// The setting of the country, for a shop outside of the template's.
    private var country: [JSONValue] {
        guard let made, made.rules.country != ShopRules().country else { return [] }
        return [["id": "woocommerce_default_country", "value": .string(made.rules.country)]]
    }

    /// The settings, with the currency and the country of this shop.
    private var settings: [ShopEntry] {
        let own = Dictionary(
            ((currency?.settings ?? made?.currency.settings ?? []) + country).map { ($0["id"]?.text ?? "", $0) }
        ) { first, _ in first }
        return ShopTemplate.settings.map { entry in
            guard let changes = own[entry.text("id")]?.asMembers else { return entry }
            var body = entry.body.merging(changes)
            if let options = entry.body["options"], let own = changes["options"]?.asMembers {
                body = body.merging(["options": options.merging(own)])
            }
            return ShopEntry(id: entry.id, body: body)
        }
    }
}
