/// The caller of a shop, and what it may do.
package struct ShopCaller: Hashable, Sendable {
    package enum Role: String, Hashable, Sendable {
        case administrator, customer
        case shopManager = "shop_manager"
    }

    /// The number of the person; 0 for nobody.
    package let id: Int64
    /// Nil for nobody.
    package let role: Role?
    package let name: String
    package let mayRead: Bool
    package let mayWrite: Bool

    package init(id: Int64, role: Role?, name: String, mayRead: Bool = true, mayWrite: Bool = true) {
        self.id = id
        self.role = role
        self.name = name
        self.mayRead = mayRead
        self.mayWrite = mayWrite
    }

    package static let nobody = ShopCaller(id: 0, role: nil, name: "")
    /// The till itself, in its own shop.
    package static let till = ShopCaller(id: 1, role: .administrator, name: "till")

    var isStaff: Bool { role == .administrator || role == .shopManager }
}
