import Foundation

/// A document of one collection, such as a product. Its body is empty when the document was removed, which is kept for a
/// document that the shop was made with.
package struct ShopDocument: Hashable, Sendable {
    package let collection: ShopCollection
    package let id: Int64
    /// What it belongs to: the order of a note, the product of a variation. 0 for nothing.
    package let parent: Int64
    package let body: Data

    package init(collection: ShopCollection, id: Int64, parent: Int64 = 0, body: Data) {
        self.collection = collection
        self.id = id
        self.parent = parent
        self.body = body
    }

    package var isRemoved: Bool { body.isEmpty }
}
