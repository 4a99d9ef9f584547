import Flow
import Foundation
import GRDB
import Model

extension Session {
    func printJob(id: PrintJobID) throws(StorageError) -> PrintJob? {
        try printJobs("WHERE id = ?", [id.rawValue]).first
    }

    func printJobs(receipt: ReceiptID) throws(StorageError) -> [PrintJob] {
        try printJobs("WHERE receipt = ? ORDER BY id", [receipt.rawValue])
    }

    func pendingPrintJobs(printer: String?) throws(StorageError) -> [PrintJob] {
        let all = try printJobs("WHERE state = 'pending' ORDER BY id", [])
        return printer.map { printer in all.filter { $0.isFor(printer: printer) } } ?? all
    }

    func interruptedPrintJobs(printer: String?) throws(StorageError) -> [PrintJob] {
        let all = try printJobs("WHERE state = 'printing' ORDER BY id", [])
        return printer.map { printer in all.filter { $0.isFor(printer: printer) } } ?? all
    }

    func doubtfulPrintJobs() throws(StorageError) -> [PrintJob] {
        try printJobs(
            """
            WHERE (state = 'printing' OR state = 'unknown')
                AND EXISTS (SELECT 1 FROM receipts WHERE id = print_jobs.receipt AND withdrawn_at IS NULL)
                AND NOT EXISTS (SELECT 1 FROM print_jobs AS other WHERE other.receipt = print_jobs.receipt
                    AND other.state IN ('confirmed', 'probably') AND other.started_at >= print_jobs.started_at)
            ORDER BY id
            """, [])
    }

    func unprintedJobs(amongNewest limit: Int) throws(StorageError) -> [PrintJob] {
        let waiting = try pendingPrintJobs(printer: nil)
        let failed = try printJobs(
            """
            WHERE id > (SELECT coalesce(max(id), 0) FROM print_jobs) - ? AND state = 'failed'
                AND EXISTS (SELECT 1 FROM receipts WHERE id = print_jobs.receipt AND withdrawn_at IS NULL)
                AND NOT EXISTS (SELECT 1 FROM print_jobs AS other WHERE other.receipt = print_jobs.receipt
                    AND other.state IN ('printing', 'confirmed', 'probably', 'unknown'))
            ORDER BY id
            """, [limit])
        return (waiting + failed).sorted { $0.id.rawValue < $1.id.rawValue }
    }

    func begunPrints(receipt: ReceiptID) throws(StorageError) -> Int {
        try printJobs(receipt: receipt).count { $0.state.wasBegun }
    }

    func enqueuePrint(receipt: ReceiptID, printer: String, at time: Date) throws(StorageError) -> PrintJob {
        guard let stored = try self.receipt(id: receipt), stored.stands else {
            throw .missing(.receipt, id: "\(receipt)")
        }
        let before = try printJobs(receipt: receipt).filter { $0.state != .failed && $0.state != .voided }
        try attempt {
            try execute(
                """
                INSERT INTO print_jobs (receipt, copy, duplicate, printer, state, created_at)
                VALUES (?, ?, ?, ?, 'pending', ?)
                """,
                [
                    receipt.rawValue, stored.copy.rawValue, PrintJob.duplicateNumber(after: before), printer,
                    time.milliseconds,
                ])
        }
        return try existingJob(PrintJobID(rawValue: database.lastInsertedRowID))
    }

    func claimPrint(id: PrintJobID, at time: Date) throws(StorageError) -> PrintJob {
        let job = try existingJob(id)
        guard job.state == .pending else { throw .conflict(.printState(id, job.state)) }
        let begun = try printJobs(receipt: job.receipt).filter(\.state.wasBegun)
        try attempt {
            try execute(
                "UPDATE print_jobs SET state = 'printing', duplicate = ?, started_at = ? WHERE id = ?",
                [PrintJob.duplicateNumber(after: begun), time.milliseconds, id.rawValue])
        }
        return try existingJob(id)
    }

    func finishPrint(id: PrintJobID, as end: PrintEnd, at time: Date) throws(StorageError) {
        let job = try existingJob(id)
        guard job.state == .printing else { throw .conflict(.printState(id, job.state)) }
        try attempt {
            try execute(
                """
                UPDATE print_jobs SET state = ?, failure_code = ?, failure_sentence = ?, finished_at = ? WHERE id = ?
                """,
                [end.state.rawValue, end.failure?.code, end.failure?.said.stored, time.milliseconds, id.rawValue])
        }
    }

