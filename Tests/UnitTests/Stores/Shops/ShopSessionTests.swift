import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Payments
@testable import Stores

/// Signing in at shops. Requests, messages and cached orders belong to one shop and reach that shop only.
@Suite struct ShopSessionTests {
    private let counter: Counter
    private let shops = TwoShops()
    private var world: VirtualWorld { counter.world }

    init() throws {
        counter = try Counter()
        try counter.storage.write { try Account.signOut(because: .neverSignedIn, in: $0) }
    }

    private func start() throws -> TillStores { try counter.start(networks: shops, connector: shops) }

    @discardableResult
    private func signIn(_ till: TillStores, at address: String, as user: String = "anna") throws -> Account {
        let login = ShopLogin(address: address, user: user, secret: "secret")
        return try world.finish { () async throws(Failure) in try await till.signIn(login) }
    }

    private func signOut(_ till: TillStores) throws {
        try world.finish { () async throws(Failure) in try await till.logout() }
    }

    private func order(_ till: TillStores, _ id: Int64) throws -> Order {
        try counter.ask(till) { OrderAction.retrieveOrder(OrderID(rawValue: id), $0) }.value
    }

    @Test func aPaymentForOneShopIsToldToThatShopOnlyAndOnce() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        shops.a.cutOff()
        try counter.approve(1042, at: a)
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.advance(by: .seconds(60))

        let b = try signIn(till, at: "b.example").site
        #expect(a != b)
        world.advance(by: .seconds(600))
        #expect(shops.b.told.isEmpty, "order 1042 of the other shop is not this payment's")

