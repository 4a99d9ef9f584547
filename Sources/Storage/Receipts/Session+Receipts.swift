import Foundation
import GRDB
import Model

extension Session {
    func receipt(id: ReceiptID) throws(StorageError) -> StoredReceipt? {
        try receipts("WHERE id = ?", [id.rawValue]).first
    }

    func receipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt] {
        try receipts("WHERE payment = ? AND withdrawn_at IS NULL ORDER BY copy", [payment.rawValue])
    }

    func withdrawnReceipts(payment: PaymentID) throws(StorageError) -> [StoredReceipt] {
        try receipts("WHERE payment = ? AND withdrawn_at IS NOT NULL ORDER BY rowid", [payment.rawValue])
    }

    func receipts(orderNumber: String) throws(StorageError) -> [StoredReceipt] {
        try receipts("WHERE order_number = ? ORDER BY rowid DESC", [orderNumber])
    }

    func latestReceipt(copy: ReceiptCopy?) throws(StorageError) -> StoredReceipt? {
        guard let copy else { return try receipts("ORDER BY rowid DESC LIMIT 1", []).first }
        return try receipts("WHERE copy = ? ORDER BY rowid DESC LIMIT 1", [copy.rawValue]).first
    }

    func receipts(limit: Int) throws(StorageError) -> [StoredReceipt] {
        try receipts("ORDER BY rowid DESC LIMIT ?", [max(0, limit)])
    }

    func receipts(before receipt: ReceiptID, limit: Int) throws(StorageError) -> [StoredReceipt] {
        try receipts(
            "WHERE rowid < (SELECT rowid FROM receipts WHERE id = ?) ORDER BY rowid DESC LIMIT ?",
            [receipt.rawValue, max(0, limit)])
    }

    private func receipts(_ clause: String, _ arguments: StatementArguments) throws(StorageError) -> [StoredReceipt] {
        try rows(
            of: "receipts",
            """
            SELECT rowid AS row_id, *, (SELECT count(*) FROM print_jobs
                WHERE receipt = receipts.id AND state NOT IN ('pending', 'failed', 'voided')) AS print_count
            FROM receipts \(clause)
            """, arguments
        ).map { row throws(StorageError) in try StoredReceipt(row, document: try document(in: row)) }
    }

    func insert(_ document: Receipt, createdAt: Date) throws(StorageError) {
        guard try receipt(id: document.id) == nil else { throw .conflict(.id(document.id.rawValue)) }
        if let twin = try receipts(payment: document.payment).first(where: { $0.copy == document.copy }) {
            throw .conflict(.id(twin.id.rawValue))
        }
        try attempt {
            try execute(
                """
                INSERT INTO receipts (id, payment, order_number, copy, document, created_at) VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    document.id.rawValue, document.payment.rawValue, document.orderNumber, document.copy.rawValue,
                    try stored(document), createdAt.milliseconds,
                ])
        }
    }
}

extension Session {
    func withdraw(receipt: ReceiptID, at time: Date) throws(StorageError) -> [PrintJob] {
        let waiting = try printJobs(receipt: receipt).filter { $0.state == .pending }
        try attempt {
            try execute(
                "UPDATE receipts SET withdrawn_at = ? WHERE id = ? AND withdrawn_at IS NULL",
                [time.milliseconds, receipt.rawValue])
            try execute(
                "UPDATE print_jobs SET state = 'voided' WHERE receipt = ? AND state = 'pending'", [receipt.rawValue])
        }
        return waiting
    }

    func reinstate(receipt: ReceiptID) throws(StorageError) {
        guard let stored = try self.receipt(id: receipt) else { throw .missing(.receipt, id: "\(receipt)") }
        if let twin = try receipts(payment: stored.payment).first(where: { $0.copy == stored.copy && $0.id != receipt })
        {
            throw .conflict(.id(twin.id.rawValue))
        }
        try attempt { try execute("UPDATE receipts SET withdrawn_at = NULL WHERE id = ?", [receipt.rawValue]) }
    }
}

extension StoredReceipt {
    fileprivate init(_ row: StoredRow, document: Receipt) throws(StorageError) {
        self.init(
            id: ReceiptID(rawValue: try row.text("id")), payment: PaymentID(rawValue: try row.text("payment")),
            orderNumber: try row.optionalText("order_number"), copy: try row.word("copy", as: ReceiptCopy.self),
            document: document, printCount: try row.count("print_count"),
            createdAt: try row.date("created_at"), withdrawnAt: try row.optionalDate("withdrawn_at"))
    }
}