    func requeuePrint(id: PrintJobID) throws(StorageError) {
        let job = try existingJob(id)
        guard job.state == .failed else { throw .conflict(.printState(id, job.state)) }
        try attempt {
            try execute(
                "UPDATE print_jobs SET state = 'pending', started_at = NULL, finished_at = NULL WHERE id = ?",
                [id.rawValue])
        }
    }

    func waivePrints(receipt: ReceiptID) throws(StorageError) -> [PrintJob] {
        let waived = try printJobs(receipt: receipt).filter { $0.state == .pending || $0.state == .failed }
        try attempt {
            try execute(
                """
                UPDATE print_jobs SET state = 'voided', started_at = NULL, finished_at = NULL
                    WHERE receipt = ? AND state IN ('pending', 'failed')
                """, [receipt.rawValue])
        }
        return waived
    }

    func movePrint(id: PrintJobID, to printer: String) throws(StorageError) {
        let job = try existingJob(id)
        guard job.state == .pending else { throw .conflict(.printState(id, job.state)) }
        try attempt { try execute("UPDATE print_jobs SET printer = ? WHERE id = ?", [printer, id.rawValue]) }
    }

    private func existingJob(_ id: PrintJobID) throws(StorageError) -> PrintJob {
        guard let job = try printJob(id: id) else { throw .missing(.print, id: "\(id)") }
        return job
    }

    private func printJobs(_ clause: String, _ arguments: StatementArguments) throws(StorageError) -> [PrintJob] {
        try rows(of: "print_jobs", "SELECT rowid AS row_id, * FROM print_jobs \(clause)", arguments)
            .map { row throws(StorageError) in try PrintJob(row) }
    }
}

extension PrintJob {
    /// The number of the next duplicate after these prints; nil for the original when there are none.
    package static func duplicateNumber(after jobs: [PrintJob]) -> Int? {
        jobs.isEmpty ? nil : (jobs.compactMap(\.mark.duplicateNumber).max() ?? 0) + 1
    }
}

extension PrintState {
    /// Whether bytes may have reached paper.
    package var wasBegun: Bool {
        switch self {
        case .pending, .failed, .voided: false
        case .printing, .confirmed, .probably, .unknown: true
        }
    }
}

extension PrintMark {
    /// Nil for the original.
    package var duplicateNumber: Int? {
        switch self {
        case .original: nil
        case .duplicate(let number, at: _): number
        }
    }
}

extension PrintEnd {
    package var state: PrintState {
        switch self {
        case .confirmed: .confirmed
        case .probably: .probably
        case .failed: .failed
        case .unknown: .unknown
        }
    }

    /// The failure that explains why there may be no paper.
    package var failure: Failure? {
        switch self {
        case .confirmed, .probably: nil
        case .failed(let failure), .unknown(let failure): failure
        }
    }
}

extension Sentence {
    /// The text for the column `failure_sentence`: key and arguments as JSON; a text without a key as it is.
    fileprivate var stored: String {
        guard code != nil, let json = try? StoredJSON.text(self) else { return description }
        return json
    }

    /// Reads what the column `failure_sentence` holds, also in the form of releases that stored the English text alone.
    ///
    /// - Parameter code: the failure's code, for the sentence of a release that stored the English text alone.
    fileprivate init(stored text: String, of code: String?) {
        if text.hasPrefix("{"), let sentence = try? StoredJSON.value(Sentence.self, from: text) {
            self = sentence
        } else {
            self = code.map { Sentence(failure: $0, saying: text) } ?? Sentence(stored: text)
        }
    }
}

extension PrintJob {
    fileprivate init(_ row: StoredRow) throws(StorageError) {
        let duplicate = try row.optionalCount("duplicate")
        let createdAt = try row.date("created_at")
        let startedAt = try row.optionalDate("started_at")
        let code = try row.optionalText("failure_code")
        self.init(
            id: PrintJobID(rawValue: try row.number("id")), receipt: ReceiptID(rawValue: try row.text("receipt")),
            copy: try row.word("copy", as: ReceiptCopy.self),
            mark: duplicate.map { .duplicate($0, at: startedAt ?? createdAt) } ?? .original,
            printer: try row.text("printer"), state: try row.word("state", as: PrintState.self),
            failureCode: code,
            failureSentence: try row.optionalText("failure_sentence").map { Sentence(stored: $0, of: code) },
            createdAt: createdAt, startedAt: startedAt,
            finishedAt: try row.optionalDate("finished_at"))
    }
}
