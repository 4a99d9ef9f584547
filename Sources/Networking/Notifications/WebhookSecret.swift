/// What a shop signs its deliveries with. It is never printed: descriptions, dumps and mirrors hide it.
package struct WebhookSecret: Hashable, Sendable {
    package let text: String

    /// Nil for an empty text: WooCommerce would sign with a secret of its own.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "webhook secret (hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
