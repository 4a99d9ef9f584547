import Foundation
import Model

/// Maps one order of WooCommerce to `Order`.
package struct OrderMapper: Mapper {
    let site: SiteID

    package init(site: SiteID) {
        self.site = site
    }

    package func map(_ response: Response) throws(NetworkError) -> Order {
        try WooOrder(try response.object).order(site: site)
    }
}

/// Maps the statuses of a page of orders. All of them have to be read: one that is missing counts as gone.
struct OrderStatusMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> [OrderID: OrderStatus] {
        var statuses: [OrderID: OrderStatus] = [:]
        for order in try response.objects {
            statuses[OrderID(rawValue: try order.integer("id"))] = OrderStatus(rawValue: try order.text("status"))
        }
        return statuses
    }
}

extension WooOrder {
    func order(site: SiteID) throws(NetworkError) -> Order {
        let place = place.isEmpty ? "" : place + "."
        guard let currency = Currency(told: currency) else {
            throw .malformed(field: "\(place)currency", reason: Sentence("detail.shop.noCurrency", ["code": currency]))
        }
        let amounts = AmountReader(currency: currency, place: place)
        return Order(
            site: site, id: OrderID(rawValue: id), number: number.map(PlainText.from) ?? String(id),
            status: OrderStatus(rawValue: status),
            currency: currency, lines: try goods(amounts), adjustments: try adjustments(amounts),
            taxes: try taxes(amounts), total: try amounts.read(total, "total"), customer: billing?.name)
    }

    private func goods(_ amounts: AmountReader) throws(NetworkError) -> [OrderLine] {
        var lines: [OrderLine] = []
        for (index, item) in (lineItems ?? []).enumerated() {
            lines.append(item.line(total: try amounts.undiscounted(item, "line_items[\(index)]")))
        }
        return lines
    }

    /// The parts of the total besides the goods: coupon discounts, then shipping and fees that are not zero.
    private func adjustments(_ amounts: AmountReader) throws(NetworkError) -> [Adjustment] {
        var adjustments: [Adjustment] = []
        func add(_ kind: Adjustment.Kind, _ label: String, _ amount: Money) {
            if amount.minorUnits != 0 { adjustments.append(Adjustment(kind: kind, label: label, amount: amount)) }
        }
        let coupons = (couponLines ?? []).map { PlainText.from(html: $0) }
        add(.discount, coupons.joined(separator: ", "), try discount(amounts))
        for (index, item) in (shippingLines ?? []).enumerated() {
            add(.shipping, item.title, try amounts.gross(item, "shipping_lines[\(index)]"))
        }
        for (index, item) in (feeLines ?? []).enumerated() {
            add(.fee, item.title, try amounts.gross(item, "fee_lines[\(index)]"))
        }
        return adjustments
    }

    /// The discount by the lines' own figures, so that lines and discount add up to the minor unit.
    private func discount(_ amounts: AmountReader) throws(NetworkError) -> Money {
        var discount = Money.zero(amounts.currency)
        for (index, item) in (lineItems ?? []).enumerated() {
            let place = "line_items[\(index)]"
            let before = try amounts.undiscounted(item, place)
            discount = try amounts.sum(discount, try amounts.gross(item, place), less: before, place)
        }
        return discount
    }

    private func taxes(_ amounts: AmountReader) throws(NetworkError) -> [TaxLine] {
        var lines: [TaxLine] = []
        for (index, tax) in (taxLines ?? []).enumerated() {
            do throws(NetworkError) {
                lines.append(try exact(tax, "tax_lines[\(index)]", amounts))
            } catch {
                guard let rounded = rounded(tax, amounts) else { throw error }
                lines.append(rounded)
            }
        }
        return lines
    }

    private func exact(_ tax: Tax, _ place: String, _ amounts: AmountReader) throws(NetworkError) -> TaxLine {
        let goods = try amounts.read(tax.taxTotal, "\(place).tax_total")
        let shipping = try amounts.read(tax.shippingTaxTotal ?? "", "\(place).shipping_tax_total")
        return TaxLine(
            label: tax.title, net: try net(at: tax.rateID, amounts), amount: try amounts.sum(goods, shipping, place))
    }

    /// The tax of a shop that writes more decimals than the currency has, such as ¥98.18 of ¥1080.00. Net and tax add up to
    /// what is charged. Nil for text that is no amount.
    private func rounded(_ tax: Tax, _ amounts: AmountReader) -> TaxLine? {
        guard let goods = amounts.decimal(tax.taxTotal), let shipping = amounts.decimal(tax.shippingTaxTotal ?? ""),
            let amount = amounts.rounded(goods + shipping)
        else { return nil }
        let taxed = [lineItems, shippingLines, feeLines].flatMap { $0 ?? [] }.filter { $0.isTaxed(at: tax.rateID) }
        guard !taxed.isEmpty else { return TaxLine(label: tax.title, net: nil, amount: amount) }
        var gross = goods + shipping
        for item in taxed {
            guard let own = amounts.decimal(item.total) else { return nil }
            gross += own
        }
        guard let net = try? amounts.rounded(gross)?.subtracting(amount) else { return nil }
        return TaxLine(label: tax.title, net: net, amount: amount)
    }

