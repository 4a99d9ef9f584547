import Foundation
import Model
import Networking
import Simulator
import Storage
import Testing

/// Each rule of the shop table is broken on purpose, by a shop, a way to it or a till that does what none may do. The table
/// must notice, or it would prove nothing.
@Suite struct ShopOracleTests {
    private static let paid = ShopStory.all[0]

    private func breaks(_ rule: String, _ run: ShopRun) -> Bool { run.violations.contains { $0.hasPrefix(rule) } }

    /// A terminal that has booked one request twice.
    @Test func aSecondChargeIsNoticed() throws {
        let run = try ShopRun(Self.paid)
        var books = try #require(run.books)
        books.standing += books.standing
        let found = try ShopOracle(books, run.kiosk).violations()
        #expect(found.contains { $0.hasPrefix("S1") }, "\(found)")
    }

    /// A shop that says yes, and forgets.
    @Test func anOrderThatIsChargedAndUnpaidIsNoticed() throws {
        let run = try ShopRun(
            Self.paid,
            meddle: { run, moment in
                if moment == .atTheEnd { run.setInShop(["status": "pending"]) }
            })
        #expect(breaks("S2", run), "\(run.violations)")
    }

    /// A shop that shows an order as paid after its payment was reversed.
    @Test func anOrderThatIsPaidAndNotChargedIsNoticed() throws {
        let story = ShopStory(name: "reversed", steps: [.pay, .reverse])
        let run = try ShopRun(
            story,
            meddle: { run, moment in
                if moment == .atTheEnd { run.setInShop(["status": "processing"]) }
            })
        #expect(breaks("S2", run), "\(run.violations)")
    }

    @Test(arguments: ["notes", "refunds"])
    func aWriteThatIsMadeTwiceIsNoticed(_ what: String) throws {
        let story = ShopStory(name: "given back", steps: [.pay, .refund(.part)])
        let run = try ShopRun(
            story, trick: { $0.method == .post && $0.path.hasSuffix(what) ? .twice : nil })
        #expect(breaks("S3", run), "\(run.violations)")
    }

    /// An outbox that marks a message as delivered without delivering it.
    @Test func aMessageThatIsDroppedIsNoticed() throws {
        let run = try ShopRun(
            ShopStory(name: "dropped", steps: [.away, .pay], policy: .payKnown),
            meddle: { run, moment in
                if moment == .beforeRecovery { try run.dropTheMessages() }
            })
        #expect(breaks("S4", run), "\(run.violations)")
    }

    /// A till that asks nobody about an order that the shop has made without what was sold.
    @Test func anOrderWithoutItsProductOfWhichNobodyIsToldIsNoticed() throws {
        let run = try ShopRun(
            .withoutTheShop, [ShopCut(place: 1, kind: .productDeleted)],
            meddle: { run, moment in
                if moment == .atTheEnd { try run.dropTheMessages() }
            })
        #expect(breaks("S2", run), "\(run.violations)")
    }

    /// Logins that lead to the other shop.
    @Test func aMessageAtTheWrongShopIsNoticed() throws {
        let story = ShopStory(name: "two shops", steps: [.pay, .enter(.b), .pay])
        let run = try ShopRun(story, areSwapped: true)
        #expect(breaks("S5", run), "\(run.violations)")
    }

    @Test func anOrderThatIsMadeTwiceIsNoticed() throws {
        let story = ShopStory(name: "made", steps: [.create, .pay], status: nil)
        let run = try ShopRun(story, trick: { $0.method == .post && $0.path == "wc/v3/orders" ? .twice : nil })
        #expect(breaks("S6", run), "\(run.violations)")
    }

    /// A till that has forgotten a payment.
    @Test func aTillThatContradictsTheTerminalIsNoticed() throws {
        let run = try ShopRun(
            Self.paid,
            meddle: { run, moment in
                if moment == .atTheEnd { try run.forgetThePayment() }
            })
        #expect(breaks("S7", run), "\(run.violations)")
    }

    /// A storage in which a table says something else than the journal.
    @Test func aJournalThatDoesNotVerifyIsNoticed() throws {
        let run = try ShopRun(
            Self.paid,
            meddle: { run, moment in
                if moment == .atTheEnd { try run.forgetThePayment() }
            })
        #expect(breaks("S8: I7", run), "\(run.violations)")
    }
}

extension ShopRun {
    /// Changes the order in the first shop.
    fileprivate func setInShop(_ members: JSONValue) {
        let shop = shops.a
        kiosk.world.finish { () async throws(Never) in await shop.change(ShopCashier.order.rawValue, members) }
    }

    /// Calls all messages delivered that are not.
    fileprivate func dropTheMessages() throws {
        let now = kiosk.world.now
        try kiosk.storage.write { transaction in
            for item in try transaction.pendingOutbox(limit: 10) {
                try transaction.markDelivered(outbox: item.id, at: now)
            }
        }
    }

    /// Makes till and shop forget that the order is paid.
    fileprivate func forgetThePayment() throws {
        guard let site = shops.site(of: .a) else { return }
        try kiosk.storage.write { try $0.unmarkPaid(order: ShopCashier.order, site: site) }
        setInShop(["status": "pending"])
    }
}
