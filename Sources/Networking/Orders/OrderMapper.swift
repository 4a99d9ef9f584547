import Foundation
import Model

/// One order of WooCommerce as ours.
public struct OrderMapper: Mapper {
    let site: SiteID

    public init(site: SiteID) {
        self.site = site
    }

    public func map(_ response: Response) throws(NetworkError) -> Order {
        try decode(WooOrder.self, from: response).order(site: site, place: "")
    }
}

/// A page of orders.
public struct OrderListMapper: Mapper {
    let site: SiteID

    public init(site: SiteID) {
        self.site = site
    }

    public func map(_ response: Response) throws(NetworkError) -> Page<Order> {
        var orders: [Order] = []
        for (index, order) in try decode([WooOrder].self, from: response).enumerated() {
            orders.append(try order.order(site: site, place: "[\(index)]."))
        }
        return Page(
            items: orders, total: response.headers["x-wp-total"].flatMap { Int($0) },
            pages: response.headers["x-wp-totalpages"].flatMap { Int($0) })
    }
}

extension WooOrder {
    /// `place` stands before the name of a field that cannot be read.
    func order(site: SiteID, place: String) throws(NetworkError) -> Order {
        guard let currency = Currency(code: currency) else {
            throw .malformed(field: "\(place)currency", reason: "\(currency) is no currency of ISO 4217")
        }
        let amounts = AmountReader(currency: currency, place: place)
        return Order(
            site: site, id: OrderID(rawValue: id), number: number.map(PlainText.from) ?? String(id),
            status: OrderStatus(rawValue: status),
            currency: currency, lines: try lines(amounts), taxes: try taxes(amounts),
            total: try amounts.read(total, "total"), customer: billing?.name)
    }

    /// Goods, then shipping and fees that cost something: all that the total is made of. Discounts are in the figures.
    private func lines(_ amounts: AmountReader) throws(NetworkError) -> [OrderLine] {
        var lines: [OrderLine] = []
        for (index, item) in (lineItems ?? []).enumerated() {
            lines.append(item.line(total: try amounts.gross(item, "line_items[\(index)]")))
        }
        for (index, item) in (shippingLines ?? []).enumerated() {
            let total = try amounts.gross(item, "shipping_lines[\(index)]")
            if total.minorUnits != 0 { lines.append(item.line(total: total)) }
        }
        for (index, item) in (feeLines ?? []).enumerated() {
            let total = try amounts.gross(item, "fee_lines[\(index)]")
            if total.minorUnits != 0 { lines.append(item.line(total: total)) }
        }
        return lines
    }

    private func taxes(_ amounts: AmountReader) throws(NetworkError) -> [TaxLine] {
        var lines: [TaxLine] = []
        for (index, tax) in (taxLines ?? []).enumerated() {
            let place = "tax_lines[\(index)]"
            let goods = try amounts.read(tax.taxTotal, "\(place).tax_total")
            let shipping = try amounts.read(tax.shippingTaxTotal ?? "", "\(place).shipping_tax_total")
            lines.append(TaxLine(label: tax.title, amount: try amounts.sum(goods, shipping, place)))
        }
        return lines
    }
}

extension WooOrder.Item {
    /// A quantity with decimals goes into the name: ours is whole, and nothing is rounded away.
    fileprivate func line(total: Money) -> OrderLine {
        let name = PlainText.from(html: name ?? methodTitle ?? "")
        switch quantity {
        case nil: return OrderLine(name: name, quantity: 1, total: total)
        case .whole(let count): return OrderLine(name: name, quantity: count, total: total)
        case .fractional(let amount): return OrderLine(name: "\(amount) × \(name)", quantity: 1, total: total)
        }
    }
}

/// Reads WooCommerce's amounts: decimal strings, exact in the order's currency.
private struct AmountReader {
    let currency: Currency
    let place: String

    /// Zeros beyond the currency's decimals are dropped (a shop may show yen as `1200.00`); any other digit there would
    /// have to be rounded, so it is refused. Empty is zero.
    func read(_ text: String, _ field: String) throws(NetworkError) -> Money {
        guard !text.isEmpty else { return .zero(currency) }
        do {
            return try Money(parsing: trimmed(text), currency: currency)
        } catch {
            throw .malformed(field: place + field, reason: "\"\(text)\" is no amount in \(currency.code)")
        }
    }

    /// What the line costs, tax included.
    func gross(_ item: WooOrder.Item, _ field: String) throws(NetworkError) -> Money {
        let net = try read(item.total, "\(field).total")
        return try sum(net, try read(item.totalTax ?? "", "\(field).total_tax"), field)
    }

    func sum(_ left: Money, _ right: Money, _ field: String) throws(NetworkError) -> Money {
        do {
            return try left.adding(right)
        } catch {
            throw .malformed(field: place + field, reason: "its amounts are too large")
        }
    }

    private func trimmed(_ text: String) -> String {
        guard let point = text.firstIndex(of: ".") else { return text }
        var decimals = text[text.index(after: point)...]
        while decimals.count > currency.exponent, decimals.last == "0" { decimals = decimals.dropLast() }
        return text[..<point] + (decimals.isEmpty ? "" : "." + decimals)
    }
}
