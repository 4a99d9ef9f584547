import Foundation

/// What a customer wrote about a product.
package struct ProductReview: ShopEntity {
    package static var resource: ShopResource { .review }

    package let json: JSONValue
    package let id: Int64
    package let productID: Int64
    package let productName: String
    package let status: CommentStatus
    package let reviewer: String
    package let reviewerEmail: String
    /// The reviewer's words, without HTML.
    package let text: String
    /// 1 to 5; 0 without a rating.
    package let rating: Int
    /// Whether the reviewer has bought the product.
    package let isVerified: Bool
    package let date: Date?

    package init(_ object: ShopObject) throws(NetworkError) {
        json = object.json
        id = try object.integer("id")
        productID = object.optionalInteger("product_id") ?? 0
        productName = object.plainText("product_name")
        status = CommentStatus(rawValue: object.optionalText("status") ?? "")
        reviewer = object.plainText("reviewer")
        reviewerEmail = object.plainText("reviewer_email")
        text = object.plainText("review")
        rating = object.count("rating") ?? 0
        isVerified = object.flag("verified")
        date = object.time("date_created")
    }

    package var key: String { String(id) }
    package var searchText: String { [reviewer, productName, text].filter { !$0.isEmpty }.joined(separator: "\n") }
}