    /// The net amount of everything taxed at a rate; nil when the shop does not tell the rates.
    private func net(at rate: String?, _ amounts: AmountReader) throws(NetworkError) -> Money? {
        var net: Money?
        let parts = [("line_items", lineItems), ("shipping_lines", shippingLines), ("fee_lines", feeLines)]
        for (list, items) in parts {
            for (index, item) in (items ?? []).enumerated() where item.isTaxed(at: rate) {
                let place = "\(list)[\(index)]"
                let own = try amounts.read(item.total, "\(place).total")
                net = try net.map { (sum) throws(NetworkError) in try amounts.sum(sum, own, place) } ?? own
            }
        }
        return net
    }
}

extension WooOrder.Item {
    fileprivate var title: String { PlainText.from(html: name ?? methodTitle ?? "") }

    fileprivate func isTaxed(at rate: String?) -> Bool {
        taxes?.contains { $0.isCharged && $0.rateID == rate } ?? false
    }

    /// The line for a receipt. A quantity with decimals, and the price of one, go into the name, because quantities are
    /// whole and nothing is rounded.
    fileprivate func line(total: Money) -> OrderLine {
        switch quantity {
        case nil: return OrderLine(name: title, quantity: 1, total: total, details: details)
        case .fractional(let amount):
            return OrderLine(name: "\(amount) × \(title)", quantity: 1, total: total, details: details)
        case .whole(let count):
            let isExact = count > 1 && total.minorUnits % Int64(count) == 0
            let price = isExact ? Money(minorUnits: total.minorUnits / Int64(count), currency: total.currency) : nil
            return OrderLine(name: title, quantity: count, unitPrice: price, total: total, details: details)
        }
    }

    /// The options of the item, such as `Size: 250 g`.
    private var details: [String] {
        choices.map { PlainText.from(html: $0) }
    }
}

/// Reads WooCommerce's amounts, which are decimal strings, exactly in the order's currency.
private struct AmountReader {
    let currency: Currency
    let place: String

    /// Reads an amount; empty text is zero. Zeros beyond the currency's decimals are dropped, since a shop may show yen as
    /// `1200.00`; other digits there are refused, because they would have to be rounded. A comma is refused, too: 1,500 may be
    /// one and a half of a currency with three decimals, or fifteen hundred.
    func read(_ text: String, _ field: String) throws(NetworkError) -> Money {
        guard !text.isEmpty else { return .zero(currency) }
        guard !text.utf8.contains(UInt8(ascii: ",")), let money = try? Money(parsing: trimmed(text), currency: currency)
        else {
            throw .malformed(
                field: place + field,
                reason: Sentence("detail.shop.noAmount", ["text": text, "currency": currency.code]))
        }
        return money
    }

    /// The price of the item, tax included.
    func gross(_ item: WooOrder.Item, _ field: String) throws(NetworkError) -> Money {
        try sum((item.total, "total"), (item.totalTax ?? "", "total_tax"), field)
    }

    /// The price of the item before coupons, tax included.
    func undiscounted(_ item: WooOrder.Item, _ field: String) throws(NetworkError) -> Money {
        guard let subtotal = item.subtotal else { return try gross(item, field) }
        return try sum((subtotal, "subtotal"), (item.subtotalTax ?? "", "subtotal_tax"), field)
    }

    /// A net amount and its tax together. The shop may write the two with more decimals than the currency has, as long as the
    /// sum has none of them: ¥981.82 and ¥98.18 are ¥1080.
    private func sum(
        _ net: (text: String, name: String), _ tax: (text: String, name: String), _ field: String
    ) throws(NetworkError) -> Money {
        do throws(NetworkError) {
            let net = try read(net.text, "\(field).\(net.name)")
            return try sum(net, try read(tax.text, "\(field).\(tax.name)"), field)
        } catch {
            guard let net = decimal(net.text), let tax = decimal(tax.text), let sum = rounded(net + tax),
                scaled(net + tax) == Decimal(sum.minorUnits)
            else { throw error }
            return sum
        }
    }

    /// The number that a text is, with all its decimals; nil for other text. Empty text is zero.
    func decimal(_ text: String) -> Decimal? {
        guard !text.isEmpty else { return 0 }
        let isNumber = text.utf8.count <= Self.longestNumber && text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        return isNumber ? Decimal(string: text) : nil
    }

    /// A sum of such numbers is exact in a `Decimal`.
    private static let longestNumber = 24

    /// The nearest amount, half away from zero; nil if it is too large.
    func rounded(_ amount: Decimal) -> Money? {
        var (exact, whole) = (scaled(amount), Decimal())
        NSDecimalRound(&whole, &exact, 0, .plain)
        return Int64(whole.description).map { Money(minorUnits: $0, currency: currency) }
    }

    private func scaled(_ amount: Decimal) -> Decimal {
        var scaled = amount
        for _ in 0..<currency.exponent { scaled *= 10 }
        return scaled
    }

    func sum(
        _ left: Money, _ right: Money, less: Money? = nil, _ field: String
    ) throws(NetworkError) -> Money {
        do {
            return try left.adding(right.subtracting(less ?? .zero(currency)))
        } catch {
            throw .malformed(field: place + field, reason: Sentence("detail.shop.tooLarge"))
        }
    }

    private func trimmed(_ text: String) -> String {
        guard let point = text.firstIndex(of: ".") else { return text }
        var decimals = text[text.index(after: point)...]
        guard decimals.isEmpty || decimals.count > currency.exponent else { return text }
        while decimals.count > currency.exponent, decimals.last == "0" { decimals = decimals.dropLast() }
        return text[..<point] + (decimals.isEmpty ? "" : "." + decimals)
    }
}
