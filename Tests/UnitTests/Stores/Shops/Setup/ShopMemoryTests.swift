import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// What a till remembers about a shop by itself, and what it forgets with its operator.
@Suite struct ShopMemoryTests {
    @Test func theFirstCardPaymentOfAShopIsRemembered() throws {
        let bench = try OrdersTill()
        let site = OrdersTill.site
        let first = bench.world.now
        try bench.counter.approve(1042, at: site)
        bench.world.advance(by: .seconds(60))
        try bench.counter.approve(1043, at: site)
        let told = try bench.ask { AppSettingsAction.loadFirstInPersonPaymentsTransactionDate(site, $0) }
        #expect(told.map { abs($0.timeIntervalSince(first)) < 1 } == true)
        #expect(try bench.ask { AppSettingsAction.loadSiteHasAtLeastOneIPPTransactionFinished(.embedded, $0) } == false)
    }

    @Test func aPaymentThatWasDeclinedIsNotTheFirst() throws {
        let bench = try OrdersTill()
        try bench.counter.write([.settled(.declined(code: 0x83, text: nil))], 1042, at: OrdersTill.site)
        let site = OrdersTill.site
        #expect(try bench.ask { AppSettingsAction.loadSiteHasAtLeastOneIPPTransactionFinished(site, $0) } == false)
    }

    @Test(arguments: [nil, "cod"]) func theShopIsToldTheChosenPaymentMethod(_ chosen: String?) throws {
        let bench = try OrdersTill()
        let site = OrdersTill.site
        if let chosen { try bench.ask { AppSettingsAction.setPreferredInPersonPaymentGateway(site, chosen, $0) } }
        bench.shop.place(1042)
        try bench.counter.approve(1042, at: site)
        try bench.ask { AppSettingsAction.forgetPreferredInPersonPaymentGateway(site, $0) }
        try bench.ask { OutboxAction.deliver($0) }
        bench.world.advance(by: .seconds(60))
        let told = bench.shop[1042]?["payment_method"]?.text
        #expect(told == chosen ?? "card_terminal", "as it was chosen at the payment")
    }

    @Test func thePaymentMethodIsToldByItsTitleInTheShop() throws {
        let bench = try OrdersTill()
        let site = OrdersTill.site
        let document = CachedDocument(
            site: site, resource: PaymentGateway.cachedAs, key: "cod", body: Data(#"{"id":"cod","title":"Bar"}"#.utf8),
            fetchedAt: bench.world.now)
        try bench.counter.storage.write { try $0.cache([document]) }
        try bench.ask { AppSettingsAction.setPreferredInPersonPaymentGateway(site, "cod", $0) }
        bench.shop.disturb { _ in .lostBefore }
        try bench.counter.approve(1042, at: site)
        let items = try bench.counter.storage.read { try $0.pendingOutbox(limit: 10) }
        let message = try #require(items.first.flatMap { try? OrderPaid($0) })
        #expect(message.method == OrderPaid.Method(id: "cod", title: "Bar"))
    }

    // MARK: Signing out

    enum WayOut: CaseIterable { case logout, otherShop, endedByShop }

    @Test(arguments: WayOut.allCases) func whatTheOperatorChoseIsForgottenHoweverTheSessionEnds(_ way: WayOut) throws {
        let counter = try Counter()
        try counter.storage.write { try Account.signOut(because: .neverSignedIn, in: $0) }
        let shops = TwoShops()
        let till = try counter.start(networks: shops, connector: shops)
        func signIn(_ address: String) throws -> SiteID {
            let login = ShopLogin(address: address, user: "anna", secret: "secret")
            return try counter.world.finish { () async throws(Failure) in try await till.signIn(login) }.site
        }
        let site = try signIn("a.example")
        let memory = SiteMemory(storage: counter.storage)
        for entry in SiteMemory.Entry.allCases { try memory.set(entry, of: site, to: "chosen") }
        switch way {
        case .logout: try counter.world.finish { () async throws(Failure) in try await till.logout() }
        case .otherShop: _ = try signIn("b.example")
        case .endedByShop:
            shops.a.state.withLock { $0.revoked = true }
            #expect(throws: Failure.self) {
                let _: Cached<Order> = try counter.ask(till) { OrderAction.retrieveOrder(OrderID(rawValue: 1), $0) }
            }
            counter.world.advance(by: .seconds(1))
        }
        for entry in SiteMemory.Entry.allCases {
            let left = try memory.load(entry, of: site, as: String.self)
            #expect(left == (entry.isChoice ? nil : "chosen"), "\(entry)")
        }
    }
}
