import Foundation
import GRDB
import Model

extension Session {
    func terminal(id: String) throws(StorageError) -> TerminalMemory? {
        try attempt {
            try row("SELECT * FROM terminals WHERE terminal_id = ?", [id]).map {
                TerminalMemory(
                    terminalID: $0["terminal_id"], lastReceiptNumber: $0["last_receipt_number"],
                    updatedAt: $0.date("updated_at"))
            }
        }
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
        try attempt {
            try rows("SELECT * FROM terminal_texts WHERE payment = ? ORDER BY ordinal", [payment.rawValue])
                .map(StoredTerminalText.init(row:))
        }
    }

    func appendTerminalText(
        payment: PaymentID, copy: ReceiptCopy?, lines: [PrintedLine], endsReceipt: Bool
    ) throws(StorageError) -> StoredTerminalText {
        try attempt {
            let last = try row(
                "SELECT coalesce(max(ordinal), 0) AS last FROM terminal_texts WHERE payment = ?", [payment.rawValue])
            let text = StoredTerminalText(
                payment: payment, ordinal: (last?["last"] ?? 0) + 1, copy: copy, lines: lines, endsReceipt: endsReceipt)
            try execute(
                "INSERT INTO terminal_texts (payment, ordinal, copy, lines, ends_receipt) VALUES (?, ?, ?, ?, ?)",
                [payment.rawValue, text.ordinal, copy?.rawValue, try StoredJSON.text(lines), endsReceipt])
            return text
        }
    }
}

extension StoredTerminalText {
    fileprivate init(row: Row) throws {
        let copy: String? = row["copy"]
        self.init(
            payment: PaymentID(rawValue: row["payment"]), ordinal: row["ordinal"],
            copy: try copy == nil ? nil : row.word("copy", as: ReceiptCopy.self),
            lines: try StoredJSON.value([PrintedLine].self, from: row["lines"] as String),
            endsReceipt: row["ends_receipt"])
    }
}
