import Foundation
import Model
import Payments

/// Each screen of a kiosk with made-up content, to look at it without devices.
package enum KioskSample {
    /// The names of the screens, in the order in which a customer meets them, then those of the staff.
    package static let names = customers + KioskStaffSample.names

    private static let customers = [
        "attract", "home", "find", "orders", "catalogue", "product", "review", "order_changed", "printer_empty",
        "terminal_away", "tip", "pay", "goods", "doubt", "declined", "cancelled", "partial", "receipt", "printing",
        "email", "qr", "thanks", "out_of_service", "operator_pin",
    ]

    private static func money(_ minor: Int64) -> Money { Money(minorUnits: minor, currency: .eur) }

    private static let order = Order(
        site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur,
        lines: [
            OrderLine(name: "Cappuccino", quantity: 2, unitPrice: money(380), total: money(760)),
            OrderLine(name: "Apfelkuchen", quantity: 1, unitPrice: money(390), total: money(390)),
        ], taxes: [], total: money(1150), customer: "Käthe Müller")

    private static var attempt: KioskAttempt { KioskAttempt(KioskBill(order, source: .shop), fresh: "sample") }

    private static func paid(open: Int64? = nil) -> KioskPaid {
        KioskPaid(
            payment: PaymentID(rawValue: "pay-SAMPLE"), receipt: ReceiptID(rawValue: "rcp-SAMPLE"),
            amount: money(1150), tip: nil, open: open.map(money), at: Date(timeIntervalSince1970: 1_800_000_000))
    }

    private static func paying(_ stage: KioskPaying.Stage) -> KioskScreen {
        var paying = KioskPaying(
            attempt, payment: PaymentID(rawValue: "pay-SAMPLE"), due: money(1150), at: KioskTime(milliseconds: 0))
        paying.stage = stage
        paying.step = .presentCard
        paying.isSlow = stage != .authorising
        return .paying(paying)
    }

    private static let tiles: [KioskCatalogue.Tile] = [
        ("Cappuccino", 380, false, true), ("Apfelkuchen", 390, false, true), ("Roggenbrötchen", 95, false, true),
        ("Großes Frühstück", 1490, false, true), ("Stoffbeutel", 650, true, true), ("龙井茶", 1890, false, false),
    ].enumerated().map { place, tile in
        KioskCatalogue.Tile(
            id: Int64(place + 11), name: tile.0, price: money(tile.1), isFrom: tile.2, hasPicture: false,
            isAvailable: tile.3)
    }

    private static var catalogue: KioskCatalogue {
        var catalogue = KioskCatalogue(round: 0)
        catalogue.loading = .ready
        catalogue.categories = [
            KioskCatalogue.Category(id: 1, name: "Getränke"), KioskCatalogue.Category(id: 2, name: "Gebäck"),
        ]
        (catalogue.tiles, catalogue.pages, catalogue.isWhole) = (tiles, 3, true)
        return catalogue
    }

    private static var product: KioskProduct {
        var product = KioskProduct(id: 15, round: 0, catalogue: catalogue)
        product.loading = .ready
        let variants = [("S", true), ("M", true), ("L", false)].enumerated().map { place, size in
            KioskProduct.Variant(
                id: Int64(100 + place), values: ["Größe": size.0], price: money(650), isAvailable: size.1)
        }
        product.facts = KioskProduct.Facts(
            name: "Stoffbeutel", description: "Aus Baumwolle.", price: money(650), hasPicture: false, isAvailable: true,
            choices: [KioskProduct.Choice(name: "Größe", values: ["S", "M", "L"])], variants: variants)
        return product
    }

    private static var orders: KioskOrders {
        var orders = KioskOrders(round: 0)
        orders.loading = .ready
        orders.isWhole = true
        orders.rows = [("1042", "Käthe M.", 1150), ("1043", "Jürgen G.", 2820), ("1044", "Zoë Œ.", 3850)].map {
            KioskOrders.Row(
                id: OrderID(rawValue: Int64($0.0) ?? 0), number: $0.0, name: $0.1, total: money($0.2))
        }
        return orders
    }

    /// The screen of this name; nil if there is none.
    static func screen(_ name: String) -> KioskScreen? {
        beforePaying(name) ?? whilePaying(name) ?? afterPaying(name) ?? KioskStaffSample.screen(name)
    }

    private static func beforePaying(_ name: String) -> KioskScreen? {
        switch name {
        case "attract": .attract
        case "home": .home
        case "find": .find(KioskOrderSearch())
        case "orders": .orders(orders)
        case "catalogue": .catalogue(catalogue)
        case "product": .product(product)
        case "review": .review(KioskReview(attempt))
        case "order_changed": .orderChanged(attempt, before: money(990))
        case "printer_empty": .printerEmpty(attempt, code: "printer.paperOut")
        case "terminal_away": .terminalAway(attempt, code: "reader.noAnswer")
        case "tip": .tip(KioskTip(attempt: attempt, percents: [5, 10, 15]))
        case "out_of_service": .outOfService(code: "reader.noAnswer")
        case "operator_pin": .staff(.pin(KioskPINEntry(names: ["Ada", "Grace"], chosen: "Ada", stage: .typing)))
        default: nil
        }
    }

    private static func whilePaying(_ name: String) -> KioskScreen? {
        switch name {
        case "pay": paying(.authorising)
        case "goods": paying(.goods)
        case "doubt": paying(.doubt)
        default: nil
        }
    }

    private static func afterPaying(_ name: String) -> KioskScreen? {
        switch name {
        case "declined": .declined(KioskEnd(attempt: attempt), reason: .limit)
        case "cancelled": .cancelled(KioskEnd(attempt: attempt), by: .customer)
        case "partial": .partial(paid(open: 350))
        case "receipt": .receipt(paid())
        case "printing": .printing(KioskPrinting(paid: paid(), round: 0))
        case "email": .email(KioskEmail(paid()))
        case "qr": .show(paid())
        case "thanks": .thanks(isShopTold: true, isPrinted: true)
        default: nil
        }
    }
}

extension KioskState {
    /// Shows a sample. Nothing is done for it: a kiosk that shows samples performs no task.
    mutating func show(sample name: String, _ settings: KioskSettings) {
        guard let sample = KioskSample.screen(name) else { return }
        self.settings = settings
        isOpen = true
        behind = .attract
        screen = sample
        if case .staff(.page) = sample { staffName = KioskStaffSample.operatorName } else { staffName = nil }
        idle = nil
    }
}
