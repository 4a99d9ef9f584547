import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage
import Testing

@testable import Stores

/// Who the till is for its shop, and the shops that it remembers.
@Suite struct AccountStoreTests {
    private let world = VirtualWorld(seed: 1)
    private let shop = ScriptedShop()
    private let site: SiteID
    private let store: AccountStore

    init() throws {
        let storage = try StorageManager.inMemory()
        site = try storage.writing {
            try RememberedShop.remember(
                address: "https://a.example", home: "https://www.a.example", name: "A", user: "…1234567", in: $0)
        }.site
        let account = Account(name: "…1234567", site: site)
        try storage.writing { try account.signIn(in: $0) }
        store = AccountStore(
            environment: world.environment, storage: storage, connector: nil, networks: FixedNetworks([site: shop]),
            root: StateStore.till(in: world.environment))
    }

    private func user() throws -> SiteUser { try store.ask(in: world) { .synchronizeAccount($0) } }

    private func loadShop(isForced: Bool) throws -> RememberedShop {
        try store.ask(in: world) { .loadAndSynchronizeSite(site, forcedUpdate: isForced, $0) }
    }

    @Test func theUserOfAnApplicationPasswordIsToldByTheShop() throws {
        shop.answer(
            "GET wp/v2/users/me",
            #"{"id": 2, "username": "kiosk", "name": "Kiosk Dienst", "email": "k@a.example", "roles": ["shop_manager"]}"#
        )
        let user = try user()
        #expect(user.id == 2 && user.name == "Kiosk Dienst" && user.roles == ["shop_manager"])
        #expect(shop.requests.last?.query == ["context": "edit"])
    }

    @Test func aConsumerKeyIsShownByItsEndOnceTheShopHasTakenIt() throws {
        shop.refuse("GET wp/v2/users/me", status: 401, code: "invalid_username")
        shop.answer("GET wc/v3/orders", "[]")
        #expect(try user() == SiteUser(key: "…1234567"))
    }

    @Test func aRevokedKeyIsNotShown() {
        shop.refuse("GET wp/v2/users/me", status: 401, code: "invalid_username")
        shop.refuse("GET wc/v3/orders", status: 401, code: "woocommerce_rest_cannot_view")
        let failure = #expect(throws: Failure.self) { try user() }
        #expect(failure?.is(ShopFailure.unauthorized) == true)
    }

    @Test func aRememberedShopIsToldWithoutAskingIt() throws {
        shop.isAway()
        #expect(try loadShop(isForced: false).name == "A")
        #expect(try store.ask(in: world) { .synchronizeSites($0) }.map(\.site) == [site])
        #expect(shop.asked.isEmpty)
    }

    @Test func aShopIsFoundByItsAddressAndByTheOneThatItCallsItsOwn() throws {
        for address in ["https://a.example", "a.example/", "http://WWW.a.example"] {
            let found = try store.ask(in: world) { .synchronizeSitesAndReturnSelectedSiteInfo(address: address, $0) }
            #expect(found.site == site)
        }
        let failure = #expect(throws: Failure.self) {
            try store.ask(in: world) { .synchronizeSitesAndReturnSelectedSiteInfo(address: "b.example", $0) }
                as RememberedShop
        }
        #expect(failure?.is(ShopFailure.noCredentials) == true)
    }

    @Test func aShopThatWasRenamedKeepsItsIdAndAddress() throws {
        shop.answer("GET ", #"{"name": "Caf&#233; A", "home": "https://evil.example"}"#)
        let renamed = try loadShop(isForced: true)
        #expect(renamed.name == "Café A" && renamed.site == site && renamed.home == "https://www.a.example")
        #expect(try loadShop(isForced: false) == renamed)
    }

    @Test func aShopThatDoesNotTellItsNameToAKeyKeepsTheRememberedOne() throws {
        shop.refuse("GET ", status: 401, code: "invalid_username")
        #expect(try loadShop(isForced: true).name == "A")
        shop.isAway()
        #expect(throws: Failure.self) { try loadShop(isForced: true) }
    }

    @Test func whatBelongsToWordPressComIsRefusedWithItsReason() {
        let actions: [(Reply<Void>) -> AccountAction] = [
            { .synchronizeSitePlan(site, $0) }, { .synchronizeAccountSettings($0) },
            { .updateAccountSettings(tracksOptOut: true, $0) }, { .closeAccount($0) },
        ]
        for action in actions {
            let failure = #expect(throws: Failure.self) { try store.ask(in: world, action) }
            #expect(failure?.is(ShopFailure.unsupported) == true)
        }
        #expect(shop.asked.isEmpty)
    }
}
