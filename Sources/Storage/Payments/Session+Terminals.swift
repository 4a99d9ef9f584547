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

    /// Forgets the last receipt number of every terminal: a journal that was restored does not know the newest.
    func forgetLastNumbers() throws(StorageError) {
        try attempt { try execute("UPDATE terminals SET last_receipt_number = NULL", []) }
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
}
