import Failures
import Flow
import Foundation
import Hardware
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

    /// A message that was not delivered, and what can be done about it; `gone` if it has been delivered meanwhile.
    func delivery(_ id: String) async throws(Failure) -> Fields {
        guard let item = try await till.ask({ OutboxAction.list($0) }).first(where: { $0.id == id }) else {
            return ["delivery": .string(id), "gone": true, "choices": []]
        }
        var fields = message(item)
        fields["id"] = nil
        fields["message_state"] = fields["state"]
        fields["delivery"] = .string(id)
        fields["gone"] = false
        fields["answers"] = ["done"]
        return fields
    }

    private func message(_ item: UndeliveredMessage) -> Fields {
        let age = max(0, till.environment.now().timeIntervalSince(item.createdAt)) * 1000
        return [
            "id": .string(item.id), "kind": .string(item.kind),
            "order": .optional(item.order),
            "at": .time(item.createdAt), "age_ms": .integer(Int64(age)),
            "state": .string(item.refusal == nil ? "waiting" : "set_aside"),
            "refusal": .optional(item.refusal?.code),
            "why": .optional(item.refusal?.said.text(in: language).presentable),
            "remedy": .optional(item.refusal?.advice?.text(in: language).presentable),
            "choices": item.refusal == nil ? ["retry"] : ["retry", "anyway"],
        ]
    }

    // MARK: Paper

    /// The prints that have begun and not ended, since a printer may stand still in the middle of one, and those that wait.
    func receipts() async throws(Failure) -> [JSONValue] {
        let begun = try till.storage.reading { reader in
            try reader.interruptedPrintJobs(printer: nil).map { job in
                let receipt = try reader.receipt(id: job.receipt)
                return (job, receipt, try receipt.flatMap { try reader.payment(id: $0.payment) })
            }
        }
        let unprinted = try await till.ask { ReceiptAction.listUnprinted($0) }
        let shops = try await till.ask { AccountAction.loadShops($0) }
        return begun.map { row($0, of: $1, paidBy: $2, shops) }
            + unprinted.map { row($0.print, of: $0.receipt, paidBy: $0.payment, shops) }
    }

    private func row(
        _ job: PrintJob, of receipt: StoredReceipt?, paidBy record: PaymentRecord?, _ shops: [RememberedShop]
    ) -> JSONValue {
        let obstacle = DeviceAddress(job.printer).flatMap { till.printers.current.standing(of: $0)?.waitsFor }
        let states: [PrintState: String] = [.pending: "waiting", .printing: "printing"]
        return [
            "id": .string(job.receipt.rawValue), "at": .time(receipt?.createdAt ?? job.createdAt),
            "order": .optional(receipt?.orderNumber ?? record?.order?.written),
            "shop": .optional(shops.first { $0.site == record?.site }?.name.presentable),
            "amount": record.map { .amount($0.amount) } ?? .null, "state": .string(states[job.state] ?? "failed"),
            "why": .optional((job.failureSentence ?? obstacle?.said)?.text(in: language).presentable),
            "refusal": .optional(job.failureCode ?? obstacle?.code), "can_waive": .bool(job.state != .printing),
        ]
    }
}
