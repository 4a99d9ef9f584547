import Foundation

/// A list of a shop's things, and whether it is the whole list.
package struct Listing<Entity: Sendable>: Sendable {
    package let items: [Entity]
    /// The length of the whole list in the shop; nil when the shop did not tell.
    package let total: Int?
    /// Whether `items` are all that the query asks for. A list from the cache may lack what the till has never seen.
    package let isWhole: Bool
    /// How many more the shop told that cannot be read. A list from the cache does not know them.
    package let unreadable: Int

    package init(_ items: [Entity], total: Int?, isWhole: Bool, unreadable: Int = 0) {
        self.items = items
        self.total = total
        self.isWhole = isWhole
        self.unreadable = unreadable
    }

    package func map<Other: Sendable>(_ transform: (Entity) -> Other) -> Listing<Other> {
        Listing<Other>(items.map(transform), total: total, isWhole: isWhole, unreadable: unreadable)
    }
}

extension Listing: Equatable where Entity: Equatable {}
extension Listing: Hashable where Entity: Hashable {}
extension Listing: Encodable where Entity: Encodable {}
extension Listing: Decodable where Entity: Decodable {}
