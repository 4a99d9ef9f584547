import Foundation
import Model

/// What lists of orders are filtered and sorted by.
struct OrderFacts: Hashable, Sendable {
    let id: OrderID
    let status: OrderStatus
    let customer: Int64
    let products: [Int64]
    let createdVia: String
    /// In UTC.
    let created: String
    let modified: String
    /// The number and the customer's names and addresses, folded.
    let searched: [String]

    init(
        id: OrderID, status: OrderStatus, customer: Int64, products: [Int64], createdVia: String, created: String,
        modified: String, searched: [String]
    ) {
        self.id = id
        self.status = status
        self.customer = customer
        self.products = products
        self.createdVia = createdVia
        self.created = created
        self.modified = modified
        self.searched = searched
    }

    /// A body that is damaged has none of these.
    init(_ order: ShopOrder) {
        let body = (try? JSONValue(parsing: order.body)) ?? .null
        self.init(
            id: order.id, status: order.status, customer: body["customer_id"]?.asInteger ?? 0,
            products: (body["line_items"]?.asItems ?? []).flatMap { item in
                [item["product_id"]?.asInteger, item["variation_id"]?.asInteger].compactMap { $0 }.filter { $0 != 0 }
            },
            createdVia: body["created_via"]?.text ?? "", created: body["date_created_gmt"]?.text ?? "",
            modified: body["date_modified_gmt"]?.text ?? "",
            searched: Self.searched.compactMap { path in
                path.reduce(body, { $0?[$1] })?.text.map(Self.folded)
            })
    }

    private static let searched: [[String]] =
        [["number"]] + ["first_name", "last_name", "company", "email"].map { ["billing", $0] }

    static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
