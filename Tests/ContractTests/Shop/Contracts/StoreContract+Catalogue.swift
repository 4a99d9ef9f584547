import Foundation
import Model
import Networking
import Stores
import Testing

extension StoreContract {
    static let products = StoreContract(actions: "ProductAction") { till in
        let page = try await till.load { ProductAction.synchronizeProducts(page: 1, size: 10, $0) }
        #expect(page.items.count == 10 && page.total == 30 && !page.isWhole)
        let product = try await till.load { ProductAction.retrieveProduct(12, $0) }
        #expect(product.name == "Cappuccino" && product.price == Decimal(string: "3.60") && product.sku == "SIM-1001")
        #expect(await till.refusal { ProductAction.retrieveProduct(9999, $0) } == "product.notFound")
        let all = try await till.load { ProductAction.synchronizeCatalogue(category: nil, page: 1, size: 30, $0) }
        let categories = try await till.load { ProductAction.synchronizeProductCategories($0) }
        let first = try #require(categories.items.first)
        let some = try await till.load { ProductAction.synchronizeCatalogue(category: first.id, page: 1, size: 30, $0) }
        #expect(!some.items.isEmpty && some.items.count < all.items.count, "\(first)")
        let sized = try #require(all.items.first { $0.sku == "SIM-1011" })
        let sizes = try await till.load { ProductAction.synchronizeProductVariations(of: sized.id, $0) }
        #expect(sizes.items.count > 1 && sizes.items.allSatisfy { $0.id != sized.id })
        let two = try await till.load { ProductAction.retrieveProducts([12, 11, 9999], $0) }
        #expect(Set(two.items.map(\.id)) == [11, 12])
        let found = try await till.load { ProductAction.searchProducts("Käsespätzle", size: 10, $0) }
        #expect(Set(found.items.map(\.name)) == ["Käsespätzle", "Käsespätzle 2"])
        let bySKU = try await till.load { ProductAction.retrieveFirstPurchasableItemMatchFromSKU("SIM-1001", $0) }
        let byBarCode = try await till.load {
            ProductAction.retrieveFirstPurchasableItemMatchFromSKU("4000000000001", $0)
        }
        #expect(bySKU == product && byBarCode == product)
        let shirt = await till.refusal { ProductAction.retrieveFirstPurchasableItemMatchFromSKU("SIM-1011", $0) }
        #expect(shirt == "product.notPurchasable")
        let order = try await till.load { OrderAction.retrieveOrderRecord(OrderID(rawValue: 1001), $0) }
        try await till.ask { ProductAction.requestMissingProducts(order, $0) }
        #expect(try await !till.ask { ProductAction.validateProductSKU("SIM-1001", $0) })
        #expect(try await till.ask { ProductAction.validateProductSKU("SIM-NEW", $0) })
        #expect(try await till.load { ProductAction.checkIfStoreHasProducts($0) })
    }

    static let coupons = StoreContract(actions: "CouponAction") { till in
        let page = try await till.load { CouponAction.synchronizeCoupons(page: 1, size: 10, $0) }
        #expect(Set(page.items.map(\.code)) == ["kaffee10", "minus5", "tasse1", "abgelaufen"] && page.total == 4)
        let found = try await till.load { CouponAction.searchCoupons("kaffee", size: 10, $0) }
        let one = try await till.load { CouponAction.retrieveCoupon(1, $0) }
        let named = try await till.load { CouponAction.retrieveCouponByCode("KAFFEE10", $0) }
        #expect(found.items == [one] && named == one && one.amount == 10)
        #expect(try await till.load { CouponAction.validateCouponCode("Minus5", $0) })
        #expect(try await !till.load { CouponAction.validateCouponCode("abgelaufen", $0) })
        #expect(try await !till.load { CouponAction.validateCouponCode("none", $0) })
        let report = try await till.ask { CouponAction.loadCouponReport(one.id, .thisYear, $0) }
        #expect(report.orders >= 0 && (report.orders == 0) == (report.amount == 0))

        let change = CouponChange(code: "neu20", amount: 20, discountType: "percent", usageLimit: 3)
        let made = try await till.ask { CouponAction.createCoupon(change, $0) }
        #expect(made.amount == 20 && made.usageLimit == 3)
        #expect(try await till.ask { CouponAction.createCoupon(change, $0) } == made, "it may be repeated")
        let changed = try await till.ask { CouponAction.updateCoupon(made.id, CouponChange(amount: 25), $0) }
        #expect(changed.amount == 25 && changed.code == "neu20")
        for _ in 1...2 { try await till.ask { CouponAction.deleteCoupon(made.id, $0) } }
        #expect(await till.refusal { CouponAction.retrieveCoupon(made.id, $0) } == "coupon.notFound")
    }

