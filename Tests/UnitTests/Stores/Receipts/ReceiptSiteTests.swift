import Failures
import Flow
import FlowProbe
import Foundation
import Model
import Networking
import Receipts
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A till that has signed in at two shops, which have orders of the same numbers. A receipt is that of the shop in which it was
/// paid, whoever is signed in where now.
@Suite struct ReceiptSiteTests {
    private let counter: Counter
    private let till: TillStores
    private let a: SiteID
    private let b: SiteID
    private var world: VirtualWorld { counter.world }

    init() throws {
        counter = try Counter()
        let shops = TwoShops()
        let till = try counter.start(networks: shops, connector: shops)
        self.till = till
        let world = counter.world
        func signIn(_ address: String) throws -> SiteID {
            let login = ShopLogin(address: address, user: "anna", secret: "secret")
            return try world.finish { () async throws(Failure) in try await till.signIn(login) }.site
        }
        a = try signIn("a.example")
        b = try signIn("b.example")
        // The payment of A becomes known while somebody is signed in at B, after that of B.
        try pay("pay-B", at: b)
        world.advance(by: .seconds(10))
        try pay("pay-A", at: a)
    }

    private static func merchant(isOfEveryShop: Bool) -> MerchantProfile {
        MerchantProfile(
            merchant: Receipt.Merchant(name: "Test", address: ["Street 1"], taxID: "DE1"), isOfEveryShop: isOfEveryShop,
            footer: { _ in [] }, utcOffset: { _ in 0 })
    }

