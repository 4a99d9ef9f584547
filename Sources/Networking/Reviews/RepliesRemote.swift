import Foundation

/// Replies to reviews: `wp/v2/comments`, which needs an application password. WooCommerce's consumer keys do not open it.
package struct RepliesRemote: Sendable {
    private let comments: ResourceRemote<ReviewReply>

    package init(network: any Network) { comments = ResourceRemote("wp/v2/comments", network: network) }

    /// May be repeated after a lost answer: a reply with this text that is there already is the result. WordPress itself
    /// refuses the same text of the same person to the same comment.
    package func reply(_ text: String, to review: Int64, of product: Int64) async throws(NetworkError) -> CommentStatus
    {
        do throws(NetworkError) {
            return try await comments.create([
                "content": .string(text), "parent": .integer(review), "post": .integer(product),
            ]).status
        } catch {
            guard case .refused(409, let complaint?) = error, complaint.code.hasSuffix("comment_duplicate") else {
                throw error
            }
            let query = ["parent": String(review), "context": "edit", "status": "any"]
            guard let there = try? await comments.loadPage(query: query).items.first(where: { $0.rawText == text })
            else { throw error }
            return there.status
        }
    }
}
