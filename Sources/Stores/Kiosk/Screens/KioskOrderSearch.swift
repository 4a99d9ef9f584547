/// The screen on which a customer names an order.
package struct KioskOrderSearch: Hashable, Codable, Sendable {
    package enum Stage: Hashable, Codable, Sendable {
        case typing
        /// The order is being looked for by the text that was typed or scanned.
        case looking(text: String, round: Int)
        case notFound
        case failed(code: String)
        /// The order is paid already.
        case paid
        /// The order is not to be paid any more: cancelled or refunded.
        case ended
    }

    package var digits = ""
    package var stage = Stage.typing

    package init() {}
}
