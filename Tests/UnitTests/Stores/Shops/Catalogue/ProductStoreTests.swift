import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// Finding products by list, by text and by a scanned code.
@Suite struct ProductStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }

    init() throws { till = try ShopTill() }

    private static let cup =
        #"{"id":17,"name":"Cup","sku":"CUP-1","global_unique_id":"4000010000010","price":"3.60","purchasable":true,"#
        + #""type":"simple","stock_status":"instock"}"#
    private static let shirt =
        #"{"id":44,"name":"Shirt","sku":"TS","purchasable":true,"type":"variable","variations":[50]}"#
    private static let large =
        #"{"id":50,"parent_id":44,"name":"L, White","sku":"TS-L","purchasable":true,"type":"variation","price":"21.90"}"#

    private func scan(_ code: String) throws(Failure) -> Cached<Product> {
        try till.ask { ProductAction.retrieveFirstPurchasableItemMatchFromSKU(code, $0) }
    }

    private func scanFailure(_ code: String) -> String? {
        till.failure(Cached<Product>.self) { ProductAction.retrieveFirstPurchasableItemMatchFromSKU(code, $0) }
    }

    @Test func aPageOfProductsIsAnsweredAndKept() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup)]", total: 31, pages: 31)
        let known = try till.ask { ProductAction.synchronizeProducts(page: 2, size: 1, $0) }
        #expect(known.value.items.map(\.name) == ["Cup"] && known.value.total == 31 && !known.value.isWhole)
        #expect(known.value.items.first?.price == Decimal(string: "3.60"))
        #expect(till.lastQuery["page"] == "2" && till.lastQuery["per_page"] == "1")
        #expect(try till.cached("product", "17") != nil)
    }

    @Test func aProductIsToldAgainWithItsTimeWhenTheShopIsAway() throws {
        shop.answer("GET wc/v3/products/17", Self.cup)
        let before = try till.ask { ProductAction.retrieveProduct(17, $0) }
        shop.cutOff()
        till.world.advance(by: .seconds(90))
        let known = try till.ask { ProductAction.retrieveProduct(17, $0) }
        #expect(known.value == before.value && known.failure?.code == "shop.unreachable")
        #expect(till.world.now.timeIntervalSince(known.asOf).rounded() == 90)
    }

    @Test func aProductThatTheShopNoLongerHasIsForgotten() throws {
        shop.answer("GET wc/v3/products/17", Self.cup)
        _ = try till.ask { ProductAction.retrieveProduct(17, $0) }
        shop.refuse("GET wc/v3/products/17", 404, "woocommerce_rest_product_invalid_id")
        #expect(till.failure(Cached<Product>.self) { ProductAction.retrieveProduct(17, $0) } == "product.notFound")
        #expect(try till.cached("product", "17") == nil)
    }

    @Test func anErrorOfTheShopLeavesWhatIsKeptUntouched() throws {
        shop.answer("GET wc/v3/products/17", Self.cup)
        _ = try till.ask { ProductAction.retrieveProduct(17, $0) }
        let before = try till.cached("product", "17")
        shop.answer("GET wc/v3/products/17", #"{"id":"no number"}"#)
        #expect(till.failure(Cached<Product>.self) { ProductAction.retrieveProduct(17, $0) } == "shop.malformed")
        #expect(try till.cached("product", "17") == before)
    }

    @Test func signingOutForgetsTheProducts() throws {
        shop.answer("GET wc/v3/products/17", Self.cup)
        _ = try till.ask { ProductAction.retrieveProduct(17, $0) }
        try till.signOut()
        #expect(try till.cached("product", "17") == nil)
    }

    @Test func aScannedCodeFindsTheProductWithExactlyThisSKU() throws {
        shop.answer("GET wc/v3/products", "[\(Self.large),\(Self.cup)]")
        #expect(try scan(" CUP-1\n").value.id == 17)
        #expect(till.lastQuery["sku"] == "CUP-1")
        #expect(shop.requests.count == 1)
    }

    @Test func aScannedBarCodeFindsAProductWithoutSuchASKU() throws {
        shop.answer("GET wc/v3/products", "[]", "[\(Self.cup)]")
        #expect(try scan("4000010000010").value.id == 17)
        #expect(till.lastQuery["global_unique_id"] == "4000010000010")
    }

    /// A WooCommerce before 9.2 ignores the parameter and lists any products.
    @Test func aProductThatTheShopListsWithoutThisCodeIsNotFound() {
        shop.answer("GET wc/v3/products", "[]", "[\(Self.cup)]")
        #expect(scanFailure("4006381333931") == "product.notFound")
    }

    @Test func aVariationIsFoundAsSuch() throws {
        shop.answer("GET wc/v3/products", "[\(Self.large)]")
        let found = try scan("TS-L").value
        #expect(found.id == 50 && found.isVariation && found.parentID == 44)
    }

    @Test func theFirstOfSeveralThatCanBeSoldIsTaken() throws {
        let draft = Self.cup.replacing("17", with: "16").replacing("true", with: "false")
        shop.answer("GET wc/v3/products", "[\(draft),\(Self.cup)]")
        #expect(try scan("CUP-1").value.id == 17)
    }

    @Test(arguments: [
        shirt, #"{"id":1,"name":"Draft","sku":"TS","purchasable":false}"#,
        #"{"id":2,"name":"Set","sku":"TS","purchasable":true,"type":"grouped"}"#,
    ])
    func whatCannotBeSoldAsItIsIsNoFind(_ product: String) {
        shop.answer("GET wc/v3/products", "[\(product)]")
        #expect(scanFailure("TS") == "product.notPurchasable")
    }

    @Test(arguments: ["", " \n"]) func anEmptyCodeIsNotSent(_ code: String) {
        #expect(scanFailure(code) == "product.emptySKU")
        #expect(shop.requests.isEmpty)
    }

    @Test(arguments: ["CUP-1", "4000010000010"])
    func aCodeIsFoundAmongWhatIsKeptWhenTheShopIsAway(_ code: String) throws {
        let cup = code == "CUP-1" ? Self.cup : Self.cup.replacing("CUP-1", with: "")
        shop.answer("GET wc/v3/products", "[\(cup)]")
        _ = try till.ask { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }
        shop.cutOff()
        let known = try scan(code)
        #expect(known.value.id == 17 && known.failure?.code == "shop.unreachable")
        #expect(scanFailure("CUP") == "shop.unreachable", "a part of a code is no code")
    }

    @Test func aSKUThatIsACardNumberIsNeitherKeptNorSearched() throws {
        let card = "4111111111111111"
        shop.answer("GET wc/v3/products", "[\(Self.cup.replacing("CUP-1", with: card))]")
        #expect(try scan(card).value.id == 17, "the shop finds it")
        let kept = try #require(try till.cached("product", "17"))
        #expect(kept.name == "************1111")
        #expect(!kept.searchText.contains(card) && kept.searchText.contains("4000010000010"))
        #expect(!String(decoding: kept.body, as: UTF8.self).contains(card))
    }

    @Test func aCodeThatTheShopHasTakenFromAProductIsNotFoundOfflineEither() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup)]", "[]")
        _ = try scan("CUP-1")
        #expect(scanFailure("CUP-1") == "product.notFound")
        shop.cutOff()
        #expect(scanFailure("CUP-1") == "shop.unreachable")
    }

    @Test func aScanKeepsTheListsThatAreKnown() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup)]")
        _ = try till.ask { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }
        _ = try scan("CUP-1")
        shop.cutOff()
        #expect(try till.ask { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }.value.items.count == 1)
    }

    @Test func aSearchIsAnsweredFromWhatIsKeptWhenTheShopIsAway() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup),\(Self.large)]")
        _ = try till.ask { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }
        shop.cutOff()
        let found = try till.ask { ProductAction.searchProducts("white", size: 10, $0) }
        #expect(found.value.items.map(\.id) == [50] && !found.value.isWhole)
    }

    @Test func productsThatTheShopDoesNotListAnyMoreAreForgottenButNoVariation() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup),\(Self.large),\(Self.shirt)]", "[\(Self.shirt)]")
        _ = try till.ask { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }
        let found = try till.ask { ProductAction.retrieveProducts([50, 44, 17, 44], $0) }
        #expect(till.lastQuery["include"] == "17,44,50")
        #expect(found.value.items.map(\.id) == [44])
        #expect(try till.cached("product", "17") == nil)
        #expect(try till.cached("product", "50") != nil)
    }

    @Test func manyProductsAreAskedForInPages() throws {
        shop.answer("GET wc/v3/products", "[\(Self.cup)]")
        _ = try till.ask { ProductAction.retrieveProducts(Array(1...250), $0) }
        #expect(shop.requests.map { $0.query["include"]?.split(separator: ",").count } == [100, 100, 50])
    }

    @Test func onlyTheMissingProductsOfAnOrderAreAskedFor() throws {
        shop.answer("GET wc/v3/products/17", Self.cup)
        _ = try till.ask { ProductAction.retrieveProduct(17, $0) }
        shop.forgetRequests()
        shop.answer("GET wc/v3/products", "[\(Self.shirt)]")
        let order = try order(products: [17, 44, 0])
        try till.ask { ProductAction.requestMissingProducts(order, $0) }
        #expect(shop.requests.map { $0.query["include"] } == ["44"])
        try till.ask { ProductAction.requestMissingProducts(order, $0) }
        #expect(shop.requests.count == 1)
    }

    private func order(products: [Int]) throws -> OrderRecord {
        let lines = products.map { #"{"id":\#($0 + 1),"name":"","product_id":\#($0),"total":"1.00"}"# }
        let text =
            #"{"id":1,"status":"pending","currency":"EUR","total":"1.00","line_items":[\#(lines.joined(separator: ","))]}"#
        return try OrderRecord(try ShopObject(try JSONValue(parsing: Data(text.utf8)), at: ""))
    }

    @Test func aSKUIsFreeUnlessAProductHasItInAnyCase() throws {
        shop.answer("GET wc/v3/products", #"[{"id":17,"sku":"CUP-1"}]"#)
        #expect(try !till.ask { ProductAction.validateProductSKU("cup-1", $0) })
        #expect(try till.ask { ProductAction.validateProductSKU("CUP-2", $0) })
        #expect(till.failure(Bool.self) { ProductAction.validateProductSKU(" ", $0) } == "product.emptySKU")
        #expect(try till.cached("product", "17") == nil, "a product with two of its fields is not kept")
    }

    @Test(arguments: [("[]", false), ("[\(cup)]", true)]) func theShopSaysWhetherItHasProducts(
        _ list: String, has: Bool
    ) throws {
        shop.answer("GET wc/v3/products", list)
        #expect(try till.ask { ProductAction.checkIfStoreHasProducts($0) }.value == has)
        shop.cutOff()
        let known = try till.ask { ProductAction.checkIfStoreHasProducts($0) }
        #expect(known.value == has && known.failure != nil)
    }
}
