import Foundation

/// One thing of a shop, such as a customer or a coupon, with everything that the shop said about it.
///
/// The fields that the till uses are read when it is made, so a damaged answer is refused before anything is kept. Members
/// that nothing reads stay in `json`: what is kept, shown as JSON or written back is what the shop sent.
package protocol ShopEntity: Hashable, Sendable {
    static var resource: ShopResource { get }
    /// The name under which it is cached: the resource's, unless a resource has things of several kinds. It is stored, so it
    /// never changes.
    static var cachedAs: String { get }
    /// Throws `.malformed` with the field when the object does not have WooCommerce's format.
    init(_ object: ShopObject) throws(NetworkError)
    /// What identifies it in its shop among others of its kind: its id, slug or name.
    var key: String { get }
    /// The number or code by which people name it exactly, such as a product's SKU; nil when there is none.
    var exactName: String? { get }
    /// Everything that the shop said.
    var json: JSONValue { get }
    /// What people find it by. Empty when nobody searches for it.
    var searchText: String { get }
}

extension ShopEntity {
    package static var cachedAs: String { resource.word }
    package var exactName: String? { nil }
    package var searchText: String { "" }
}
