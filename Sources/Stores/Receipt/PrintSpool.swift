import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage

/// One printer's queue. A print is claimed durably before its first byte leaves, and never sent twice: what was begun
/// and not finished is unknown, and the next print of that receipt is marked.
struct PrintSpool: Sendable {
    let storage: any StorageManagerType
    let environment: Environment
    let printers: any ReceiptPrinterService
    let press: ReceiptPress

    /// Prints what waits, in order, and stops at the first print that did not come out: the next would not either.
    func printPending(on address: DeviceAddress) async throws(Failure) -> [PrintReport] {
        let waiting = try reading { try $0.pendingPrintJobs(printer: address.description) }
        guard !waiting.isEmpty else { return [] }
        let printer: any ReceiptPrinter
        do throws(Failure) { printer = try printers.connect(address) } catch {
            return try failAll(waiting, error)
        }
        defer { printer.close() }
        try forgetInterrupted(on: address)
        var reports: [PrintReport] = []
        for job in waiting {
            guard let report = try await print(job, on: printer, at: address) else { continue }
            reports.append(report)
            if report.failure != nil { break }
        }
        return reports
    }

    /// Queues one more print of a receipt and prints it.
    func reprint(_ receipt: StoredReceipt, on address: DeviceAddress) async throws(Failure) -> PrintReport {
        let printer = try printers.connect(address)
        defer { printer.close() }
        try forgetInterrupted(on: address)
        let status = try await printer.status()
        if let obstacle = Failure.obstacle(status) { throw obstacle }
        let now = environment.now()
        let job = try writing { try $0.enqueuePrint(receipt: receipt.id, printer: address.description, at: now) }
        guard let report = try await print(job, on: printer, at: address) else { throw .printedElsewhere }
        return report
    }

    /// Whoever holds the printer knows that nobody else is printing: what was begun there was cut off.
    private func forgetInterrupted(on address: DeviceAddress) throws(Failure) {
        let now = environment.now()
        try writing { transaction in
            for job in try transaction.interruptedPrintJobs(printer: address.description) {
                try transaction.finishPrint(id: job.id, as: .unknown(.interrupted), at: now)
                try transaction.append(
                    kind: "receipt.printed", payment: nil,
                    encoding: PrintFact(job, end: .unknown(.interrupted)))
            }
        }
    }

    /// Nil when another process took the print first.
    private func print(
        _ waiting: PrintJob, on printer: any ReceiptPrinter, at address: DeviceAddress
    ) async throws(Failure) -> PrintReport? {
        guard let receipt = try reading({ try $0.receipt(id: waiting.receipt) }) else {
            throw .noReceipt(waiting.receipt.rawValue)
        }
        guard let job = try claim(waiting) else { return nil }
        let sheet = press.sheet(receipt.document, job.mark, for: address)
        environment.reached(Checkpoint.s10Printing.rawValue)
        let end = PrintEnd(await printer.print(sheet.bytes))
        let finished = environment.now()
        try writing { transaction in
            try transaction.finishPrint(id: job.id, as: end, at: finished)
            try transaction.append(
                kind: "receipt.printed", payment: receipt.payment, encoding: PrintFact(job, end: end))
        }
        environment.reached(Checkpoint.s10.rawValue)
        return PrintReport(
            receipt: job.receipt, copy: job.copy, mark: job.mark, end: end, text: sheet.text, bytes: sheet.bytes,
            replaced: sheet.replaced)
    }

    /// Committed before the first byte leaves. The mark is settled here: another process may have printed the original.
    private func claim(_ job: PrintJob) throws(Failure) -> PrintJob? {
        let now = environment.now()
        do throws(StorageError) { return try storage.write { try $0.claimPrint(id: job.id, at: now) } } catch {
            if case .conflict(.printState) = error { return nil }
            throw error.failure
        }
    }

    /// The printer could not even be opened: no byte left, and the receipts wait to be printed by hand.
    private func failAll(_ jobs: [PrintJob], _ failure: Failure) throws(Failure) -> [PrintReport] {
        jobs.map {
            PrintReport(
                receipt: $0.receipt, copy: $0.copy, mark: $0.mark, end: .failed(failure), text: "", bytes: [],
                replaced: [])
        }
    }

    private func reading<T>(_ work: (any StorageReader) throws -> T) throws(Failure) -> T {
        do throws(StorageError) { return try storage.read(work) } catch { throw error.failure }
    }

    private func writing<T>(_ work: (any StorageTransaction) throws -> T) throws(Failure) -> T {
        do throws(StorageError) { return try storage.write(work) } catch { throw error.failure }
    }
}

/// Journal kind `receipt.printed`: what went to paper, and how it ended as far as the printer could tell.
struct PrintFact: Hashable, Codable, Sendable {
    let receipt: ReceiptID
    let copy: ReceiptCopy
    let mark: PrintMark
    let printer: String
    let end: String
    let failure: Failure?

    init(_ job: PrintJob, end: PrintEnd) {
        receipt = job.receipt
        copy = job.copy
        mark = job.mark
        printer = job.printer
        switch end {
        case .confirmed: (self.end, failure) = ("confirmed", nil)
        case .probably: (self.end, failure) = ("probably", nil)
        case .failed(let why): (self.end, failure) = ("failed", why)
        case .unknown(let why): (self.end, failure) = ("unknown", why)
        }
    }
}

extension PrintEnd {
    init(_ result: PrintResult) {
        switch result {
        case .confirmed: self = .confirmed
        case .probably: self = .probably
        case .failed(let failure): self = .failed(failure)
        case .unknown(let failure): self = .unknown(failure)
        }
    }
}

extension Failure {
    static let interrupted = Failure(
        "printer.interrupted", "Till was stopped while this was printed; nobody knows how much of it came out.",
        remedy: "look for the paper, or print a duplicate", recovery: .askOperator)

    static let printedElsewhere = Failure(
        "printer.printedElsewhere", "Another process printed this just now.", remedy: "look for the paper",
        recovery: .retry)

    static func noReceipt(_ name: String) -> Failure {
        Failure(
            "receipt.notFound", name == "last" ? "There is no receipt yet." : "There is no receipt \(name).",
            remedy: "run `till receipts list`", recovery: .giveUp)
    }
}
