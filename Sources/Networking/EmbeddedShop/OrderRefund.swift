import Failures
import Flow
import Foundation
import Model

/// The body of a POST on an order's refunds, which records money that was refunded elsewhere. The embedded shop has no
/// payment gateway, and refuses to refund through one.
struct OrderRefund: Sendable {
    private let amount: String
    private let reason: String

    init(_ body: Data) throws(ShopRefusal) {
        guard let json = try? JSONValue(parsing: body), case .object(let members) = json else { throw .invalidJSON }
        if let strange = members.keys.sorted().first(where: { !Self.understood.contains($0) }) {
            throw .invalidParameter(strange, reason: "is not understood by the embedded shop.")
        }
        guard members["api_refund"] == false else {
            throw .invalidParameter("api_refund", reason: "must be false: this shop has no payment gateway.")
        }
        guard let amount = members["amount"]?.text else {
            throw .invalidParameter("amount", reason: "is not of type string.")
        }
        self.amount = amount
        reason = members["reason"]?.text ?? ""
    }

    private static let understood: Set = ["amount", "reason", "api_refund", "api_restock"]

    /// The order with this refund; its status is `refunded` once everything is. Throws `.invalidRefund` when less is left.
    func applied(to order: ShopOrder, at time: Date) throws(Failure) -> ShopOrder {
        guard case .object(var members)? = try? JSONValue(parsing: order.body),
            let currency = members["currency"]?.text.flatMap(Currency.init(code:)),
            let total = Self.money(members["total"]?.text, currency)
        else {
            throw Failure(
                ShopFailure.damaged, Sentence("failure.shop.damaged", ["id": order.id]), recovery: .askOperator)
        }
        let known = Self.refunds(of: .object(members))
        let before = known.compactMap { Self.money($0["total"]?.text, currency)?.minorUnits }.reduce(0, -)
        guard let amount = Self.money(amount, currency), amount.minorUnits > 0,
            amount.minorUnits <= total.minorUnits - before
        else { throw .invalidRefund }
        let time = JSONValue.string(ShopTime.text(time))
        let refund: JSONValue = [
            "id": .integer(order.id.rawValue * 100 + Int64(known.count) + 1), "reason": .string(reason),
            "total": .string("-\(amount.formatted())"), "date_created": time,
        ]
        members["refunds"] = .array(known + [refund])
        members["date_modified"] = time
        members["date_modified_gmt"] = time
        if before + amount.minorUnits == total.minorUnits { members["status"] = "refunded" }
        return ShopOrder(
            id: order.id, status: OrderStatus(rawValue: members["status"]?.text ?? order.status.rawValue),
            body: JSONValue.object(members).data)
    }

    private static func money(_ text: String?, _ currency: Currency) -> Money? {
        text.flatMap { try? Money(parsing: $0, currency: currency) }
    }

    /// An order's refunds, in the form that its body holds.
    static func refunds(of order: JSONValue) -> [JSONValue] {
        guard case .array(let refunds)? = order["refunds"] else { return [] }
        return refunds
    }

    /// A refund in the form of `orders/ID/refunds`.
    static func shown(_ refund: JSONValue) -> JSONValue {
        guard case .object(var members) = refund else { return refund }
        members["amount"] = .string(String((members.removeValue(forKey: "total")?.text ?? "").drop { $0 == "-" }))
        members["refunded_payment"] = false
        members["line_items"] = []
        return .object(members)
    }
}

extension Failure {
    static let invalidRefund = Failure(
        ShopFailure.invalidRefund, Sentence("failure.shop.invalidRefund"), recovery: .giveUp)
}
