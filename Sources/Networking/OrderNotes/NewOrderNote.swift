import Model

/// A note that a till writes at an order.
package struct NewOrderNote: Hashable, Sendable {
    package let order: OrderID
    /// What is written, without card numbers.
    package let text: String
    /// Whether the shop sends it to the customer by e-mail.
    package let isForCustomer: Bool

    package init(at order: OrderID, _ text: String, isForCustomer: Bool = false) {
        self.order = order
        self.text = CardData.masked(written: text)
        self.isForCustomer = isForCustomer
    }

    package var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether a note of the shop says the same to the same readers. Shops change the blanks and the HTML of a text.
    package func isSaid(by note: OrderNote) -> Bool {
        note.isForCustomer == isForCustomer && Self.words(note.text) == Self.words(PlainText.from(html: text))
    }

    private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
}
