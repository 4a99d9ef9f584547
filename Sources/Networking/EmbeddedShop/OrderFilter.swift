import Foundation
import Model

/// Which orders a list shows (`status`, `search`).
struct OrderFilter {
    private let statuses: Set<String>?
    private let search: String?

    init(_ request: Request) throws(ShopRefusal) {
        let names = (request.query["status"] ?? "any").split(separator: ",").map(String.init)
        for name in names where name != "any" && !ShopStatus.known.contains(name) {
            throw .invalidParameter("status", reason: "is not one of any, \(ShopStatus.list).")
        }
        statuses = names.contains("any") ? nil : Set(names)
        search = request.query["search"].flatMap { $0.isEmpty ? nil : Self.folded($0) }
    }

    func admits(_ order: EmbeddedOrder, _ body: JSONValue) -> Bool {
        if let statuses, !statuses.contains(order.status.rawValue) { return false }
        guard let search else { return true }
        return Self.searched.contains { path in
            guard let text = path.reduce(body, { $0?[$1] })?.text else { return false }
            return Self.folded(text).contains(search)
        }
    }

    private static let searched: [[String]] =
        [["number"]] + ["first_name", "last_name", "company", "email"].map { ["billing", $0] }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}

/// The statuses this shop knows.
enum ShopStatus {
    static let known: [String] = [
        "pending", "processing", "on-hold", "completed", "cancelled", "refunded", "failed",
    ]
    static var list: String { known.joined(separator: ", ") }
    /// Those in which WooCommerce takes a payment (`needs_payment`).
    static let payable: Set = ["pending", "failed"]
    /// Those an order has once it is paid.
    static let paid: Set = ["processing", "completed"]
}
