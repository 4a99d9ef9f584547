/// The state of a review or another comment. The set is open: plugins add words.
package struct CommentStatus: RawRepresentable, Hashable, Sendable {
    package static let approved = CommentStatus(rawValue: "approved")
    /// The review waits for approval.
    package static let hold = CommentStatus(rawValue: "hold")
    package static let spam = CommentStatus(rawValue: "spam")
    package static let trash = CommentStatus(rawValue: "trash")

    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}
