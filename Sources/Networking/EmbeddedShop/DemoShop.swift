import Foundation
import Model

/// The products and orders of a new till: a small café with an example of everything that makes receipts difficult.
package enum DemoShop {
    package static let catalogue: [DemoProduct] = [
        cappuccino, cake, bread, breakfast, bag, voucher, longName, tea, matcha, keyring, stamp, deposit, coffeeOman,
    ]

    static let cappuccino = euros(11, "KAF-CAP", "Cappuccino", 380, tax: 19)
    static let cake = euros(12, "KUC-APF", "Apfelkuchen", 390, tax: 7)
    static let bread = euros(13, "BRO-ROG", "Roggenbrötchen", 95, tax: 7)
    static let breakfast = euros(14, "FRU-GRO", "Großes Frühstück „Käthe“", 1490, tax: 19)
    static let bag = euros(15, "TAS-STO", "Stoffbeutel", 650, tax: 19)
    static let voucher = euros(16, "GUT-010", "Gutschein 10 €", 1000, tax: 0)
    static let longName = euros(
        17, "KAF-GES",
        "Geschenkset mit drei handgerösteten Kaffees aus Äthiopien, Kolumbien und Guatemala, je 250 g, gemahlen",
        4250, tax: 7)
    static let tea = euros(18, "TEE-LON", "龙井茶 Longjing, 100 g", 1890, tax: 7)
    static let keyring = yen(19, "KEY-001", "キーホルダー", 1200)
    static let matcha = yen(20, "MAT-001", "抹茶ラテ", 650)
    static let stamp = euros(21, "BRI-085", "Briefmarke 0,85 €", 85, tax: 0)
    static let deposit = euros(22, "PFA-025", "Pfand", 25, tax: 0)
    static let coffeeOman = DemoProduct(
        id: 23, sku: "KAF-OMN", name: "Omani Coffee", price: money(1_250, "OMR"), taxPercent: 5)

    package static let orders: [DemoOrder] = [
        DemoOrder(
            1042, firstName: "Käthe", lastName: "Müller", lines: [.init(2, cappuccino), .init(1, cake)]),
        DemoOrder(
            1043, firstName: "Jürgen", lastName: "Groß",
            lines: [.init(6, bread), .init(1, breakfast), .init(2, cappuccino)]),
        DemoOrder(1044, firstName: "Zoë", lastName: "Œuvré", lines: [.init(3, voucher), .init(10, stamp)]),
        DemoOrder(
            1045, firstName: "Maximiliane-Charlotte", lastName: "von und zu Hohenfels-Wolkenstein",
            lines: [.init(2, longName), .init(1, bag)]),
        DemoOrder(1046, firstName: "李", lastName: "小龙", lines: [.init(1, tea), .init(2, cake)]),
        DemoOrder(
            1047, firstName: "さくら", lastName: "田中", currency: money(0, "JPY").currency,
            lines: [.init(1, keyring), .init(2, matcha)]),
        DemoOrder(1048, .processing, firstName: "Mehmet", lastName: "Yılmaz", lines: [.init(1, breakfast)]),
        DemoOrder(
            1049, firstName: "Anna", lastName: "Nowak",
            lines: [
                .init(4, cappuccino), .init(3, cake), .init(12, bread), .init(1, bag), .init(8, deposit),
                .init(1, voucher), .init(1, tea), .init(2, stamp),
            ]),
        DemoOrder(1050, .onHold, firstName: "Łukasz", lastName: "Żółć", lines: [.init(1, bag)]),
        DemoOrder(1051, .completed, firstName: "Emma", lastName: "Smith", lines: [.init(1, cappuccino)]),
        DemoOrder(1052, .cancelled, firstName: "Paul", lastName: "Dupont", lines: [.init(5, cake)]),
        DemoOrder(
            1053, firstName: "Fatma", lastName: "Al-Balushi", currency: money(0, "OMR").currency,
            lines: [.init(3, coffeeOman)]),
        DemoOrder(1054, firstName: "Jan", lastName: "Bakker", lines: [.init(1, deposit)]),
    ]

    /// The orders as the embedded shop stores them, placed at this time.
    ///
    /// - Parameter wanted: only these orders; nil for all.
    package static func embeddedOrders(placedAt time: Date, only wanted: [OrderID]? = nil) -> [ShopOrder] {
        orders.filter { wanted?.contains($0.id) ?? true }.map { $0.embedded(placedAt: time) }
    }

    static func taxName(of currency: Currency) -> String {
        currency == .eur ? "MwSt" : "Tax"
    }

    private static func euros(_ id: Int64, _ sku: String, _ name: String, _ cents: Int64, tax: Int64) -> DemoProduct {
        DemoProduct(
            id: id, sku: sku, name: name, price: Money(minorUnits: cents, currency: .eur), taxPercent: tax)
    }

    private static func yen(_ id: Int64, _ sku: String, _ name: String, _ amount: Int64) -> DemoProduct {
        DemoProduct(id: id, sku: sku, name: name, price: money(amount, "JPY"), taxPercent: 10)
    }

    private static func money(_ minorUnits: Int64, _ code: String) -> Money {
        guard let currency = Currency(code: code) else { preconditionFailure("\(code) is in ISO 4217") }
        return Money(minorUnits: minorUnits, currency: currency)
    }
}
