/// The states of reviews that a list holds, in WooCommerce's words.
package enum ReviewFilter: String, Hashable, Sendable, CaseIterable {
    case all, hold, approved, spam, trash
}
