import Flow
import Networking

/// Requests for the reviews of the shop's products: reading them, moderating them and replying to them.
package enum CommentAction: Action {
    /// A page of the reviews in this state, the newest first.
    /// - Endpoint: GET wc/v3/products/reviews?status
    /// - Offline: the kept page, with its time
    /// - Test: CommentStoreTests
    case synchronizeProductReviews(ReviewFilter, page: Int, size: Int, Reply<Cached<Listing<ProductReview>>>)
    /// One review, in whatever state it is.
    /// - Endpoint: GET wc/v3/products/reviews/{id}
    /// - Offline: the kept review, with its time
    /// - Test: CommentStoreTests
    case retrieveProductReview(Int64, Reply<Cached<ProductReview>>)
    /// Approves a review, or has it wait for approval.
    /// - Endpoint: PUT wc/v3/products/reviews/{id}
    /// - Offline: fails
    /// - Test: CommentStoreTests
    case updateApprovalStatus(Int64, isApproved: Bool, Reply<CommentStatus>)
    /// Marks a review as spam, or takes that back.
    /// - Endpoint: PUT wc/v3/products/reviews/{id}
    /// - Offline: fails
    /// - Test: CommentStoreTests
    case updateSpamStatus(Int64, isSpam: Bool, Reply<CommentStatus>)
    /// Moves a review to the bin, or back.
    /// - Endpoint: PUT wc/v3/products/reviews/{id}
    /// - Offline: fails
    /// - Test: CommentStoreTests
    case updateTrashStatus(Int64, isTrash: Bool, Reply<CommentStatus>)
    /// Replies to a review in public. It needs an application password; fails with `shop.unsupported` when the till has
    /// signed in with a consumer key. May be repeated after a lost answer.
    /// - Endpoint: POST wp/v2/comments
    /// - Offline: fails
    /// - Test: CommentStoreTests
    case replyToComment(Int64, product: Int64, String, Reply<CommentStatus>)
}
