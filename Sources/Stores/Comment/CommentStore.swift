import Failures
import Flow
import Model
import Networking
import Payments

/// The reviews of the shop's products.
package final class CommentStore: Store {
    package typealias Handled = CommentAction

    private let remote: ReviewsRemote
    private let replies: RepliesRemote
    private let reviews: ShopCache<ProductReview>
    private let environment: Environment

    init(shop: ShopSession) {
        remote = ReviewsRemote(network: shop.network)
        replies = RepliesRemote(network: shop.network)
        reviews = shop.cache()
        environment = shop.environment
    }

    package func onAction(_ action: CommentAction) {
        let remote = remote
        switch action {
        case .synchronizeProductReviews(let filter, let page, let size, let reply):
            let query = ShopQuery(["status": filter.rawValue], page: page, size: size)
            reviews.answer(reply, query) { () throws(NetworkError) in
                try await remote.loadReviews(page: page, size: size, query: query.items)
            }
        case .retrieveProductReview(let id, let reply):
            reviews.answer(reply, key: String(id)) { () throws(NetworkError) in try await remote.loadReview(id) }
        case .updateApprovalStatus(let id, let isApproved, let reply):
            change(id, isApproved ? .approve : .hold, reply)
        case .updateSpamStatus(let id, let isSpam, let reply): change(id, isSpam ? .spam : .unspam, reply)
        case .updateTrashStatus(let id, let isTrash, let reply): change(id, isTrash ? .trash : .untrash, reply)
        case .replyToComment(let id, let product, let text, let reply):
            let replies = replies
            environment.answer(reply, "reply to a review") { () throws(Failure) in
                do throws(NetworkError) { return try await replies.reply(text, to: id, of: product) } catch {
                    // WordPress itself does not know WooCommerce's keys.
                    if case .unauthorized = error {
                        throw .unsupported(because: Sentence("detail.unsupported.replyWithKey"))
                    }
                    throw error.failure
                }
            }
        }
    }

    package func clearOperatorData() { reviews.clear() }

    private func change(_ id: Int64, _ change: CommentChange, _ reply: Reply<CommentStatus>) {
        let (remote, reviews) = (remote, reviews)
        environment.answer(reply, "moderate a review") { () throws(Failure) in
            try await reviews.changed(key: String(id)) { () throws(NetworkError) in
                try await remote.change(id, change)
            }.status
        }
    }
}
