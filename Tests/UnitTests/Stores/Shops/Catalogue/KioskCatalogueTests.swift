import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// The catalogue as a kiosk shows it: by categories, in pages, with variations.
@Suite struct KioskCatalogueTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }

    init() throws { till = try ShopTill() }

    private static let cup =
        #"{"id":17,"name":"Cup","sku":"CUP-1","price":"3.60","purchasable":true,"type":"simple","status":"publish"}"#
    private static let large =
        #"{"id":50,"parent_id":44,"name":"L","price":"21.90","purchasable":true,"attributes":[{"name":"Size","option":"L"}]}"#

    @Test func aCategorysPageIsAskedForAndKept() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup)]", total: 13, pages: 2)
        let known = try till.ask { ProductAction.synchronizeCatalogue(category: 7, page: 1, size: 12, $0) }
        #expect(known.value.items.map(\.name) == ["Cup"] && known.value.total == 13)
        #expect(till.lastQuery["category"] == "7" && till.lastQuery["status"] == "publish")
        shop.cutOff()
        let again = try till.ask { ProductAction.synchronizeCatalogue(category: 7, page: 1, size: 12, $0) }
        #expect(again.value.items.map(\.name) == ["Cup"] && again.failure?.code == "shop.unreachable")
    }

    @Test func allCategoriesAreOneCatalogue() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup)]", total: 1, pages: 1)
        _ = try till.ask { ProductAction.synchronizeCatalogue(category: nil, page: 1, size: 12, $0) }
        #expect(till.lastQuery["category"] == nil)
    }

    @Test func categoriesAreToldAgainWhenTheShopIsAway() throws {
        shop.answer("GET wc/v3/products/categories", #"[{"id":7,"name":"Hot &amp; cold","parent":0,"count":3}]"#)
        let known = try till.ask { ProductAction.synchronizeProductCategories($0) }
        #expect(known.value.items.map(\.name) == ["Hot & cold"] && known.value.items.first?.count == 3)
        shop.cutOff()
        let again = try till.ask { ProductAction.synchronizeProductCategories($0) }
        #expect(again.value.items == known.value.items && again.failure != nil)
    }

    @Test func theVariationsOfAProductAreListedAndEachIsKept() throws {
        shop.answer("GET wc/v3/products/44/variations", "[\(Self.large)]")
        let known = try till.ask { ProductAction.synchronizeProductVariations(of: 44, $0) }
        #expect(known.value.items.map(\.id) == [50])
        // An order that is made while the shop is away is priced from it.
        #expect(try till.cached("product", "50") != nil)
    }
}