    /// A payment for an order of that shop becomes final.
    private func pay(_ id: String, at site: SiteID, order number: Int64 = 1042, isOfEveryShop: Bool = false) throws {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: id), key: nil, fingerprint: id, site: site, order: OrderID(rawValue: number),
            orderNumber: "\(number)", amount: .sample, tip: nil, terminal: Counter.terminal, printer: Counter.printer,
            terminalID: nil, watermark: .receipt(41), habits: TerminalHabits(cardPhaseSeconds: 0), language: "en",
            startedAt: world.now, utcOffset: 0)
        let order = Order(
            site: site, id: OrderID(rawValue: number), number: "\(number)", status: .pending, currency: .eur,
            lines: [OrderLine(name: "Cake of \(id)", quantity: 1, total: .sample)], taxes: [], total: .sample)
        let ledger = StoredLedger(
            storage: counter.storage, environment: world.environment,
            merchantProfile: Self.merchant(isOfEveryShop: isOfEveryShop))
        try counter.storage.write { try $0.save([order], fetchedAt: world.now) }
        var history = PaymentHistory(intent)
        for event in [.intended(intent), PaymentEvent.settled(.approved(TransactionResult(resultCode: 0)))] {
            history.apply(event)
            try ledger.write(event, of: history)
        }
    }

    private func receipt(of payment: String) throws -> StoredReceipt {
        let found = try counter.storage.read { try $0.receipts(payment: PaymentID(rawValue: payment)) }
        return try #require(found.first { $0.copy == .customer })
    }

    private func signIn(at address: String) throws {
        let (till, login) = (till, ShopLogin(address: address, user: "anna", secret: "secret"))
        _ = try world.finish { () async throws(Failure) in try await till.signIn(login) }
    }

    private func signOut() throws {
        let till = till
        try world.finish { () async throws(Failure) in try await till.logout() }
    }

    private func found(_ name: String) throws -> PaymentID {
        try counter.ask(till) { ReceiptAction.loadReceipt(ReceiptReference(name), $0) }.payment
    }

    private func text(_ name: String) throws -> String {
        try counter.ask(till) { ReceiptAction.generateContent(ReceiptReference(name), columns: 48, $0) }
    }

    private func listed(of site: SiteID? = nil, _ limit: Int = 9) throws -> [ListedReceipt] {
        try counter.ask(till) { ReceiptAction.listReceipts(of: site, limit: limit, $0) }.receipts
    }

    // MARK: What heads a receipt

    @Test func theShopOfThePaymentHeadsItsReceiptWhereNoMerchantIsConfigured() throws {
        #expect(try receipt(of: "pay-A").document.merchant.name == "Shop a.example")
        #expect(try receipt(of: "pay-B").document.merchant.name == "Shop b.example")
        #expect(try receipt(of: "pay-A").document.merchant.taxID == nil, "that of the embedded shop is not this shop's")
        try pay("pay-E", at: .embedded)
        #expect(try receipt(of: "pay-E").document.merchant.name == "Test")
    }

    @Test func aConfiguredMerchantHeadsTheReceiptsOfEveryShop() throws {
        try pay("pay-C", at: a, order: 1043, isOfEveryShop: true)
        let merchant = try receipt(of: "pay-C").document.merchant
        #expect(merchant.name == "Test" && merchant.taxID == "DE1")
    }

    @Test(arguments: ["a.example", "b.example"])
    func afterAnotherLoginTheReceiptIsStillThatOfItsShop(_ address: String) throws {
        try signIn(at: address)
        let (first, second) = (try receipt(of: "pay-A"), try receipt(of: "pay-B"))
        for (receipt, shop, goods) in [(first, "Shop a.example", "pay-A"), (second, "Shop b.example", "pay-B")] {
            let shown = try text(receipt.id.rawValue)
            #expect(shown.contains(shop) && shown.contains("Cake of \(goods)"), "\(shown)")
            let report = try counter.ask(till) {
                PrintSpoolAction.reprint(ReceiptReference(receipt.id.rawValue), printer: Counter.printer, $0)
            }
            #expect(report.text.contains(shop) && report.text.contains("Cake of \(goods)"))
        }
    }

    // MARK: Which receipt a number means

    @Test func aNumberThatTwoShopsHaveMeansTheOrderOfTheOneThatIsSignedIn() throws {
        #expect(try found("1042").rawValue == "pay-B", "although the receipt of the other shop is newer")
        try signIn(at: "a.example")
        #expect(try found("1042").rawValue == "pay-A")
        #expect(try found("last").rawValue == "pay-A")
        try signIn(at: "b.example")
        #expect(try found("1042").rawValue == "pay-B")
        #expect(try found(receipt(of: "pay-A").id.rawValue).rawValue == "pay-A", "an id means its own")
    }

    @Test func aNumberThatOnlyAnotherShopHasIsFound() throws {
        try signOut()
        #expect(try found("1042").rawValue == "pay-A", "the newest, where nobody is signed in")
        let third = try counter.storage.write { transaction in
            try RememberedShop.remember(
                address: "https://c.example", home: "https://c.example", name: "C", user: "anna", in: transaction)
        }
        try counter.storage.write { try Account(name: "anna", site: third.site).signIn(in: $0) }
        #expect(try found("1042").rawValue == "pay-A")
    }

    // MARK: The list

    @Test func theListSaysInWhichShopEachWasPaid() throws {
        try pay("pay-E", at: .embedded)
        let shops = Dictionary(grouping: try listed()) { $0.receipt.payment.rawValue }
        #expect(shops["pay-A"]?.allSatisfy { $0.site == a && $0.shop == "Shop a.example" } == true)
        #expect(shops["pay-B"]?.allSatisfy { $0.site == b && $0.shop == "Shop b.example" } == true)
        #expect(shops["pay-E"]?.allSatisfy { $0.site == .embedded && $0.shop == nil } == true)
    }

    @Test func theListOfOneShopHasAsManyAsWereAskedForHoweverManyOthersLieBetween() throws {
        #expect(try listed(of: b).map(\.receipt.payment.rawValue) == ["pay-B", "pay-B"])
        for number in 1...4 { try pay("pay-A\(number)", at: a, order: 1042 + Int64(number)) }
        #expect(try listed(of: b, 2).map(\.receipt.payment.rawValue) == ["pay-B", "pay-B"])
        #expect(try listed(of: b, 1).count == 1 && listed(of: a, 3).allSatisfy { $0.site == a })
        #expect(try listed(of: SiteID(rawValue: 77)).isEmpty)
    }

    @Test func thePagesOfAListTogetherHaveEachReceiptOnce() throws {
        for number in 1...4 { try pay("pay-A\(number)", at: a, order: 1042 + Int64(number)) }
        for (site, count) in [(a, 10), (b, 2), (nil, 12)] {
            for limit in 1...13 {
                var (found, next) = ([ReceiptID](), ReceiptID?.none)
                repeat {
                    let page = try counter.ask(till) { [next] in
                        ReceiptAction.listReceipts(before: next, of: site, limit: limit, $0)
                    }
                    #expect(page.receipts.count <= limit)
                    found += page.receipts.map(\.receipt.id)
                    next = page.next
                } while next != nil && found.count < 99
                #expect(found.count == count && Set(found).count == count, "\(limit) a page")
            }
        }
    }

    /// Otherwise somebody who asks for a shop that has no receipt makes the till read all receipts of its life at once.
    @Test func theReceiptsOfAShopAreLookedForInParts() throws {
        let many = ReceiptPage.mostSearched + 100
        try counter.storage.write { transaction in
            for number in 1...many {
                let receipt = ReceiptRetentionTests.receipt("rcp-many-\(number)", of: "pay-many-\(number)")
                try transaction.insert(receipt, createdAt: world.now)
            }
        }
        let first = try counter.ask(till) { ReceiptAction.listReceipts(of: b, limit: 1, $0) }
        #expect(first.receipts.isEmpty && first.next == ReceiptID(rawValue: "rcp-many-101"))
        let rest = try counter.ask(till) { ReceiptAction.listReceipts(before: first.next, of: b, limit: 1, $0) }
        #expect(rest.receipts.map(\.receipt.payment.rawValue) == ["pay-B"])
    }
}
