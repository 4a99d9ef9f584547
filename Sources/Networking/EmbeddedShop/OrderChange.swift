import Failures
import Flow
import Foundation
import Model

/// The body of a PUT on an order, with the members of WooCommerce that a till needs. Other members are refused instead of
/// being silently ignored.
struct OrderChange: Sendable {
    private let status: String?
    private let setPaid: Bool
    private let texts: [String: JSONValue]

    init(_ body: Data) throws(ShopRefusal) {
        guard let json = try? JSONValue(parsing: body), case .object(let members) = json else { throw .invalidJSON }
        if let strange = members.keys.sorted().first(where: { !Self.understood.contains($0) }) {
            throw .invalidParameter(strange, reason: "cannot be changed in the embedded shop.")
        }
        status = try Self.status(members["status"])
        setPaid = members["set_paid"] == true
        texts = try Self.texts(members)
    }

    private static let textNames: Set = ["transaction_id", "payment_method", "payment_method_title", "customer_note"]
    private static let understood = textNames.union(["status", "set_paid"])

    private static func status(_ value: JSONValue?) throws(ShopRefusal) -> String? {
        guard let value else { return nil }
        guard let name = value.text, ShopStatus.known.contains(name) else {
            throw .invalidParameter("status", reason: "is not one of \(ShopStatus.list).")
        }
        return name
    }

    private static func texts(_ members: [String: JSONValue]) throws(ShopRefusal) -> [String: JSONValue] {
        let texts = members.filter { textNames.contains($0.key) }
        if let wrong = texts.first(where: { $0.value.text == nil }) {
            throw .invalidParameter(wrong.key, reason: "is not of type string.")
        }
        return texts
    }

    /// The changed order. Like WooCommerce, it applies the texts, then the payment, then the status.
    func applied(to order: ShopOrder, at time: Date) throws(Failure) -> ShopOrder {
        guard case .object(var members)? = try? JSONValue(parsing: order.body) else {
            throw Failure(
                ShopFailure.damaged, Sentence("failure.shop.damaged", ["id": order.id]), recovery: .askOperator)
        }
        members.merge(texts) { _, new in new }
        var status = members["status"]?.text ?? order.status.rawValue
        if setPaid, ShopStatus.payable.contains(status) { status = "processing" }
        status = self.status ?? status
        Self.set(status, in: &members, at: .string(ShopTime.text(time)))
        return ShopOrder(
            id: order.id, status: OrderStatus(rawValue: status), body: JSONValue.object(members).data)
    }

    /// Sets a status and its consequences. An earlier payment date stays.
    private static func set(_ status: String, in members: inout [String: JSONValue], at time: JSONValue) {
        var dates = ["date_modified"]
        if ShopStatus.paid.contains(status), members["date_paid"] ?? .null == .null { dates.append("date_paid") }
        if status == "completed", members["date_completed"] ?? .null == .null { dates.append("date_completed") }
        for name in dates {
            members[name] = time
            members["\(name)_gmt"] = time
        }
        members["status"] = .string(status)
        members["needs_payment"] = .bool(ShopStatus.payable.contains(status))
        members["is_editable"] = .bool(["pending", "on-hold"].contains(status))
    }
}

/// A time in the format of WooCommerce: to the second, without a zone. The embedded shop's zone is UTC.
enum ShopTime {
    static func text(_ time: Date) -> String {
        String(time.formatted(.iso8601).dropLast())
    }
}
