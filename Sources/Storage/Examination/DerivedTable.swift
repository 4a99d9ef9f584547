import Foundation

/// A table that can be rebuilt from the journal, and is compared with it.
package enum DerivedTable: String, Hashable, Sendable, CaseIterable {
    case payments
    case receipts
    case printJobs = "print_jobs"
    case paidOrders = "paid_orders"
    case outbox

    /// The column with a row's name, and the column with its owner.
    var columns: (name: String, owner: String) {
        switch self {
        case .payments: ("id", "id")
        case .receipts: ("id", "payment")
        case .printJobs: ("id", "receipt")
        case .paidOrders: ("order_id", "payment")
        case .outbox: ("id", "kind")
        }
    }
}

extension Session {
    func rowNames(of table: DerivedTable, after row: Int64, limit: Int) throws(StorageError) -> [RowName] {
        let columns = table.columns
        let wanted = """
            SELECT rowid AS row_id, coalesce(CAST(\(columns.name) AS TEXT), '') AS name,
                coalesce(CAST(\(columns.owner) AS TEXT), '') AS owner
            FROM \(table.rawValue) WHERE rowid > ? ORDER BY rowid LIMIT ?
            """
        return try rows(of: table.rawValue, wanted, [row, max(0, limit)]).map { row throws(StorageError) in
            RowName(row: try row.number("row_id"), name: try row.text("name"), owner: try row.text("owner"))
        }
    }

    func journalSequence(hash: [UInt8]) throws(StorageError) -> Int64? {
        try row(
            of: "journal", "SELECT sequence FROM journal WHERE hash = ? ORDER BY sequence LIMIT 1", [Data(hash)]
        )?.number("sequence")
    }
}