        shops.a.cutOff(false)
        try signIn(till, at: "a.example")
        world.advance(by: .seconds(600))
        #expect(shops.a.told == ["1042"])
        #expect(shops.b.told.isEmpty)
        #expect(try counter.undelivered.isEmpty)
    }

    @Test func aMessageWaitsWhileTheTillHasNoCredentialsForItsShop() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        shops.a.cutOff()
        try counter.approve(1042, at: a)
        try signOut(till)
        #expect(shops.sites.isEmpty, "signing out removes the credentials")
        shops.a.cutOff(false)
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.advance(by: .seconds(3600))
        #expect(shops.a.told.isEmpty)
        #expect(try counter.undelivered == ["order.paid-pay-1042"])
        #expect(try signIn(till, at: "a.example").site == a, "a shop keeps its id")
        world.run()
        #expect(shops.a.told == ["1042"])
    }

    @Test func aShopThatDoesNotAnswerKeepsNoOtherShopWaiting() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        let b = try signIn(till, at: "b.example").site
        shops.a.cutOff()
        try counter.approve(1042, at: a)
        try counter.approve(1043, at: b)
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.run()
        #expect(shops.b.told == ["1043"])
        #expect(try counter.undelivered == ["order.paid-pay-1042"])
    }

    @Test func ordersComeFromTheShopOfTheSession() throws {
        shops.b.set(1042, to: "completed")
        let till = try start()
        try signIn(till, at: "a.example")
        #expect(try order(till, 1042).status == .pending)
        try signIn(till, at: "b.example")
        #expect(try order(till, 1042).status == .completed)
    }

    @Test func whatOneShopsOrdersWereIsClearedWhenItsSessionEnds() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        _ = try order(till, 1042)
        #expect(try counter.storage.read { try $0.order(id: OrderID(rawValue: 1042), site: a) } != nil)
        try signIn(till, at: "b.example")
        #expect(try counter.storage.read { try $0.order(id: OrderID(rawValue: 1042), site: a) } == nil)
    }

    /// Else an order that was paid under one address could be paid again under the other.
    @Test func aShopUnderAnotherAddressIsTheSameShop() throws {
        let till = try start()
        let site = try signIn(till, at: "a.example").site
        shops.a.cutOff()
        try counter.approve(1042, at: site)
        shops.a.cutOff(false)
        #expect(try signIn(till, at: "www.a.example").site == site)
        world.run()
        #expect(shops.a.told == ["1042"])
        #expect(try counter.ask(till) { AccountAction.loadShops($0) }.map(\.address) == ["https://www.a.example"])
    }

    /// Money must not be given back for another shop's order of the same number.
    @Test func anOrderNumberFindsThePaymentOfTheSessionsShopOnly() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        try counter.approve(1043, at: a)
        #expect(try counter.ask(till) { JournalAction.findPayment(reference: "1043", $0) }.id.rawValue == "pay-1043")
        try signIn(till, at: "b.example")
        #expect(throws: Failure.self) {
            try counter.ask(till) { JournalAction.findPayment(reference: "1043", $0) } as PaymentRecord
        }
        #expect(
            try counter.ask(till) { JournalAction.explainPayment(reference: "1043", $0) }.history.intent.payment
                .rawValue == "pay-1043")
    }

    @Test func aTillWhoseCredentialsAreGoneStartsSignedOutAndCanSignIn() throws {
        let till = try start()
        let site = try signIn(till, at: "a.example").site
        try shops.forget(site)
        let next = try start()
        #expect(!next.manager.isAuthenticated)
        #expect(next.manager.signedOutReason?.failure?.is(ShopFailure.noCredentials) == true)
        #expect(try counter.ask(next) { OutboxAction.list($0) }.isEmpty, "the journal and the outbox can be asked")
        #expect(try signIn(next, at: "a.example").site == site)
    }

    @Test func signingOutAfterTheShopEndedTheSessionForgetsTheLogin() throws {
        let till = try start()
        try signIn(till, at: "a.example")
        shops.a.state.withLock { $0.revoked = true }
        #expect(throws: Failure.self) { try order(till, 1042) }
        world.advance(by: .seconds(1))
        try signOut(till)
        #expect(shops.sites.isEmpty)
    }

    @Test func aLoginThatTheShopRefusesChangesNothing() throws {
        let till = try start()
        let account = try signIn(till, at: "a.example")
        #expect(throws: NetworkError.unauthorized(nil).failure) {
            try signIn(till, at: "b.example", as: "wrong")
        }
        #expect(till.manager.isAuthenticated)
        #expect(try counter.ask(till) { AccountAction.loadAccount($0) } == account)
        #expect(try counter.ask(till) { AccountAction.loadShops($0) }.map(\.address) == [TwoShops.addressOfA])
    }

    @Test func aRevokedKeyEndsTheSessionAndTheNextProcessKnowsWhy() throws {
        let till = try start()
        try signIn(till, at: "a.example")
        shops.a.state.withLock { $0.revoked = true }
        #expect(throws: Failure.self) { try order(till, 1042) }
        world.advance(by: .seconds(1))
        #expect(!till.manager.isAuthenticated)
        #expect(till.manager.signedOutReason?.failure?.is(ShopFailure.unauthorized) == true)
        let next = try start()
        #expect(next.manager.signedOutReason?.failure?.is(ShopFailure.unauthorized) == true)
        let failure = #expect(throws: Failure.self) {
            try counter.ask(next) { AccountAction.loadAccount($0) } as Account
        }
        #expect(failure?.is(AccountFailure.signedOut) == true)
        #expect(failure?.causes.isEmpty == false, "it says what ended the session")
    }

    /// A firewall's or web host's password page says nothing of the key, and what is known offline stays.
    @Test(arguments: [
        ("text/html", "<!DOCTYPE html><html><body>Log in</body></html>"),
        ("application/json", #"{"code":"rest_cannot_access","message":"Only authenticated users."}"#),
        ("text/plain", ""), ("application/json", "{}"), ("application/json", #"{"code":"woocommerce_rest"#),
    ])
    func aRefusalThatIsNotAboutTheKeyEndsNoSession(type: String, body: String) throws {
        let till = try start()
        let site = try signIn(till, at: "a.example").site
        _ = try order(till, 1042)
        shops.a.state.withLock {
            $0.standIn = Response(status: 401, headers: ["content-type": type], body: Data(body.utf8))
        }
        #expect(throws: Failure.self) { try order(till, 1043) }
        world.advance(by: .seconds(1))
        #expect(till.manager.isAuthenticated)
        #expect(try counter.storage.read { try $0.order(id: OrderID(rawValue: 1042), site: site) } != nil)
        shops.a.state.withLock { $0.standIn = nil }
        #expect(try order(till, 1043).status == .pending)
    }

    @Test func aRevokedKeyThatAStoreOfTheProcessMeetsEndsTheSessionToo() throws {
        let till = try start()
        let site = try signIn(till, at: "a.example").site
        try counter.approve(1042, at: site)
        shops.a.state.withLock { $0.revoked = true }
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.advance(by: .seconds(1))
        #expect(!till.manager.isAuthenticated && till.manager.signedOutReason?.failure?.code == "shop.unauthorized")
        #expect(try counter.undelivered == ["order.paid-pay-1042"], "the payment stays to be told")
    }

    @Test func aRevokedKeyThatTheAccountMeetsEndsTheSessionToo() throws {
        let till = try start()
        try signIn(till, at: "a.example")
        shops.a.state.withLock { $0.revoked = true }
        let failure = #expect(throws: Failure.self) {
            try counter.ask(till) { AccountAction.synchronizeAccount($0) } as SiteUser
        }
        #expect(failure?.is(ShopFailure.unauthorized) == true)
        world.advance(by: .seconds(1))
        #expect(!till.manager.isAuthenticated && till.manager.signedOutReason?.failure?.code == "shop.unauthorized")
    }

    @Test func aRevokedKeyOfAnotherShopKeepsTheSession() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        shops.a.cutOff()
        try counter.approve(1042, at: a)
        try signIn(till, at: "b.example")
        shops.a.cutOff(false)
        shops.a.state.withLock { $0.revoked = true }
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.advance(by: .seconds(600))
        #expect(!shops.a.requests.isEmpty && till.manager.isAuthenticated)
    }

    @Test func aSessionThatEndsDoesNotEndALaterLoginOfTheSameOperator() throws {
        let earlier = try start()
        try signIn(earlier, at: "a.example")
        world.advance(by: .seconds(1))
        let later = try start()
        let account = try signIn(later, at: "a.example")
        shops.a.state.withLock { $0.revoked = true }
        #expect(throws: Failure.self) { try order(earlier, 1042) }
        world.advance(by: .seconds(1))
        #expect(!earlier.manager.isAuthenticated)
        #expect(later.manager.isAuthenticated)
        #expect(try counter.ask(later) { AccountAction.loadAccount($0) } == account)
    }

    @Test func aKeyThatMayNotWriteKeepsTheSession() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        shops.a.state.withLock { $0.refuses = 401 }
        try counter.approve(1042, at: a)
        try counter.ask(till) { OutboxAction.deliver($0) }
        world.run()
        #expect(till.manager.isAuthenticated)
        #expect(try order(till, 1043).status == .pending)
    }

    private func connect(_ till: TillStores, at address: String, as user: String = "anna") throws -> RememberedShop {
        let login = ShopLogin(address: address, user: user, secret: "secret")
        return try counter.ask(till) { AccountAction.connect(login, $0) }
    }

    @Test func aShopThatAcceptsALoginIsRememberedBeforeAnybodyEnters() throws {
        let till = try start()
        let shop = try connect(till, at: "a.example")
        #expect(shop.address == TwoShops.addressOfA && shops.sites == [shop.site])
        #expect(!till.manager.isAuthenticated)
        #expect(throws: NetworkError.unauthorized(nil).failure) { try connect(till, at: "b.example", as: "wrong") }
        #expect(try counter.ask(till) { AccountAction.loadShops($0) } == [shop] && shops.sites == [shop.site])
    }

    @Test func anEnteredAccountIsThatOfLaterStartsUntilItIsForgotten() throws {
        let till = try start()
        let account = Account(name: "anna", site: try connect(till, at: "a.example").site, since: nil)
        try counter.ask(till) { AccountAction.enter(account, $0) }
        #expect(try start().manager.isAuthenticated)
        #expect(try counter.ask(till) { AccountAction.loadAccount($0) } == account)
        try counter.ask(till) { AccountAction.forgetAccount($0) }
        #expect(shops.sites.isEmpty)
        #expect(try !start().manager.isAuthenticated)
    }

    // MARK: Back at a remembered shop

    private func goBack(_ till: TillStores, to site: SiteID) throws(Failure) -> Account {
        try world.finish { () async throws(Failure) in try await till.signIn(at: site) }
    }

    @Test func anOperatorGoesBackToARememberedShopWithTheLoginThatIsKept() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example", as: "anna").site
        let b = try signIn(till, at: "b.example", as: "boris").site
        shops.b.set(1042, to: "completed")
        let account = try goBack(till, to: a)
        #expect(account.name == "anna" && account.site == a)
        #expect(try counter.ask(till) { AccountAction.loadAccount($0) }.site == a)
        #expect(try order(till, 1042).status == .pending)
        #expect(try goBack(till, to: b).name == "boris")
        #expect(try order(till, 1042).status == .completed)
    }

    @Test func aShopThatDoesNotAnswerOrAcceptTheLoginAnyMoreIsNotEntered() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        let b = try signIn(till, at: "b.example")
        shops.a.cutOff()
        let away = #expect(throws: Failure.self) { try goBack(till, to: a) }
        #expect(away?.is(ShopFailure.unreachable) == true)
        shops.a.cutOff(false)
        shops.a.state.withLock { $0.revoked = true }
        let revoked = #expect(throws: Failure.self) { try goBack(till, to: a) }
        #expect(revoked?.is(ShopFailure.unauthorized) == true)
        world.advance(by: .seconds(1))
        #expect(till.manager.isAuthenticated)
        #expect(try counter.ask(till) { AccountAction.loadAccount($0) } == b)
        #expect(try order(till, 1042).status == .pending)
    }

    @Test func withoutAKeptLoginAShopIsNotEntered() throws {
        let till = try start()
        let a = try signIn(till, at: "a.example").site
        try signOut(till)
        let b = try signIn(till, at: "b.example")
        for site in [a, SiteID(rawValue: 77)] {
            let failure = #expect(throws: Failure.self) {
                try counter.ask(till) { AccountAction.verifyLogin(site, $0) } as RememberedShop
            }
            #expect(failure?.is(ShopFailure.noCredentials) == true)
            #expect(throws: Failure.self) { try goBack(till, to: site) }
        }
        #expect(try counter.ask(till) { AccountAction.loadAccount($0) } == b)
    }

    @Test func theLoginOfAShopIsNeverShown() {
        let login = ShopLogin(address: "a.example", user: "anna", secret: "hunter2")
        let credentials = StoredCredentials(Array("hunter2".utf8))
        for text in ["\(login)", String(reflecting: login), "\(credentials)", String(reflecting: credentials)] {
            #expect(!text.contains("hunter2"))
        }
        var dumped = ""
        dump(login, to: &dumped)
        dump(credentials, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(!dumped.contains("104"))
    }
}
