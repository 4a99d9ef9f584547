import Failures
import Foundation
import Model
import Networking
import Payments
import Simulator
import Storage

/// Compares the three books. Each rule has a number; docs/truth.md lists them.
struct ShopOracle {
    private let books: ShopBooks
    private let kiosk: VirtualKiosk

    init(_ books: ShopBooks, _ kiosk: VirtualKiosk) {
        self.books = books
        self.kiosk = kiosk
    }

    /// What is wrong, as sentences that begin with the number of their rule; empty when all is well.
    func violations() throws -> [String] {
        chargedOnce() + books.tillOrders.flatMap(paidWhereBooked) + toldOnce() + nothingLost() + rightShop()
            + books.local.flatMap(madeOnce) + books.tillOrders.flatMap(saidRightly) + reportsStand()
            + (try kiosk.violations().map { "S8: \($0)" })
    }

    /// S1: a card is charged at most once for an order, and exactly once if the till says so.
    private func chargedOnce() -> [String] {
        var found: [String] = []
        for order in books.tillOrders {
            let payers = books.payers(of: order.place)
            if payers.count > 1 { found.append("S1: \(order.place) is charged by \(payers.map(\.id))") }
        }
        for told in books.told where told.report.purpose.kind.takesMoney {
            let charges = books.standing.filter { $0.payment == told.report.payment }.map(\.entry.amountMinor)
            switch told.report.outcome {
            case .approved where charges == [told.report.amount.minorUnits], .inDoubt: break
            case .approved: found.append("S1: \(told.report.payment) is told as approved and charged as \(charges)")
            default:
                if !charges.isEmpty { found.append("S1: \(told.report.payment) is told as unpaid and is charged") }
            }
        }
        return found
    }

    /// S2: the shop takes an order for paid by this till if and only if a card is charged for it, or a person sees why
    /// not.
    private func paidWhereBooked(_ order: ShopBooks.TillOrder) -> [String] {
        let place = order.place
        guard !books.hasTask(place) else { return [] }
        let shopOrder = books.shopOrder(of: order)
        guard let payer = books.payers(of: place).first else {
            guard let shopOrder, shopOrder.isPaid, let payment = shopOrder.payment,
                books.payments.contains(where: { $0.id.rawValue == payment }),
                books.repeats(.put, path(shopOrder.id), at: place.site, by: .overtaken) == 0,
                books.staffActed[place.site]?.contains(.paidElsewhere) == false
            else { return [] }
            return ["S2: \(place) is paid by \(payment) in the shop, and no card is charged"]
        }
        let writes = order.shopID.map { books.accepted(.put, path($0), at: place.site) } ?? []
        guard let told = writes.last(where: { $0.pays(payer.id) }) else {
            return ["S2: \(payer.id) is charged for \(place), and the shop was not told so"]
        }
        let due = (payer.tip.map { try? payer.amount.subtracting($0) } ?? payer.amount) ?? payer.amount
        if told.order?["total"]?.text != due.formatted() {
            return ["S2: \(place) is called paid by \(due), and comes to \(told.order?["total"]?.text ?? "nothing")"]
        }
        // What other people did in the shop after that is theirs, and so is what arrives after it was given up.
        guard books.staffActed[place.site]?.isEmpty ?? true,
            order.shopID.map({ books.repeats(.put, path($0), at: place.site, by: .overtaken) == 0 }) ?? true
        else { return [] }
        let isPaid = shopOrder.map { $0.isPaid || $0.status == "refunded" } ?? false
        guard !isPaid || shopOrder?.payment != payer.id.rawValue else { return [] }
        return ["S2: \(place) is charged, and is \(shopOrder?.status ?? "not there") in the shop"]
    }

    /// S3: what the shop is told, it is told once.
    private func toldOnce() -> [String] {
        var found: [String] = []
        for (site, orders) in books.shopOrders {
            for order in orders {
                let place = ShopBooks.Place(site: site, order: tillID(order.id, site))
                let noteRepeats = books.repeats(.post, "\(path(order.id))/notes", at: site)
                for words in books.payments.map(\.id.rawValue) + [ShopCashier.note] {
                    let count = order.notes.count { $0.contains(words) && !$0.hasPrefix("Payment via") }
                    if count > 1 + noteRepeats { found.append("S3: \(count) notes at \(place) say \(words)") }
                }
                let refunds = "\(path(order.id))/refunds"
                let isExcused =
                    books.repeats(.post, refunds, at: site, by: .overtaken) > 0
                    || books.repeats(.post, refunds, at: site) > 0 && books.hasTask(place)
                for refund in books.payments where refund.kind == .refund || refund.kind == .reversal {
                    let told = order.refunds.filter { $0.reason.contains(refund.id.rawValue) }
                    guard told.count > 1, !isExcused else { continue }
                    found.append("S3: the shop has \(told.count) refunds for \(refund.id)")
                }
            }
        }
        return found
    }

    /// S4: every message has reached its shop, was set aside with a reason, waits behind one that was set aside, or
    /// waits for a login.
    private func nothingLost() -> [String] {
        var found: [String] = []
        for item in books.pending where item.refusal == nil {
            guard let site = item.site, books.reachable.contains(site), let message = books.message(item) else {
                continue
            }
            if !books.hasTask(ShopBooks.Place(site: site, order: message.order)) {
                found.append("S4: \(item.id) still waits, and nothing hinders it")
            }
        }
        for payment in books.payments where payment.isApproved && payment.order != nil {
            found += lost(payment)
        }
        return found
    }

