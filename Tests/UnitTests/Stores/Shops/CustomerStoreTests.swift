import Failures
import Flow
import Foundation
import Model
import Networking
import Storage
import Testing

@testable import Stores

/// The customers of a shop; also what all stores of a shop have in common: keeping, offline answers, one request for equal ones.
@Suite struct CustomerStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }

    init() throws { till = try ShopTill() }

    private static let anna =
        #"{"id":3,"email":"anna@example.test","first_name":"Anna","last_name":"Müller","plugin":[1]}"#
    private static let jan = #"{"id":4,"email":"jan@example.test","first_name":"Jan","last_name":"Bakker"}"#
    private static let one = "GET wc/v3/customers/3"
    private static let list = "GET wc/v3/customers"

    private func customer() throws -> Cached<Customer> {
        try till.ask { CustomerAction.retrieveCustomer(3, $0) }
    }

    private func customers(page: Int = 1, size: Int = 25) throws -> Cached<Listing<Customer>> {
        try till.ask { CustomerAction.synchronizeAllCustomers(page: page, size: size, $0) }
    }

    @Test func aCustomerIsKeptWithEverythingThatTheShopSaid() throws {
        shop.answer(Self.one, Self.anna)
        #expect(try customer().value.name == "Anna Müller")
        let asked = till.world.now
        till.world.advance(by: .seconds(300))
        shop.isAway()
        let kept = try customer()
        #expect(kept.value.json["plugin"] == [1])
        #expect(kept.asOf == asked)
        #expect(kept.failure?.is(ShopFailure.unreachable) == true)
    }

    @Test func aCustomerThatTheShopDeletedIsForgotten() throws {
        shop.answer(Self.list, "[\(Self.anna),\(Self.jan)]", total: 2)
        _ = try customers()
        shop.answer(
            Self.one, #"{"code":"woocommerce_rest_invalid_id","message":"Invalid","data":{"status":404}}"#, status: 404)
        #expect(throws: Failure.self) { try customer() }
        shop.isAway()
        #expect(throws: Failure.self) { try customer() }
        #expect(try customers().value.items.map(\.id) == [4])
    }

    @Test func aMissingRouteSaysNothingAboutTheCustomer() throws {
        shop.answer(Self.one, Self.anna)
        _ = try customer()
        shop.answer(Self.one, #"{"code":"rest_no_route","message":"No route"}"#, status: 404)
        #expect(throws: Failure.self) { try customer() }
        shop.isAway()
        #expect(try customer().value.id == 3)
    }

    @Test func aListIsKnownWholeOnlyIfTheShopHasNoMore() throws {
        shop.answer(Self.list, "[\(Self.anna),\(Self.jan)]", total: 7)
        #expect(try !customers(size: 2).value.isWhole)
        shop.answer(Self.list, "[\(Self.anna),\(Self.jan)]", total: 2)
        let listing = try customers().value
        #expect(listing.isWhole && listing.total == 2)
        shop.isAway()
        #expect(try customers().value.isWhole)
        #expect(try !customers(size: 2).value.isWhole)
        #expect(throws: Failure.self) { try customers(page: 2) }
    }

    @Test func aDamagedAnswerChangesNothingThatIsKept() throws {
        shop.answer(Self.one, Self.anna)
        _ = try customer()
        for body in [#"{"id":"x"}"#, "[]", "{", "<html>"] {
            shop.answer(Self.one, body)
            #expect(throws: Failure.self) { try customer() }
        }
        shop.isAway()
        #expect(try customer().value.email == "anna@example.test")
    }

    @Test func aSearchWithoutTheShopFindsWhatIsKept() throws {
        shop.answer(Self.list, "[\(Self.anna),\(Self.jan)]", total: 2)
        _ = try customers()
        shop.isAway()
        let found = try till.ask { CustomerAction.searchCustomers("MULLER", size: 10, $0) }
        #expect(found.value.items.map(\.id) == [3])
        #expect(!found.value.isWhole)
        #expect(found.failure != nil)
        #expect(throws: Failure.self) { try till.ask { CustomerAction.searchCustomers("nobody", size: 10, $0) } }
    }

    /// WooCommerce's default is the role `customer`: wholesale customers, subscribers and staff would be in no list.
    @Test func peopleAreAskedForWhateverTheirRole() throws {
        shop.answer(
            Self.list,
            by: { request in
                let everybody = #"[{"id":5,"email":"w@example.test","role":"wholesale_customer"}]"#
                return Response(status: 200, body: Data((request.query["role"] == "all" ? everybody : "[]").utf8))
            })
        #expect(try customers().value.items.map(\.role) == ["wholesale_customer"])
        let found = try till.ask { CustomerAction.searchCustomers("w@", size: 10, $0) }
        #expect(found.value.items.map(\.id) == [5])
    }

    @Test func guestsAreFoundInTheAnalytics() throws {
        shop.answer(
            "GET wc-analytics/reports/customers",
            #"[{"id":9,"user_id":0,"name":"Zoë","email":"","orders_count":2,"total_spend":305.80999999999995}]"#)
        let found = try till.ask { CustomerAction.searchWCAnalyticsCustomers("zo", size: 10, $0) }
        #expect(found.value.items.first?.userID == 0)
        #expect(found.value.items.first?.totalSpend == Decimal(string: "305.80999999999995"))
        #expect(shop.requests.last?.query["search"] == "zo")
    }

    @Test func guestsAreListedUntilEverybodyIsForgotten() throws {
        shop.answer(Self.list, "[\(Self.anna)]", total: 1)
        shop.answer(
            "GET wc-analytics/reports/customers", #"[{"id":9,"user_id":0,"name":"Zoë","email":"","orders_count":2}]"#)
        func light() throws -> Cached<Listing<AnalyticsCustomer>> {
            try till.ask { CustomerAction.synchronizeLightCustomersData(page: 1, size: 5, $0) }
        }
        _ = try customers()
        #expect(try light().value.items.map(\.name) == ["Zoë"])
        #expect(till.lastQuery["orderby"] == "date_last_active" && till.lastQuery["order"] == "desc")
        shop.isAway()
        #expect(try light().value.items.map(\.name) == ["Zoë"])
        try till.ask { CustomerAction.deleteAllCustomers($0) }
        #expect(throws: Failure.self) { try light() }
        #expect(throws: Failure.self) { try customers() }
    }

    @Test func equalRequestsAtTheSameTimeAreOneRequest() throws {
        shop.answer(Self.one, Self.anna)
        shop.hold()
        let manager = till.stores.manager
        let answers = Answers()
        for _ in 0..<20 {
            _ = till.world.environment.spawn("ask") {
                if let known = try? await manager.ask({ CustomerAction.retrieveCustomer(3, $0) }) {
                    answers.add(known.value.id)
                }
            }
        }
        till.world.run()
        shop.release()
        till.world.run()
        #expect(answers.all == Array(repeating: 3, count: 20))
        #expect(shop.asked == [Self.one])
        _ = try customer()
        #expect(shop.asked.count == 2, "a later request asks again")
    }

    @Test func signingOutForgetsTheCustomers() throws {
        shop.answer(Self.one, Self.anna)
        _ = try customer()
        try till.world.finish { () async throws(Failure) in try await till.stores.logout() }
        #expect(try till.counter.storage.read { try $0.cached("customer", key: "3", site: .embedded) } == nil)
    }

    @Test func aLiveListIsToldAgainWhenItHasChanged() throws {
        let query = ShopQuery(
            ["role": "all", "orderby": "registered_date", "order": "desc"], page: 1, size: 25)
        let session = ShopSession(
            network: shop, site: .embedded, environment: till.world.environment, caches: till.stores.caches)
        let told = Answers()
        let controller = ResultsController(session.cache(of: Customer.self), query)
        let subscription = controller.observe { told.add(Int64($0?.items.count ?? -1)) }
        till.world.run()
        for body in ["[\(Self.anna)]", "[\(Self.anna)]", "[\(Self.anna),\(Self.jan)]"] {
            shop.answer(Self.list, body)
            _ = try customers()
            till.world.run()
        }
        subscription.cancel()
        shop.answer(Self.list, "[]")
        _ = try customers()
        till.world.run()
        #expect(told.all == [-1, 1, 2])
    }

    @Test func theStateTellsWhatIsLoadedAndWhatFailed() throws {
        shop.answer(Self.one, Self.anna)
        _ = try customer()
        let wanted = ShopCacheState.Wanted(
            place: ShopCacheState.Place(site: .embedded, resource: "customer"), key: "3")
        #expect(till.stores.caches.branch.state[wanted].value == 1)
        shop.isAway()
        _ = try customer()
        #expect(till.stores.caches.branch.state[wanted].failure != nil)
        #expect(till.stores.caches.branch.state[wanted].value == 1)
    }
}
