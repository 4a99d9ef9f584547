import Model

/// Names a receipt: by an id, an order number, or as the newest, and by its copy.
package struct ReceiptReference: Hashable, Sendable {
    /// A receipt id, an order number, or `last`.
    package let name: String
    /// The copy; nil for the copy that an id names, or else the customer's.
    package let copy: ReceiptCopy?

    package init(_ name: String, copy: ReceiptCopy? = nil) {
        self.name = name
        self.copy = copy
    }
}
