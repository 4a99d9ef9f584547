import Flow
import Foundation
import Model
import Networking
import Testing

@testable import Stores

/// Reviews of products: reading, moderating, replying.
@Suite struct CommentStoreTests {
    private let till: ShopTill
    private var shop: ScriptedShop { till.shop }

    init() throws { till = try ShopTill() }

    private static func review(_ status: String) -> String {
        #"{"id":11,"product_id":25,"product_name":"Lemonade &#8220;Mint&#8221;","status":"\#(status)","reviewer":"Ülkü","#
            + #""review":"<p>Took long</p>\n","rating":5,"verified":true}"#
    }

    @Test func reviewsOfAStateAreAnsweredWithoutHTMLAndKept() throws {
        shop.answer("GET wc/v3/products/reviews", "[\(Self.review("hold"))]", total: 1, pages: 1)
        let known = try till.ask { CommentAction.synchronizeProductReviews(.hold, page: 1, size: 25, $0) }
        #expect(till.lastQuery["status"] == "hold")
        #expect(known.value.items.map(\.text) == ["Took long"])
        shop.cutOff()
        #expect(
            try till.ask { CommentAction.synchronizeProductReviews(.hold, page: 1, size: 25, $0) }.failure?.code
                == "shop.unreachable")
    }

    @Test func aReviewThatTheShopNoLongerHasIsForgotten() throws {
        shop.answer("GET wc/v3/products/reviews/11", Self.review("hold"))
        _ = try till.ask { CommentAction.retrieveProductReview(11, $0) }
        shop.refuse("GET wc/v3/products/reviews/11", 404, "woocommerce_rest_review_invalid_id")
        #expect(
            till.failure(Cached<ProductReview>.self) { CommentAction.retrieveProductReview(11, $0) }
                == "review.notFound")
        #expect(try till.cached("review", "11") == nil)
    }

    private static let changes: [(String, @Sendable (Reply<CommentStatus>) -> CommentAction)] = [
        ("approved", { .updateApprovalStatus(11, isApproved: true, $0) }),
        ("hold", { .updateApprovalStatus(11, isApproved: false, $0) }),
        ("spam", { .updateSpamStatus(11, isSpam: true, $0) }),
        ("unspam", { .updateSpamStatus(11, isSpam: false, $0) }),
        ("trash", { .updateTrashStatus(11, isTrash: true, $0) }),
        ("untrash", { .updateTrashStatus(11, isTrash: false, $0) }),
    ]

    @Test(arguments: changes.map(\.0)) func aReviewIsModeratedInWooCommercesWords(_ word: String) throws {
        let action = try #require(Self.changes.first { $0.0 == word }?.1)
        shop.answer("PUT wc/v3/products/reviews/11", Self.review("approved"))
        #expect(try till.ask { action($0) } == .approved)
        #expect(try till.body(of: try #require(shop.requests.last)) == ["status": .string(word)])
        #expect(try till.cached("review", "11") != nil, "what the shop made of it is kept")
    }

    @Test func aReviewThatIsGoneCannotBeModeratedAndIsForgotten() throws {
        shop.answer("GET wc/v3/products/reviews/11", Self.review("hold"))
        _ = try till.ask { CommentAction.retrieveProductReview(11, $0) }
        shop.refuse("PUT wc/v3/products/reviews/11", 404, "woocommerce_rest_review_invalid_id")
        let code = till.failure(CommentStatus.self) { CommentAction.updateSpamStatus(11, isSpam: true, $0) }
        #expect(code == "review.notFound")
        #expect(try till.cached("review", "11") == nil)
    }

    @Test func aFailedChangeLeavesWhatIsKeptUntouched() throws {
        shop.answer("GET wc/v3/products/reviews/11", Self.review("hold"))
        _ = try till.ask { CommentAction.retrieveProductReview(11, $0) }
        let before = try till.cached("review", "11")
        shop.cutOff()
        #expect(
            till.failure(CommentStatus.self) { CommentAction.updateApprovalStatus(11, isApproved: true, $0) }
                == "shop.unreachable")
        #expect(try till.cached("review", "11") == before)
    }

    private func reply() throws(Failure) -> CommentStatus {
        try till.ask { CommentAction.replyToComment(11, product: 25, "Sorry!", $0) }
    }

    @Test func aReplyGoesToWordPressWithItsReviewAndProduct() throws {
        shop.answer("POST wp/v2/comments", #"{"id":500,"parent":11,"status":"approved"}"#, status: 201)
        #expect(try reply() == .approved)
        #expect(
            try till.body(of: try #require(shop.requests.last)) == ["content": "Sorry!", "parent": 11, "post": 25])
    }

    @Test func aConsumerKeyCannotReplyAndTheTillSaysWhyAndStaysSignedIn() throws {
        shop.answer("GET wc/v3/orders", "[]")
        shop.refuse("POST wp/v2/comments", 401, "rest_comment_login_required")
        let failure = #expect(throws: Failure.self) { try reply() }
        #expect(failure?.code == "shop.unsupported" && failure?.sentence.contains("application password") == true)
        #expect(till.stores.manager.isAuthenticated)
    }

    @Test func aReplyThatIsThereAlreadyIsNotMadeTwice() throws {
        shop.refuse("POST wp/v2/comments", 409, "comment_duplicate")
        shop.answer("GET wp/v2/comments", #"[{"id":500,"parent":11,"status":"hold","content":{"raw":"Sorry!"}}]"#)
        #expect(try reply() == .hold)
        #expect(till.lastQuery["parent"] == "11")
    }

    @Test func signingOutForgetsTheReviews() throws {
        shop.answer("GET wc/v3/products/reviews/11", Self.review("hold"))
        _ = try till.ask { CommentAction.retrieveProductReview(11, $0) }
        try till.signOut()
        #expect(try till.cached("review", "11") == nil)
    }
}
