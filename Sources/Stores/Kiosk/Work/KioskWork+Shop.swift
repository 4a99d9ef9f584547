import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage

/// Orders and products for a kiosk.
extension KioskWork {
    // MARK: Orders

    func find(_ text: String, _ host: any KioskHost) async -> KioskAnswer {
        // An address of the shop has the order's id, and not its number.
        if let id = Self.orderID(inAddress: text) { return await choose(id, host) }
        guard let number = Self.orderNumber(in: text) else { return .orderNotFound }
        return await order { () async throws(Failure) in
            try await host.ask { OrderAction.lookUpOrder(number, $0) }
        }
    }

    func choose(_ id: OrderID, _ host: any KioskHost) async -> KioskAnswer {
        await order { () async throws(Failure) in try await host.ask { OrderAction.retrieveOrder(id, $0) } }
    }

    /// The number that was typed or scanned; nil for what is none.
    static func orderNumber(in text: String) -> String? {
        let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !plain.isEmpty, plain.count <= KioskSettings.longestNumber, !CardData.isIn(written: plain) else {
            return nil
        }
        return plain
    }

    /// The id in an address such as those in shops' QR codes: its last number.
    static func orderID(inAddress text: String) -> OrderID? {
        let isAddress = text.contains("=") || (text.contains("/") && text.contains("."))
        guard isAddress, !CardData.isIn(written: text) else { return nil }
        let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return parts.last { OrderID(typed: $0) != nil && $0.count <= KioskSettings.longestNumber }
            .flatMap(OrderID.init(typed:))
    }

    private func order(_ load: () async throws(Failure) -> Cached<Order>) async -> KioskAnswer {
        do throws(Failure) {
            let found = try await load()
            switch found.value.status {
            case .processing, .completed: return .orderIsPaid
            case .cancelled, .refunded: return .orderHasEnded
            case .pending, .onHold, .failed:
                return .order(KioskBill(found.value, source: .shop), isWhole: found.failure == nil)
            case .other: return .orderHasEnded
            }
        } catch { return error.is(OrderFailure.notFound) ? .orderNotFound : .failed(code: error.code) }
    }

    /// The most orders in a list.
    private static let mostOrders = 50

    func listOrders(_ host: any KioskHost) async -> KioskAnswer {
        do throws(Failure) {
            let found = try await host.ask {
                OrderAction.synchronizeOrders(status: nil, limit: Self.mostOrders, $0)
            }
            let waiting = found.value.items.filter(\.status.awaitsPayment)
            let times = found.failure == nil && !waiting.isEmpty ? await orderTimes(host) : [:]
            let rows = waiting.map {
                KioskOrders.Row(
                    id: $0.id, number: $0.number, name: Self.shortened($0.customer), total: $0.total, time: times[$0.id]
                )
            }
            return .orders(rows, isWhole: found.failure == nil)
        } catch { return .failed(code: error.code) }
    }

    /// When the newest orders that wait for their payment were made; empty if the shop does not answer. The list is as good
    /// without.
    private func orderTimes(_ host: any KioskHost) async -> [OrderID: Date] {
        let filter = OrderFilter(statuses: [.pending, .onHold, .failed])
        let found = try? await host.ask {
            OrderAction.fetchFilteredOrders(filter, page: 1, size: Self.mostOrders, $0)
        }
        let times = (found?.value.items ?? []).compactMap { order in order.dates.created.map { (order.id, $0) } }
        return Dictionary(times) { first, _ in first }
    }

    /// A name that its bearer recognises and others do not learn: `Käthe M.`.
    static func shortened(_ name: String?) -> String {
        let words = (name ?? "").split(separator: " ")
        guard let first = words.first else { return "" }
        let rest = words.dropFirst().last?.first.map { " \($0)." } ?? ""
        return first.prefix(20) + rest
    }

    // MARK: The catalogue

    private func currency(_ host: any KioskHost) async -> Currency {
        guard let site = try? await host.ask({ AccountAction.loadAccount($0) }).site else { return host.currency }
        return (try? storage.reading { ShopCurrencyMemory.currency(of: site, in: $0) }) ?? host.currency
    }

    func loadPage(
        _ category: Int64?, _ page: Int, _ wantsCategories: Bool, _ host: any KioskHost
    ) async -> KioskAnswer {
        do throws(Failure) {
            let currency = await currency(host)
            let size = KioskCatalogue.pageSize
            let found = try await host.ask {
                ProductAction.synchronizeCatalogue(category: category, page: page, size: size, $0)
            }
            let categories = wantsCategories ? await categories(host) : nil
            let tiles = found.value.items.compactMap { KioskCatalogue.Tile($0, currency) }
            let total = found.value.total ?? found.value.items.count
            return .page(categories, tiles, pages: (total + size - 1) / size, isWhole: found.failure == nil)
        } catch { return .failed(code: error.code) }
    }

