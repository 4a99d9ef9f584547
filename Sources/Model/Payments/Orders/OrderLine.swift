/// One line of an order's goods.
package struct OrderLine: Hashable, Codable, Sendable {
    package let name: String
    package let quantity: Int
    /// The gross price of one; nil if the shop's figures give no exact one.
    package let unitPrice: Money?
    /// The line's gross total before any discount that the order lists separately.
    package let total: Money
    /// The variant: `Size: 250 g`.
    @OmittedWhenEmpty package private(set) var details: [String]

    package init(name: String, quantity: Int, unitPrice: Money? = nil, total: Money, details: [String] = []) {
        self.name = name
        self.quantity = quantity
        self.unitPrice = unitPrice
        self.total = total
        self.details = details
    }
}
