import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Storage
import Stores

/// What waits: messages for the shop, and receipts for paper.
extension KioskStaffPages {
    // MARK: The shop

    func deliveries() async throws(Failure) -> [JSONValue] {
        try await till.ask { OutboxAction.list($0) }.map { .object(message($0)) }
    }

    /// One message, and what can be done about it; one that the shop has by now is not there any more.
    func delivery(_ id: String) async throws(Failure) -> Fields {
        guard let news = try await till.ask({ OutboxAction.list($0) }).first(where: { $0.id == id }) else {
            return ["delivery": .string(id), "gone": true, "choices": []]
        }
        var fields = message(news)
        fields["id"] = nil
        fields["message_state"] = fields["state"]
        fields["delivery"] = .string(id)
        fields["gone"] = false
        fields["answers"] = ["done"]
        return fields
    }

    private func message(_ news: UndeliveredNews) -> Fields {
        let age = max(0, till.environment.now().timeIntervalSince(news.createdAt)) * 1000
        return [
            "id": .string(news.id), "kind": .string(news.kind),
            "order": .optional(news.order.map { $0.isLocal ? $0.localNumber : $0.description }),
            "at": .time(news.createdAt), "age_ms": .integer(Int64(age)),
            "state": .string(news.refusal == nil ? "waiting" : "set_aside"),
            "refusal": .optional(news.refusal?.code),
            "why": .optional(news.refusal?.said.text(in: language).presentable),
            "remedy": .optional(news.refusal?.advice?.text(in: language).presentable),
            "choices": news.refusal == nil ? ["retry"] : ["retry", "anyway"],
        ]
    }

    // MARK: Paper

    func receipts() async throws(Failure) -> [JSONValue] {
        try await till.ask { ReceiptAction.listUnprinted($0) }.map { unprinted -> JSONValue in
            [
                "id": .string(unprinted.receipt.id.rawValue), "at": .time(unprinted.receipt.createdAt),
                "order": .optional(unprinted.receipt.orderNumber),
                "amount": unprinted.payment.map { .amount($0.amount) } ?? .null,
                "state": .string(unprinted.print.state == .pending ? "waiting" : "failed"),
                "why": .optional(unprinted.print.failureSentence?.text(in: language).presentable),
                "refusal": .optional(unprinted.print.failureCode), "can_waive": true,
            ]
        }
    }
}
