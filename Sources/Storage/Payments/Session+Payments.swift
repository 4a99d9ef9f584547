import Foundation
import GRDB
import Model

extension Session {
    func payment(id: PaymentID) throws(StorageError) -> PaymentRecord? {
        try payments("WHERE id = ?", [id.rawValue]).first
    }

    func payment(key: String) throws(StorageError) -> PaymentRecord? {
        try payments("WHERE idempotency_key = ?", [key]).first
    }

    func payments(order: OrderID, site: SiteID) throws(StorageError) -> [PaymentRecord] {
        try payments(
            "WHERE site = ? AND order_id = ? AND kind NOT IN ('refund', 'reversal') ORDER BY rowid",
            [site.rawValue, order.rawValue])
    }

    func givingBack(_ payment: PaymentID) throws(StorageError) -> [PaymentRecord] {
        try payments("WHERE original = ? ORDER BY rowid", [payment.rawValue])
    }

    func reservations() throws(StorageError) -> [PaymentRecord] {
        try payments(
            """
            WHERE kind = 'reservation' AND (open = 1 OR outcome_kind = 'approved')
                AND NOT EXISTS (SELECT 1 FROM payments AS ending WHERE ending.original = payments.id
                    AND ending.kind IN ('booking', 'release') AND ending.open = 0 AND ending.outcome_kind = 'approved')
            ORDER BY rowid
            """, [])
    }

    func unsettledPayments() throws(StorageError) -> [PaymentRecord] {
        try payments("WHERE open = 1 ORDER BY rowid", [])
    }

    func unsettledPayment(terminalAddress: String) throws(StorageError) -> PaymentRecord? {
        try payments("WHERE open = 1 AND terminal_address = ?", [terminalAddress]).first
    }

    func recentPayments(limit: Int) throws(StorageError) -> [PaymentRecord] {
        try payments("ORDER BY rowid DESC LIMIT ?", [max(0, limit)])
    }

    func payments(before payment: PaymentID, limit: Int) throws(StorageError) -> [PaymentRecord] {
        try payments(
            "WHERE rowid < (SELECT rowid FROM payments WHERE id = ?) ORDER BY rowid DESC LIMIT ?",
            [payment.rawValue, max(0, limit)])
    }

    /// Payments are never deleted, so row numbers tell which are the newest.
    func approvedPayments(
        told numbers: TransactionNumbers, amongNewest limit: Int
    ) throws(StorageError) -> [PaymentRecord] {
        try payments(
            """
            WHERE rowid > (SELECT coalesce(max(rowid), 0) FROM payments) - ? AND outcome_kind = 'approved'
                AND json_extract(outcome, '$.approved._0.receiptNumber') = ?
                AND json_extract(outcome, '$.approved._0.trace') = ?
            ORDER BY rowid DESC
            """, [max(0, limit), numbers.receipt, numbers.trace])
    }

    private func payments(_ clause: String, _ arguments: StatementArguments) throws(StorageError) -> [PaymentRecord] {
        try rows(of: "payments", "SELECT rowid AS row_id, * FROM payments \(clause)", arguments)
            .map { row throws(StorageError) in try PaymentRecord(row) }
    }

    func insert(_ payment: PaymentRecord) throws(StorageError) {
        if let conflict = try conflict(inserting: payment) { throw .conflict(conflict) }
        try attempt {
            try execute(
                """
                INSERT INTO payments (id, idempotency_key, fingerprint, site, order_id, amount_minor, currency, tip_minor,
                    terminal_address, terminal_id, watermark, stage, result, outcome, outcome_kind, language, created_at,
                    updated_at, kind, original)
                VALUES (:id, :key, :fingerprint, :site, :order, :amount, :currency, :tip, :address, :terminal, :watermark,
                    :stage, :result, :outcome, :outcomeKind, :language, :created, :updated, :kind, :original)
                """, try StatementArguments(asked: payment) &+ StatementArguments(progress: payment))
        }
    }

    func update(_ payment: PaymentRecord) throws(StorageError) {
        guard let stored = try self.payment(id: payment.id) else { throw .missing(.payment, id: "\(payment.id)") }
        guard stored.isOpen else { throw .conflict(.settled(payment.id)) }
        try change(payment)
    }