    static let customers = StoreContract(actions: "CustomerAction") { till in
        let page = try await till.load { CustomerAction.synchronizeAllCustomers(page: 1, size: 5, $0) }
        #expect(page.items.map(\.id) == [15, 14, 13, 12, 11] && page.total == 15)
        let staff = try await till.load { CustomerAction.searchCustomers("kiosk@", size: 5, $0) }
        #expect(staff.items.map(\.role) == ["shop_manager"], "whoever has an account is found, whatever the role")
        let customer = try await till.load { CustomerAction.retrieveCustomer(14, $0) }
        #expect(customer.email == "customer12@shop.example" && customer.billing?.email == customer.email)
        #expect(await till.refusal { CustomerAction.retrieveCustomer(9999, $0) } == "customer.notFound")
        let light = try await till.load { CustomerAction.synchronizeLightCustomersData(page: 1, size: 5, $0) }
        #expect(light.items.count == 5 && light.total == 13)
        let found = try await till.load { CustomerAction.searchCustomers("customer12", size: 5, $0) }
        #expect(found.items == [customer])
        let counted = try await till.load { CustomerAction.searchWCAnalyticsCustomers("customer12", size: 5, $0) }
        #expect(counted.items.map(\.email) == [customer.email] && counted.items[0].totalSpend != nil)
        try await till.ask { CustomerAction.deleteAllCustomers($0) }
    }

    static let comments = StoreContract(actions: "CommentAction") { till in
        let waiting = try await till.load { CommentAction.synchronizeProductReviews(.hold, page: 1, size: 10, $0) }
        #expect(waiting.items.map(\.id) == [10, 9] && waiting.total == 2)
        let review = try await till.load { CommentAction.retrieveProductReview(10, $0) }
        #expect(review == waiting.items[0] && review.text == "Sehr „gut“ & frisch" && review.rating == 5)
        #expect(await till.refusal { CommentAction.retrieveProductReview(9999, $0) } == "review.notFound")

        #expect(try await till.ask { CommentAction.updateApprovalStatus(10, isApproved: true, $0) } == .approved)
        #expect(try await till.load { CommentAction.retrieveProductReview(10, $0) }.status == .approved)
        #expect(try await till.ask { CommentAction.updateApprovalStatus(10, isApproved: false, $0) } == .hold)
        #expect(try await till.ask { CommentAction.updateSpamStatus(9, isSpam: true, $0) } == .spam)
        #expect(try await till.ask { CommentAction.updateSpamStatus(9, isSpam: false, $0) } == .hold)
        #expect(try await till.ask { CommentAction.updateTrashStatus(8, isTrash: true, $0) } == .trash)
        #expect(try await till.ask { CommentAction.updateTrashStatus(8, isTrash: false, $0) } == .approved)

        if till.kind.hasKey {
            let refusal = await till.refusal { CommentAction.replyToComment(1, product: 11, "Danke!", $0) }
            #expect(refusal == "shop.unsupported")
        } else {
            for _ in 1...2 {
                let reply = try await till.ask { CommentAction.replyToComment(1, product: 11, "Danke!", $0) }
                #expect(reply == .approved, "it may be repeated")
            }
        }
    }
}
