import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// What an order that is made without the shop comes to, from the prices that the till has kept.
///
/// The shop computes taxes, coupons and shipping. An order in which the till would have to compute any of these is not
/// priced. The taxes within the prices are not known, so a receipt of such an order shows none.
struct LocalOrderDraft {
    /// Why the order has no price; nil if it has.
    let failure: Failure?
    private let make: (@Sendable (OrderID) -> Order)?

    init(_ changes: OrderChanges, site: SiteID, storage: any StorageManagerType) throws(Failure) {
        let priced: Result<Priced, Failure> = try storage.reading { reader in
            let prices = KeptPrices(reader: reader, site: site)
            return Result { () throws(Failure) in try prices.price(changes) }
        }
        switch priced {
        case .failure(let failure):
            self.failure = failure
            make = nil
        case .success(let priced):
            failure = nil
            let status = changes.status ?? .pending
            let customer = changes.billing.flatMap { billing in
                let name = [billing["first_name"], billing["last_name"]].compactMap { $0 }.joined(separator: " ")
                return name.isEmpty ? nil : PlainText.from(html: name)
            }
            make = { id in
                Order(
                    site: site, id: id, number: id.localNumber, status: status, currency: priced.total.currency,
                    lines: priced.lines, adjustments: priced.fees, taxes: [], total: priced.total, customer: customer)
            }
        }
    }

    /// The order under its local id; nil if it has no price.
    func order(_ id: OrderID) -> Order? { make?(id) }

    fileprivate struct Priced: Sendable {
        let lines: [OrderLine]
        let fees: [Adjustment]
        let total: Money
    }
}

/// The prices of a shop that the till has kept.
private struct KeptPrices {
    let reader: any StorageReader
    let site: SiteID

    func price(_ changes: OrderChanges) throws(Failure) -> LocalOrderDraft.Priced {
        let first =
            changes.items.first.map { "\($0.variationID ?? $0.productID ?? 0)" } ?? changes.fees.first?.name ?? "?"
        guard let currency, changes.coupons?.isEmpty ?? true, changes.shippingLines.isEmpty else {
            throw .notPriced(first)
        }
        var total = Money.zero(currency)
        var lines: [OrderLine] = []
        for item in changes.items {
            let line = try line(item, currency)
            total = try sum(total, line.total)
            lines.append(line)
        }
        var fees: [Adjustment] = []
        for fee in changes.fees {
            guard !fee.isTaxable || hasNoTaxes, let amount = money(fee.total, currency) else {
                throw .notPriced(fee.name ?? "?")
            }
            total = try sum(total, amount)
            fees.append(Adjustment(kind: .fee, label: PlainText.from(html: fee.name ?? ""), amount: amount))
        }
        guard total.minorUnits > 0 else { throw .notPriced(first) }
        return LocalOrderDraft.Priced(lines: lines, fees: fees, total: total)
    }

    private func line(_ item: OrderChanges.Item, _ currency: Currency) throws(Failure) -> OrderLine {
        let id = item.variationID ?? item.productID ?? 0
        guard let product = document("product", "\(id)"), item.total == nil, item.taxClass == nil,
            hasNoTaxes || pricesIncludeTax || product.optionalText("tax_status") == "none",
            let price = money(product.optionalText("price") ?? "", currency), let count = Int(item.quantity), count > 0,
            let minor = price.times(count)
        else { throw .notPriced("\(id)") }
        return OrderLine(
            name: product.plainText("name"), quantity: count, unitPrice: price,
            total: Money(minorUnits: minor, currency: currency))
    }

    private var currency: Currency? {
        ShopCurrencyMemory.currency(of: site, in: reader)
            ?? setting("woocommerce_currency").flatMap { Currency(code: $0) }
    }

    private var hasNoTaxes: Bool { setting("woocommerce_calc_taxes") == "no" }
    private var pricesIncludeTax: Bool { setting("woocommerce_prices_include_tax") == "yes" }

    /// Both settings are in the group `general` or `tax`, by WooCommerce's release.
    private func setting(_ id: String) -> String? {
        ["general", "tax"].lazy.compactMap { document("setting", "\($0)/\(id)")?.optionalText("value") }.first
    }

    private func document(_ resource: String, _ key: String) -> ShopObject? {
        guard let kept = try? reader.cached(resource, key: key, site: site),
            let json = try? JSONValue(parsing: kept.body)
        else { return nil }
        return try? ShopObject(json, at: "")
    }

    private func money(_ text: String, _ currency: Currency) -> Money? {
        try? Money(parsing: text, currency: currency)
    }

    private func sum(_ left: Money, _ right: Money) throws(Failure) -> Money {
        guard let sum = try? left.adding(right) else { throw .notPriced("?") }
        return sum
    }
}

extension Money {
    fileprivate func times(_ count: Int) -> Int64? {
        let (product, isTooLarge) = minorUnits.multipliedReportingOverflow(by: Int64(count))
        return isTooLarge ? nil : product
    }
}

extension Failure {
    fileprivate static func notPriced(_ product: String) -> Failure {
        Failure(
            OrderFailure.notPriced, Sentence("failure.order.notPriced", ["product": product]),
            remedy: Sentence("remedy.order.notPriced"), recovery: .retry)
    }
}