    func reopen(_ payment: PaymentRecord, mayExceed: Bool) throws(StorageError) {
        guard let stored = try self.payment(id: payment.id) else { throw .missing(.payment, id: "\(payment.id)") }
        if let conflict = try conflict(reopening: stored, mayExceed: mayExceed) { throw .conflict(conflict) }
        try change(payment)
    }

    private func change(_ payment: PaymentRecord) throws(StorageError) {
        try attempt {
            try execute(
                """
                UPDATE payments SET amount_minor = :amount, terminal_id = :terminal, watermark = :watermark, stage = :stage, result = :result,
                    outcome = :outcome, outcome_kind = :outcomeKind, updated_at = :updated
                WHERE id = :id
                """,
                try StatementArguments(progress: payment)
                    &+ ["id": payment.id.rawValue, "amount": payment.amount.minorUnits])
        }
    }
}

extension StatementArguments {
    fileprivate init(asked payment: PaymentRecord) {
        self = [
            "id": payment.id.rawValue, "key": payment.key, "fingerprint": payment.fingerprint,
            "site": payment.site.rawValue, "order": payment.order?.rawValue, "amount": payment.amount.minorUnits,
            "currency": payment.amount.currency.code, "tip": payment.tip?.minorUnits,
            "address": payment.terminalAddress, "language": payment.language,
            "created": payment.createdAt.milliseconds, "kind": payment.kind.rawValue,
            "original": payment.original?.rawValue,
        ]
    }

    fileprivate init(progress payment: PaymentRecord) throws {
        self = [
            "terminal": payment.terminalID, "watermark": payment.watermark, "stage": payment.stage.rawValue,
            "result": try payment.storedResult, "outcome": try payment.outcome.map(StoredJSON.text),
            "outcomeKind": payment.outcome?.kind, "updated": payment.updatedAt.milliseconds,
        ]
    }
}

extension PaymentOutcome {
    /// The transaction's kind as the schema's rules read it.
    fileprivate var kind: String {
        switch self {
        case .approved: "approved"
        case .declined: "declined"
        case .cancelled: "cancelled"
        case .reversed: "reversed"
        case .notCharged: "notCharged"
        case .inDoubt: "inDoubt"
        case .goodsNotGiven: "goodsNotGiven"
        case .goodsUnpaid: "goodsUnpaid"
        }
    }
}

extension PaymentRecord {
    /// Marks a result that equals the one in the outcome, so that it is not stored twice.
    private static let sameAsOutcome = "="

    fileprivate var storedResult: String? {
        get throws {
            if case .approved(let proof)? = outcome, proof == result { return Self.sameAsOutcome }
            return try result.map(StoredJSON.text)
        }
    }

    private static func result(in row: StoredRow, _ outcome: PaymentOutcome?) throws(StorageError) -> TransactionResult?
    {
        guard try row.optionalText("result") == sameAsOutcome else {
            return try row.optionalJSON("result", as: TransactionResult.self)
        }
        // An edited outcome proves nothing.
        guard case .approved(let proof)? = outcome else { return nil }
        return proof
    }

    fileprivate init(_ row: StoredRow) throws(StorageError) {
        let outcome = try row.optionalJSON("outcome", as: PaymentOutcome.self)
        // The column that the schema's rules read must agree with the decoded outcome.
        guard try row.optionalText("outcome_kind") == outcome?.kind else {
            throw row.foreign("outcome_kind", Sentence("detail.value.outcome"))
        }
        let result = try Self.result(in: row, outcome)
        self.init(
            id: PaymentID(rawValue: try row.text("id")), key: try row.optionalText("idempotency_key"),
            fingerprint: try row.text("fingerprint"), site: SiteID(rawValue: try row.number("site")),
            order: try row.optionalNumber("order_id").map(OrderID.init(rawValue:)),
            amount: try row.money(minor: "amount_minor", currency: "currency"),
            tip: try row.optionalMoney(minor: "tip_minor", currency: "currency"),
            terminalAddress: try row.text("terminal_address"), terminalID: try row.optionalText("terminal_id"),
            watermark: try row.optionalCount("watermark"), stage: try row.word("stage", as: PaymentStage.self),
            result: result, outcome: outcome, language: try row.text("language"),
            createdAt: try row.date("created_at"), updatedAt: try row.date("updated_at"),
            kind: try row.word("kind", as: TransactionKind.self),
            original: try row.optionalText("original").map(PaymentID.init(rawValue:)),
            archive: try row.optionalCount("archive"))
    }
}
