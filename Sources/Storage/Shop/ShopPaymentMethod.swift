/// How the shop names a payment method.
package struct ShopPaymentMethod: Hashable, Sendable {
    package let id: String
    package let title: String

    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    /// Payment by card on a terminal of this till.
    package static let cardTerminal = ShopPaymentMethod(id: "card_terminal", title: "Card terminal")
}
