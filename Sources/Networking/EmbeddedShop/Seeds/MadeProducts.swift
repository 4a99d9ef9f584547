import Foundation

/// The goods of a made-up shop: the menu of a café, over and over with numbers.
struct MadeProducts {
    private let shop: MadeShop

    init(_ shop: MadeShop) { self.shop = shop }

    /// The first product's number. The numbers of variations begin far above.
    static let first: Int64 = 11
    private static let firstVariation: Int64 = 100_001

    /// Names, prices in hundredths, and tax classes.
    static let menu: [(name: String, price: Int64, taxClass: String)] = [
        ("Espresso", 240, ""), ("Cappuccino", 360, ""), ("Café au lait", 410, ""), ("Heiße Schokolade „Wien“", 450, ""),
        ("龙井茶", 520, ""), ("抹茶ラテ", 590, ""), ("Apfelkuchen", 370, "reduced-rate"),
        ("Käsespätzle", 1190, "reduced-rate"), ("Roggenbrötchen", 95, "reduced-rate"),
        ("Œufs brouillés", 890, "reduced-rate"),
        ("Gutschein", 1000, "zero-rate"), ("T-Shirt „Kiosk“", 2190, ""), ("Stoffbeutel", 650, ""),
        ("Rezeptheft (PDF)", 499, "reduced-rate"), ("Pfand", 25, "zero-rate"),
    ]

    /// A price in the decimals of the shop: of yen, the hundredths are whole.
    func units(_ hundredths: Int64) -> Int64 {
        switch shop.rules.decimals {
        case 0: hundredths
        case 2: hundredths
        default: (2..<max(2, shop.rules.decimals)).reduce(hundredths) { units, _ in units * 10 }
        }
    }

    func product(_ index: Int) -> ShopEntry {
        let id = Self.first + Int64(index)
        let kind = Self.menu[index % Self.menu.count]
        let round = index / Self.menu.count
        let name = round == 0 ? kind.name : "\(kind.name) \(round + 1)"
        var numbers = MadeNumbers(seed: shop.seed, 1, id)
        let isCounted = numbers.below(3) == 0
        let count = numbers.below(100)
        let price = shop.rules.amount(units(kind.price))
        let isFile = kind.name.hasSuffix("(PDF)")
        let hasSizes = index == Self.shirt
        let category = JSONValue.integer(Int64(index % Self.groups.count) + 1)
        let body = ShopTemplate.product.merging(shop.dates(shop.start.addingTimeInterval(Double(index)))).merging([
            "id": .integer(id), "name": .string(name), "slug": .string(ShopSlug.make(name)),
            "permalink": .string(shop.rules.address("product/\(ShopSlug.make(name))/")),
            "sku": .string("SIM-\(1000 + index)"), "global_unique_id": .string(String(4_000_000_000_000 + index)),
            "price": price, "regular_price": hasSizes ? "" : price, "purchasable": true,
            "tax_class": .string(kind.taxClass == "zero-rate" ? "zero-rate" : kind.taxClass),
            "manage_stock": .bool(isCounted && !hasSizes),
            "stock_quantity": isCounted && !hasSizes ? .integer(Int64(count)) : .null,
            "stock_status": isCounted && count == 0 ? "outofstock" : "instock", "virtual": .bool(isFile),
            "downloadable": .bool(isFile), "type": hasSizes ? "variable" : "simple", "has_options": .bool(hasSizes),
            "variations": hasSizes ? .array((0..<3).map { .integer(Self.firstVariation + $0) }) : [],
            "description": .string("<p>\(name) &ndash; <strong>frisch</strong>.</p>\n"),
            "categories": [
                [
                    "id": category, "name": .string(Self.groups[index % Self.groups.count]),
                    "slug": .string(ShopSlug.make(Self.groups[index % Self.groups.count])),
                ]
            ],
            "images": [image], "menu_order": .integer(Int64(index)),
            "price_html": .string("<bdi>\(price.text ?? "")</bdi>"),
        ])
        return ShopEntry(id: id, body: body)
    }

    private static let groups = ["Heißgetränke", "Kuchen &amp; Süßes", "Merch"]
    private static let shirt = 11

    private var image: JSONValue {
        let source = shop.rules.address("wp-content/uploads/2026/01/goods.png")
        return .object(shop.dates(shop.start)).merging([
            "id": 5, "src": .string(source), "name": "goods", "alt": "", "srcset": .string("\(source) 640w"),
            "sizes": "(max-width: 640px) 100vw, 640px", "thumbnail": .string(source),
        ])
    }

    /// The sizes of the shirt.
    var variations: [ShopEntry] {
        zip(Int64(0)..., ["S", "M", "L"]).map { number, size in
            let id = Self.firstVariation + number
            let price = shop.rules.amount(units(2190))
            let parent = Self.first + Int64(Self.shirt)
            let body = ShopTemplate.variation.merging(shop.dates(shop.start)).merging([
                "id": .integer(id), "name": .string(size), "parent_id": .integer(parent), "price": price,
                "regular_price": price, "sku": .string("SIM-TS-\(size)"), "manage_stock": true, "stock_quantity": 10,
                "permalink": .string(shop.rules.address("product/t-shirt-kiosk/?attribute_pa_groesse=\(size)")),
                "image": .object(
                    (image.asMembers ?? [:]).filter { !["srcset", "sizes", "thumbnail"].contains($0.key) }),
                "attributes": [["id": 1, "name": "Größe", "slug": "pa_groesse", "option": .string(size)]],
            ])
            return ShopEntry(id: id, parent: parent, body: body)
        }
    }

    var categories: [ShopEntry] {
        zip(Int64(1)..., Self.groups).map { id, name in
            ShopEntry(
                id: id,
                body: ShopTemplate.category.merging([
                    "id": .integer(id), "name": .string(name), "slug": .string(ShopSlug.make(name)),
                    "count": .integer(Int64(shop.productCount / Self.groups.count)),
                ]))
        }
    }

    var reviews: [ShopEntry] {
        (0..<10).map { index in
            let id = Int64(index + 1)
            let product = product(index)
            let person = MadeCustomers(shop).person(index)
            let body = ShopTemplate.review.merging(shop.dates(shop.start.addingTimeInterval(Double(index) * 3600)))
                .merging([
                    "id": .integer(id), "product_id": .integer(product.id), "product_name": product.body["name"] ?? "",
                    "product_permalink": product.body["permalink"] ?? "", "status": index < 8 ? "approved" : "hold",
                    "reviewer": .string("\(person.first) \(person.last)"), "reviewer_email": .string(person.email),
                    "review": "<p>Sehr „gut“ & frisch</p>\n", "rating": .integer(Int64(index % 5 + 1)),
                    "verified": true,
                ])
            return ShopEntry(
                id: id, body: .object((body.asMembers ?? [:]).filter { !$0.key.hasPrefix("date_modified") }))
        }
    }
}
