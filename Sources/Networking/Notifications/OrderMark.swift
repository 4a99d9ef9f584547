import Foundation
import Model

/// What tells that an order has changed.
package struct OrderMark: Hashable, Sendable {
    package let id: Int64
    package let modified: Date
    package let hash: String

    init(_ object: ShopObject) throws(NetworkError) {
        id = try object.integer("id")
        guard let modified = object.time("date_modified") ?? object.time("date_created") else {
            throw .malformed(field: object.path("date_modified_gmt"), reason: Sentence("detail.json.noTime"))
        }
        self.modified = modified
        let parts = ["status", "total"].map { object.optionalText($0) ?? "" }
        hash = ([ShopDate.text(modified)] + parts).joined(separator: "\n")
    }

    /// The members that are read.
    static let fields = "id,date_created_gmt,date_modified_gmt,status,total"
}
