import Foundation

/// The reviews of a shop's products: `wc/v3/products/reviews`, which every login may use.
package struct ReviewsRemote: Sendable {
    private let reviews: ResourceRemote<ProductReview>

    package init(network: any Network) { reviews = ResourceRemote("wc/v3/products/reviews", network: network) }

    package func loadReview(_ id: Int64) async throws(NetworkError) -> ProductReview {
        try await reviews.load(String(id))
    }

    package func loadReviews(
        page: Int, size: Int, query: [String: String]
    ) async throws(NetworkError) -> Page<ProductReview> {
        try await reviews.loadPage(page, size: size, query: query)
    }

    /// May be repeated.
    package func change(_ id: Int64, _ change: CommentChange) async throws(NetworkError) -> ProductReview {
        try await reviews.update(String(id), ["status": .string(change.rawValue)])
    }
}
