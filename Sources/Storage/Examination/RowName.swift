/// The identity of one row of a derived table. It can be read even when other columns are damaged.
package struct RowName: Hashable, Sendable {
    /// The row number (`rowid`).
    package let row: Int64
    /// The row's id; in `paid_orders` the order number.
    package let name: String
    /// The owner: the payment of a payment, receipt or paid order, the receipt of a print, or the kind of an outbox item.
    package let owner: String

    package init(
        row: Int64, name: String, owner: String
    ) {
        self.row = row
        self.name = name
        self.owner = owner
    }
}
