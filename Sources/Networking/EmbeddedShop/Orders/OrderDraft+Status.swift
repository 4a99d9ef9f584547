import Foundation
import Model

/// The status of an order and what follows from it: dates, notes, stock.
extension OrderDraft {
    mutating func setStatus(_ new: String) throws(ShopRefusal) {
        let old = status
        members["status"] = .string(new)
        if ShopStatus.paid.contains(new), members["date_paid"] ?? .null == .null { stamp("date_paid") }
        if new == "completed", old != new || members["date_completed"] ?? .null == .null {
            if members["date_completed"] ?? .null == .null || old != new { stamp("date_completed") }
        }
        if !ShopStatus.paid.contains(new), new == "pending" {
            members["date_completed"] = .null
            members["date_completed_gmt"] = .null
        }
        guard old != new || isNew else { return }
        if ShopStatus.holdsStock.contains(new) { try takeStock() }
        if ShopStatus.releasesStock.contains(new), !isNew { try returnStock() }
        guard old != new else { return }
        try note("Order status changed from \(ShopStatus.name(old)) to \(ShopStatus.name(new)).")
    }

    mutating func completePayment() throws(ShopRefusal) {
        guard ShopStatus.completable.contains(status) else { return }
        let title = members["payment_method_title"]?.text ?? ""
        let transaction = members["transaction_id"]?.text ?? ""
        if members["date_paid"] ?? .null == .null { stamp("date_paid") }
        if !transaction.isEmpty { try note("Payment via \(title) (\(transaction)).") }
        // Cash is paid when it is handed over with the goods.
        let isDone = try members["payment_method"]?.text == "cod" ? true : !needsProcessing()
        try setStatus(isDone ? "completed" : "processing")
    }

    /// Whether somebody has to send or make something. Files that are downloaded need nobody.
    func needsProcessing() throws(ShopRefusal) -> Bool {
        for line in items("line_items") {
            let id = line["variation_id"]?.asInteger ?? 0
            let product =
                try id == 0
                ? call.document(.products, line["product_id"]?.asInteger ?? 0) : call.document(.variations, id)
            guard let product else { continue }
            let isVirtual = product.body["virtual"]?.asFlag ?? false
            if !(isVirtual && product.body["downloadable"]?.asFlag ?? false) { return true }
        }
        // The lines of the demonstration's orders need somebody whatever they are.
        return !isNew && !items("line_items").isEmpty
    }

    private func takeStock() throws(ShopRefusal) {
        guard try call.document(.reduced, id.rawValue) == nil else { return }
        var taken: [JSONValue] = []
        var changes: [String] = []
        for line in items("line_items") {
            guard let change = try ShopStock.change(line, by: -(line["quantity"]?.asInteger ?? 0), call) else {
                continue
            }
            taken.append(line)
            changes.append(change)
        }
        guard !taken.isEmpty else { return }
        call.save(.reduced, id.rawValue, ["lines": .array(taken)])
        try note("Stock levels reduced: \(changes.joined(separator: ", "))")
    }

    private func returnStock() throws(ShopRefusal) {
        guard let reduced = try call.document(.reduced, id.rawValue) else { return }
        var changes: [String] = []
        for line in reduced.body["lines"]?.asItems ?? [] {
            if let change = try ShopStock.change(line, by: line["quantity"]?.asInteger ?? 0, call) {
                changes.append(change)
            }
        }
        call.remove(.reduced, id.rawValue)
        try note("Stock levels increased: \(changes.joined(separator: ", "))")
    }
}

/// How many of its goods the shop has.
enum ShopStock {
    /// Changes the stock of a line's goods and says what it was and is; nil when the shop does not count them.
    static func change(_ line: JSONValue, by count: Int64, _ call: ShopCall) throws(ShopRefusal) -> String? {
        let variation = line["variation_id"]?.asInteger ?? 0
        let collection: ShopCollection = variation == 0 ? .products : .variations
        let id = variation == 0 ? line["product_id"]?.asInteger ?? 0 : variation
        guard let goods = try call.document(collection, id), goods.body["manage_stock"] == true else { return nil }
        let old = goods.body["stock_quantity"]?.asInteger ?? 0
        let new = old.addingReportingOverflow(count).partialValue
        let changes: [String: JSONValue] = ["stock_quantity": .integer(new), "stock_status": status(new, goods.body)]
        call.save(collection, id, of: goods.parent, goods.body.merging(changes))
        return "\(line["name"]?.text ?? "") (\(old)&rarr;\(new))"
    }

    static func status(_ count: Int64, _ goods: JSONValue) -> JSONValue {
        if count > 0 { return "instock" }
        return goods["backorders"]?.text ?? "no" == "no" ? "outofstock" : "onbackorder"
    }
}