    private func lost(_ payment: PaymentRecord) -> [String] {
        guard let order = payment.order, let shop = shopID(order, payment.site) else { return [] }
        let place = ShopBooks.Place(site: payment.site, order: order)
        guard !books.hasTask(place) else { return [] }
        let name = payment.kind.takesMoney ? "order.paid-\(payment.id)" : "order.refunded-\(payment.id)"
        if books.pending.contains(where: { $0.id == name }) { return [] }
        let isKnown =
            switch payment.kind {
            case .payment, .booking: books.accepted(.put, path(shop), at: payment.site).contains { $0.pays(payment.id) }
            case .refund:
                books.accepted(.post, "\(path(shop))/refunds", at: payment.site).contains { $0.says(payment.id) }
            case .reversal, .reservation, .release: true
            }
        return isKnown ? [] : ["S4: the shop never heard of \(payment.kind) \(payment.id)"]
    }

    /// S5: nothing reaches another shop than its own.
    private func rightShop() -> [String] {
        books.acts.flatMap { site, acts in
            acts.filter(\.isWrite).flatMap { act -> [String] in
                let text = act.request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
                let payments = books.payments.filter { $0.site != site && text.contains($0.id.rawValue) }.map(
                    \.id.rawValue)
                let orders = books.local.filter { $0.site != site && text.contains($0.request) }.map(\.request)
                return (payments + orders).map { "S5: site \(site) was told of \($0), which is another's" }
            }
        }
    }

    /// S6: an order that was made at the till is in the shop exactly once, and not at all if the person was told that it
    /// was not made.
    private func madeOnce(_ local: LocalOrder) -> [String] {
        let place = ShopBooks.Place(site: local.site, order: local.id)
        let made = (books.shopOrders[local.site] ?? []).filter { $0.requests.contains(local.request) }
        let repeats = books.repeats(.post, "wc/v3/orders", at: local.site)
        let paid = made.filter { $0.isPaid || $0.status == "refunded" }
        if paid.count > 1 { return ["S6: \(place) is paid \(paid.count) times in the shop"] }
        if made.count > 1 + repeats || made.count > 1 && !isKnownTwice(local, place) {
            return ["S6: \(place) is \(made.count) times in the shop"]
        }
        let isMade = books.accepted(.post, "wc/v3/orders", at: local.site).contains { $0.says(local.request) }
        if local.shopID != nil, !isMade { return ["S6: \(place) was never made in the shop"] }
        if made.isEmpty, local.shopID != nil, books.staffActed[local.site]?.isEmpty ?? true {
            return ["S6: \(place) is not in the shop"]
        }
        return []
    }

    /// Whether a person was told that the order is twice in the shop, or a request that the till had given up has made it
    /// once more.
    private func isKnownTwice(_ local: LocalOrder, _ place: ShopBooks.Place) -> Bool {
        if books.hasTask(place) || books.refusals.contains(where: { $0.is(OrderFailure.isTwice) }) { return true }
        return books.accepted(.post, "wc/v3/orders", at: local.site).contains {
            $0.way == .overtaken && $0.says(local.request)
        }
    }

    /// S7: what the till says of an order is what the terminal has booked.
    private func saidRightly(_ order: ShopBooks.TillOrder) -> [String] {
        let payers = books.payers(of: order.place).map(\.id)
        let isOpen = books.payments.contains { $0.isOpen && $0.order == order.place.order }
        if order.paidBy != payers.first, !isOpen {
            return ["S7: \(order.place) is paid by \(order.paidBy.map(\.rawValue) ?? "nothing"), charged are \(payers)"]
        }
        guard let told = order.told, !payers.isEmpty, told.awaitsPayment else { return [] }
        return ["S7: \(order.place) is called \(told), and a card is charged"]
    }

    /// S7: an outcome that was told stays.
    private func reportsStand() -> [String] {
        books.told.compactMap { told in
            let record = books.payments.first { $0.id == told.report.payment }
            if case .inDoubt = told.report.outcome { return nil }
            guard record?.outcome != told.report.outcome else { return nil }
            return
                "S7: \(told.report.payment) was told as \(told.report.outcome.word), and is \(record?.outcome.end ?? "lost")"
        }
    }

    private func path(_ id: OrderID) -> String { "wc/v3/orders/\(id)" }

    private func shopID(_ order: OrderID, _ site: SiteID) -> OrderID? {
        order.isLocal ? books.local.first { $0.id == order }?.shopID : order
    }

    private func tillID(_ id: OrderID, _ site: SiteID) -> OrderID {
        books.local.first { $0.shopID == id && $0.site == site }?.id ?? id
    }
}

extension FaultyShop.Act {
    /// Whether the request tells that this payment has paid the order, and the shop calls it paid after that.
    fileprivate func pays(_ payment: PaymentID) -> Bool {
        body?["set_paid"] == true && says(payment.rawValue)
            && ["processing", "completed"].contains(order?["status"]?.text)
    }

    fileprivate func says(_ payment: PaymentID) -> Bool { says(payment.rawValue) }

    fileprivate func says(_ words: String) -> Bool {
        request.body.map { String(decoding: $0, as: UTF8.self).contains(words) } ?? false
    }
}
