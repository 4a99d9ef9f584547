import Foundation
import GRDB
import Model

// Deletes receipts that nobody has to keep any more. The receipts of one payment go together, because the document of one
// may refer to that of another.
extension Session {
    func agedReceiptOwners(
        before time: Date, keepingNewest kept: Int, limit: Int
    ) throws(StorageError) -> [PaymentID] {
        let newest = "SELECT rowid AS row_id FROM receipts ORDER BY rowid DESC LIMIT 1 OFFSET ?"
        guard let last = try row(of: "receipts", newest, [max(0, kept)])?.number("row_id") else { return [] }
        var (owners, seen, place) = ([PaymentID](), Set<String>(), Int64.min)
        while true {
            let page = try rows(
                of: "receipts",
                """
                SELECT rowid AS row_id, payment, created_at FROM receipts WHERE rowid > ? AND rowid <= ?
                ORDER BY rowid LIMIT ?
                """, [place, last, Self.pageOfReceipts])
            var areOld = false
            for row in page {
                place = try row.number("row_id")
                let owner = try row.text("payment")
                guard try row.date("created_at") < time else { continue }
                areOld = true
                guard seen.insert(owner).inserted, try isAged(owner, before: time, upTo: last) else { continue }
                owners.append(PaymentID(rawValue: owner))
                if owners.count >= limit { return owners }
            }
            guard areOld else { return owners }
        }
    }

    private static let pageOfReceipts = 1_000

    private func isAged(_ owner: String, before time: Date, upTo last: Int64) throws(StorageError) -> Bool {
        for (_, row) in try receiptRows(of: owner) {
            guard try row.date("created_at") < time, try row.number("row_id") <= last else { return false }
        }
        for (receipt, _) in try receiptRows(of: owner) {
            let states = try printStates(of: receipt)
            guard states.leaveNothingToDo else { return false }
        }
        return true
    }

    /// The ids and rows of an owner's receipts. Each half uses an index of its own.
    private func receiptRows(of owner: String) throws(StorageError) -> [(id: String, row: StoredRow)] {
        let columns = "SELECT rowid AS row_id, id, created_at FROM receipts WHERE payment = ?"
        let standing = try rows(of: "receipts", columns + " AND withdrawn_at IS NULL", [owner])
        let withdrawn = try rows(of: "receipts", columns + " AND withdrawn_at IS NOT NULL", [owner])
        return try (standing + withdrawn).map { row throws(StorageError) in (try row.text("id"), row) }
    }

    private func printStates(of receipt: String) throws(StorageError) -> [PrintState] {
        try rows(
            of: "print_jobs", "SELECT id AS row_id, state FROM print_jobs WHERE receipt = ? ORDER BY id", [receipt]
        ).map { row throws(StorageError) in try row.word("state", as: PrintState.self) }
    }

    func dropReceipts(of owners: [PaymentID]) throws(StorageError) -> Int {
        var count = 0
        for owner in owners {
            for (receipt, _) in try receiptRows(of: owner.rawValue) {
                try attempt {
                    try execute("DELETE FROM print_jobs WHERE receipt = ?", [receipt])
                    try execute("DELETE FROM receipts WHERE id = ?", [receipt])
                }
                count += 1
            }
        }
        return count
    }
}

extension [PrintState] {
    /// Whether a receipt with these prints, in the order in which they were asked for, is no task for anybody: none waits
    /// or runs, and after each that failed or became unknown another one came out.
    package var leaveNothingToDo: Bool {
        let open = lastIndex { state in
            switch state {
            case .pending, .printing, .failed, .unknown: true
            case .confirmed, .probably, .voided: false
            }
        }
        guard let open else { return true }
        guard !contains(.pending), !contains(.printing) else { return false }
        return self[(open + 1)...].contains { $0 == .confirmed || $0 == .probably }
    }
}
