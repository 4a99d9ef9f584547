import Flow
import Foundation
import Model
import Networking
import Payments
import Simulator
import Storage
import Stores

/// What the terminal, the shops and the till say of the same orders at the end of a run.
struct ShopBooks {
    /// An order of a shop, by its id in the till.
    struct Place: Hashable, CustomStringConvertible {
        let site: SiteID
        let order: OrderID
        var description: String { "order \(order) of site \(site)" }
    }

    /// An order in the shop's book.
    struct ShopOrder {
        let id: OrderID
        let status: String
        let total: String
        /// The payment of a till that paid it, or that was taken back if nothing has paid it since.
        let payment: String?
        let requests: [String]
        let notes: [String]
        let refunds: [(reason: String, amount: String)]

        var isPaid: Bool { ["processing", "completed"].contains(status) }
    }

    /// An order in the till's book.
    struct TillOrder {
        let place: Place
        let shopID: OrderID?
        let paidBy: PaymentID?
        /// What the till answers when it is asked; nil if it is signed in elsewhere or cannot tell.
        let told: OrderStatus?
    }

    let shopOrders: [SiteID: [ShopOrder]]
    let acts: [SiteID: [FaultyShop.Act]]
    let staffActed: [SiteID: [ShopCutKind]]
    let payments: [PaymentRecord]
    let pending: [OutboxItem]
    let tillOrders: [TillOrder]
    let local: [LocalOrder]
    let told: [ShopCashier.Told]
    /// Why the till did not do what the person asked for.
    let refusals: [Failure]
    var standing: [TerminalTruth.Charge]
    let givenBack: [TerminalTruth.Charge]
    /// The sites for which the till has a login.
    let reachable: Set<SiteID>

    init(_ kiosk: VirtualKiosk, _ shops: FaultyShops, _ till: VirtualTill, _ cashier: ShopCashier) throws {
        let sites = shops.sites
        shopOrders = kiosk.world.finish { () async throws(Never) in
            var found: [SiteID: [ShopOrder]] = [:]
            for (site, shop) in sites { found[site] = await Self.orders(of: shop) }
            return found
        }
        acts = sites.mapValues(\.acts)
        staffActed = sites.mapValues(\.staffActed)
        reachable = Set(FaultyShops.Name.allCases.filter(shops.hasLogin).compactMap(shops.site))
        let (payments, pending, local) = try kiosk.storage.read { reader in
            (try reader.recentPayments(limit: .max), try reader.pendingOutbox(limit: .max), try Self.local(in: reader))
        }
        self.payments = payments.reversed()
        self.pending = pending
        self.local = local
        told = cashier.told
        refusals = cashier.refusals
        standing = kiosk.truth.standing
        givenBack = kiosk.truth.givenBack
        let places =
            Set(payments.compactMap { payment in payment.order.map { Place(site: payment.site, order: $0) } })
            .union(local.map { Place(site: $0.site, order: $0.id) })
        let session = shops.site(of: cashier.shop)
        tillOrders = try places.sorted { "\($0)" < "\($1)" }.map { place in
            let answer =
                place.site == session ? till.ask { OrderAction.retrieveOrder(place.order, $0) } : nil
            return try kiosk.storage.read { reader in
                TillOrder(
                    place: place, shopID: try reader.shopID(of: place.order, site: place.site),
                    paidBy: try reader.paidBy(order: place.order, site: place.site),
                    told: try? answer?.get().value.status)
            }
        }
    }

    /// The most orders that are made at a till in one story.
    static let mostOrders: Int64 = 100

    private static func local(in reader: any StorageReader) throws -> [LocalOrder] {
        // A refused order is forgotten, and its number is not given again.
        try (1...mostOrders).compactMap { try reader.localOrder(OrderID(rawValue: -$0)) }
    }

    private static func orders(of shop: FaultyShop) async -> [ShopOrder] {
        let orders = await shop.look("wc/v3/orders", ["per_page": "100", "status": "any"])?.list ?? []
        var found: [ShopOrder] = []
        for order in orders {
            guard case .integer(let id)? = order["id"] else { continue }
            let notes = await shop.look("wc/v3/orders/\(id)/notes")?.list ?? []
            let refunds = await shop.look("wc/v3/orders/\(id)/refunds", ["per_page": "100"])?.list ?? []
            let meta = order["meta_data"]?.list ?? []
            found.append(
                ShopOrder(
                    id: OrderID(rawValue: id), status: order["status"]?.text ?? "", total: order["total"]?.text ?? "",
                    payment: Self.payment(in: meta, of: order),
                    requests: meta.filter { $0["key"] == "_till_request" }.compactMap { $0["value"]?.text },
                    notes: notes.compactMap { $0["note"]?.text },
                    refunds: refunds.map { ($0["reason"]?.text ?? "", $0["amount"]?.text ?? "") }))
        }
        return found
    }

    private static func payment(in meta: [JSONValue], of order: JSONValue) -> String? {
        let mark = { key in meta.last { $0["key"]?.text == key }?["value"]?.text }
        let isUnnamed = order["transaction_id"]?.text?.isEmpty ?? true
        return mark("_till_payment") ?? (isUnnamed ? mark("_till_reopened") : nil)
    }
}

extension ShopBooks {
    /// The payment of the order that a card is charged for and that was not taken back, by the terminal's book.
    func payers(of place: Place) -> [PaymentRecord] {
        payments.filter { payment in
            payment.site == place.site && payment.order == place.order && payment.kind.takesMoney
                && standing.contains { $0.payment == payment.id } && !isReversed(payment.id)
        }
    }

    func isReversed(_ payment: PaymentID) -> Bool {
        payments.contains { other in
            other.kind == .reversal && other.original == payment && givenBack.contains { $0.payment == other.id }
        }
    }

    func shopOrder(of order: TillOrder) -> ShopOrder? {
        shopOrders[order.place.site]?.first { $0.id == order.shopID }
    }

    /// The message of an item, if this release knows it.
    func message(_ item: OutboxItem) -> (any OutboxMessage)? { try? OutboxMessageTypes.ofTill.message(of: item) }

    /// Whether a person sees that something is to be done about the order: a message that was set aside, or a payment
    /// in doubt.
    func hasTask(_ place: Place) -> Bool {
        pending.contains { item in
            item.refusal != nil && item.site == place.site && message(item)?.order == place.order
        } || payments.contains { $0.isOpen && $0.site == place.site && $0.order == place.order }
    }

    /// What the shop has accepted from the till for requests to this path.
    func accepted(_ method: Networking.Request.Method, _ path: String, at site: SiteID) -> [FaultyShop.Act] {
        (acts[site] ?? []).filter { $0.request.method == method && $0.request.path == path && $0.isAccepted }
    }

    /// How often the shop has acted on requests to this path because something on the way repeated or delayed them.
    func repeats(
        _ method: Networking.Request.Method, _ path: String, at site: SiteID, by way: FaultyShop.Way? = nil
    ) -> Int {
        (acts[site] ?? []).count { act in
            act.isRepeated && act.request.method == method && act.request.path == path
                && (way.map { $0 == act.way } ?? true)
        }
    }
}
