import Model

/// An order that the shop has told and that cannot be read, such as one in a currency that ISO 4217 does not have. The rest
/// of its list stands.
package struct UnreadableOrder: Hashable, Sendable {
    /// Nil if what the shop lists has no id of an order.
    package let id: OrderID?
    package let error: NetworkError

    package init(id: OrderID?, error: NetworkError) { (self.id, self.error) = (id, error) }
}
