import Foundation
import GRDB
import Model

extension Session {
    func terminal(id: String) throws(StorageError) -> TerminalMemory? {
        let wanted = "SELECT rowid AS row_id, * FROM terminals WHERE terminal_id = ?"
        guard let row = try row(of: "terminals", wanted, [id]) else { return nil }
        return TerminalMemory(
            terminalID: try row.text("terminal_id"), lastReceiptNumber: try row.optionalCount("last_receipt_number"),
            updatedAt: try row.date("updated_at"))
    }

    func save(_ terminal: TerminalMemory) throws(StorageError) {
        try attempt {
            try execute(
                """
                INSERT INTO terminals (terminal_id, last_receipt_number, updated_at) VALUES (?, ?, ?)
                ON CONFLICT (terminal_id) DO UPDATE SET last_receipt_number = excluded.last_receipt_number,
                    updated_at = excluded.updated_at
                """, [terminal.terminalID, terminal.lastReceiptNumber, terminal.updatedAt.milliseconds])
        }
    }

    func terminalTexts(payment: PaymentID) throws(StorageError) -> [StoredTerminalText] {
        try rows(
            of: "terminal_texts",
            "SELECT rowid AS row_id, * FROM terminal_texts WHERE payment = ? ORDER BY ordinal", [payment.rawValue]
        ).map { row throws(StorageError) in try StoredTerminalText(row) }
    }

    func appendTerminalText(
        payment: PaymentID, copy: ReceiptCopy?, lines: [PrintedLine], endsReceipt: Bool
    ) throws(StorageError) -> StoredTerminalText {
        let last = try row(
            of: "terminal_texts", "SELECT coalesce(max(ordinal), 0) AS last FROM terminal_texts WHERE payment = ?",
            [payment.rawValue])
        let text = StoredTerminalText(
            payment: payment, ordinal: (try last?.count("last") ?? 0) + 1, copy: copy, lines: lines,
            endsReceipt: endsReceipt)
        return try attempt {
            try execute(
                "INSERT INTO terminal_texts (payment, ordinal, copy, lines, ends_receipt) VALUES (?, ?, ?, ?, ?)",
                [payment.rawValue, text.ordinal, copy?.rawValue, try StoredJSON.text(lines), endsReceipt])
            return text
        }
    }
}

extension StoredTerminalText {
    fileprivate init(_ row: StoredRow) throws(StorageError) {
        self.init(
            payment: PaymentID(rawValue: try row.text("payment")), ordinal: try row.count("ordinal"),
            copy: try row.optionalText("copy") == nil ? nil : row.word("copy", as: ReceiptCopy.self),
            lines: try row.json("lines", as: [PrintedLine].self), endsReceipt: try row.flag("ends_receipt"))
    }
}