    /// Goods can be chosen without categories too.
    private func categories(_ host: any KioskHost) async -> [KioskCatalogue.Category] {
        let found = try? await host.ask { ProductAction.synchronizeProductCategories($0) }
        return (found?.value.items ?? []).map { KioskCatalogue.Category(id: $0.id, name: $0.name) }
    }

    func loadProduct(_ id: Int64, _ host: any KioskHost) async -> KioskAnswer {
        do throws(Failure) {
            let currency = await currency(host)
            let found = try await host.ask { ProductAction.retrieveProduct(id, $0) }
            let product = found.value
            var variants: Cached<Listing<Product>>?
            if !product.variationIDs.isEmpty {
                variants = try await host.ask { ProductAction.synchronizeProductVariations(of: id, $0) }
            }
            guard let facts = KioskProduct.Facts(product, variants?.value.items ?? [], currency) else {
                return .failed(code: ProductFailure.notPurchasable.rawValue)
            }
            return .product(facts, isWhole: found.failure == nil && variants?.failure == nil)
        } catch { return .failed(code: error.code) }
    }

    // MARK: An order of what was chosen

    func makeOrder(of cart: KioskCart, _ host: any KioskHost) async -> KioskAnswer {
        var changes = OrderChanges()
        changes.status = .pending
        changes.items = cart.lines.map {
            OrderChanges.Item(productID: $0.product, variationID: $0.variation, quantity: String($0.quantity))
        }
        do throws(Failure) {
            return .prepared(
                KioskBill(try await host.ask { OrderAction.createOrder(changes, $0) }.value, source: .composed))
        } catch { return .failed(code: error.code) }
    }
}

extension Product {
    /// A price in minor units; nil if the shop names none, or one with more decimals than the currency has.
    fileprivate func money(_ currency: Currency) -> Money? {
        price.flatMap { try? Money(parsing: "\($0)", currency: currency) }
    }

    fileprivate var isInStock: Bool { stockStatus != "outofstock" }
    fileprivate var isVariable: Bool { type == "variable" }

    fileprivate func object() -> ShopObject? { try? ShopObject(json, at: "") }
    fileprivate var hasPicture: Bool { object()?.value("images")?.list?.isEmpty == false }
}

extension KioskCatalogue.Tile {
    /// Nil for what a kiosk cannot sell.
    fileprivate init?(_ product: Product, _ currency: Currency) {
        guard product.canBeSold || product.isVariable, let price = product.money(currency), price.minorUnits >= 0 else {
            return nil
        }
        self.init(
            id: product.id, name: product.name, price: price, isFrom: product.isVariable,
            hasPicture: product.hasPicture, isAvailable: product.isInStock)
    }
}

extension KioskProduct.Facts {
    /// Nil for what a kiosk cannot sell.
    fileprivate init?(_ product: Product, _ variations: [Product], _ currency: Currency) {
        guard let object = product.object(), let price = product.money(currency) else { return nil }
        let choices = (object.value("attributes")?.elements ?? []).compactMap { KioskProduct.Choice($0) }
        let variants = variations.compactMap { KioskProduct.Variant($0, currency) }
        guard product.canBeSold || product.isVariable && !variants.isEmpty else { return nil }
        let stock = product.stockQuantity.map { max(1, NSDecimalNumber(decimal: $0).intValue) }
        self.init(
            name: product.name, description: object.plainText("short_description"), price: price,
            hasPicture: product.hasPicture, isAvailable: product.isInStock,
            choices: product.isVariable ? choices : [], variants: variants,
            most: min(stock ?? KioskSettings.mostQuantity, KioskSettings.mostQuantity))
    }
}

extension KioskProduct.Choice {
    /// Nil for an attribute that says something about a product and leaves no choice.
    fileprivate init?(_ json: JSONValue) {
        guard let object = try? ShopObject(json, at: ""), object.flag("variation") else { return nil }
        let values = (object.value("options")?.elements ?? []).compactMap(\.looseText)
        guard !values.isEmpty else { return nil }
        self.init(name: object.plainText("name"), values: values)
    }
}

extension KioskProduct.Variant {
    fileprivate init?(_ product: Product, _ currency: Currency) {
        guard let price = product.money(currency), let object = product.object() else { return nil }
        var values: [String: String] = [:]
        for attribute in object.value("attributes")?.elements ?? [] {
            guard let attribute = try? ShopObject(attribute, at: ""), let value = attribute.optionalText("option"),
                !value.isEmpty
            else { continue }
            values[attribute.plainText("name")] = value
        }
        self.init(id: product.id, values: values, price: price, isAvailable: product.isInStock)
    }
}
