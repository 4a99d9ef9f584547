/// What is done with a review, in WooCommerce's words.
package enum CommentChange: String, Hashable, Sendable, CaseIterable {
    case approve = "approved"
    case hold
    case spam, unspam
    case trash, untrash
}
