import Model

/// The catalogue: a page of one category's products.
package struct KioskCatalogue: Hashable, Codable, Sendable {
    package struct Category: Hashable, Codable, Sendable {
        package let id: Int64
        package let name: String

        package init(id: Int64, name: String) { (self.id, self.name) = (id, name) }
    }

    package struct Tile: Hashable, Codable, Sendable {
        package let id: Int64
        package let name: String
        package let price: Money
        /// Whether the price is the lowest of several.
        package let isFrom: Bool
        package let hasPicture: Bool
        package let isAvailable: Bool

        package init(id: Int64, name: String, price: Money, isFrom: Bool, hasPicture: Bool, isAvailable: Bool) {
            self.id = id
            self.name = name
            self.price = price
            self.isFrom = isFrom
            self.hasPicture = hasPicture
            self.isAvailable = isAvailable
        }
    }

    /// The number of products on a page.
    package static let pageSize = 12

    package var round: Int
    package var loading = KioskLoading.loading
    package var categories: [Category] = []
    /// The open category; nil for all products.
    package var category: Int64?
    package var tiles: [Tile] = []
    package var page = 1
    package var pages = 1
    package var isWhole = false

    init(round: Int) { self.round = round }
}
