import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage

/// One printer's queue. A print is claimed durably before its first byte leaves, and never sent twice: what was begun
/// and not finished is unknown, and the next print of that receipt is marked.
struct PrintSpool: Sendable {
    let environment: Environment
    let storage: any StorageManagerType
    let printers: PrinterAccess
    let press: ReceiptPress

    /// For which printers something waits.
    func search() -> PrintSpoolEvent {
        do throws(Failure) {
            let waiting = try storage.reading { try $0.pendingPrintJobs(printer: nil) }
            return .found(waiting.compactMap { DeviceAddress($0.printer) })
        } catch { return .notFound(error) }
    }

    /// One round: prints what waits, in order, and stops at the first print that did not come out: the next would not
    /// either. What did not leave at all waits on.
    ///
    /// - Parameter asked: how often this round was asked for.
    /// - Returns: how it ended. The printer is free again by then.
    func round(on address: DeviceAddress, asked: Int, tell: (PrintSpoolEvent) -> Void) async -> PrintSpoolEvent {
        do throws(Failure) {
            let waiting = try storage.reading { try $0.pendingPrintJobs(printer: address.description) }
            if !waiting.isEmpty { try await printAll(waiting, on: address, tell) }
            return .rested(address, asked: asked)
        } catch { return .halted(address, error) }
    }

    private func printAll(
        _ waiting: [PrintJob], on address: DeviceAddress, _ tell: (PrintSpoolEvent) -> Void
    ) async throws(Failure) {
        var isBegun = false
        do throws(Failure) {
            try await printers.with(address) { printer throws(Failure) in
                isBegun = true
                try forgetInterrupted(on: address)
                for job in waiting {
                    guard let report = try await print(job, on: printer, at: address, waitsOn: true) else { continue }
                    tell(.printed(address, report))
                    if let failure = report.failure { throw failure }
                }
            }
        } catch {
            for job in isBegun ? [] : waiting { tell(.printed(address, PrintReport(job, notBegun: error))) }
            throw error
        }
    }

    /// Prints a receipt once more; or its original, where that still waits for this printer.
    func reprint(_ receipt: StoredReceipt, on address: DeviceAddress) async throws(Failure) -> PrintReport {
        try await printers.with(address) { printer throws(Failure) in
            try forgetInterrupted(on: address)
            let (job, isOriginal) = try enqueue(receipt, for: address)
            guard let report = try await print(job, on: printer, at: address, waitsOn: isOriginal) else {
                throw .printedElsewhere
            }
            return report
        }
    }

    private func enqueue(
        _ receipt: StoredReceipt, for address: DeviceAddress
    ) throws(Failure) -> (job: PrintJob, isOriginal: Bool) {
        let now = environment.now()
        return try storage.writing { transaction in
            let waiting = try transaction.printJobs(receipt: receipt.id).first {
                $0.state == .pending && $0.mark == .original && $0.printer == address.description
            }
            if let waiting { return (waiting, true) }
            return (try transaction.enqueuePrint(receipt: receipt.id, printer: address.description, at: now), false)
        }
    }

    /// Whoever holds the printer knows that nobody else is printing: what was begun there was cut off.
    private func forgetInterrupted(on address: DeviceAddress) throws(Failure) {
        let now = environment.now()
        try storage.writing { transaction in
            for job in try transaction.interruptedPrintJobs(printer: address.description) {
                try transaction.finishPrint(id: job.id, as: .unknown(.interrupted), at: now)
                try transaction.append(
                    kind: "receipt.printed", payment: nil,
                    encoding: PrintFact(job, end: .unknown(.interrupted)))
            }
        }
    }

    /// Nil when another process took the print first. Of which no byte left is queued again, where it is to wait on.
    private func print(
        _ waiting: PrintJob, on printer: any ReceiptPrinter, at address: DeviceAddress, waitsOn: Bool
    ) async throws(Failure) -> PrintReport? {
        guard let receipt = try storage.reading({ try $0.receipt(id: waiting.receipt) }) else {
            throw .noReceipt(waiting.receipt.rawValue)
        }
        guard let job = try claim(waiting) else { return nil }
        let sheet = press.sheet(receipt.document, job.mark, for: address)
        environment.reached(Checkpoint.s10Printing.rawValue)
        let end = PrintEnd(await printer.print(sheet.bytes))
        let finished = environment.now()
        try storage.writing { transaction in
            try transaction.finishPrint(id: job.id, as: end, at: finished)
            if case .failed = end, waitsOn { try transaction.requeuePrint(id: job.id) }
            try transaction.append(
                kind: "receipt.printed", payment: receipt.payment, encoding: PrintFact(job, end: end))
        }
        environment.reached(Checkpoint.s10.rawValue)
        let report = PrintReport(
            receipt: job.receipt, copy: job.copy, mark: job.mark, end: end, text: sheet.text, bytes: sheet.bytes,
            replaced: sheet.replaced)
        let failure = report.failure.map { [LogField.failure($0)] } ?? []
        environment.writeLog(
            LogEntry(
                failure.isEmpty ? .receiptPrinted : .receiptNotPrinted,
                [.payment(receipt.payment), .receipt(job.receipt), .device(address)] + failure))
        return report
    }

    /// Committed before the first byte leaves. The mark is settled here: another process may have printed the original.
    private func claim(_ job: PrintJob) throws(Failure) -> PrintJob? {
        let now = environment.now()
        return try asFailure { () throws(StorageError) in
            do throws(StorageError) {
                return try storage.write { try $0.claimPrint(id: job.id, at: now) }
            } catch .conflict(.printState) { return nil }
        }
    }
}

extension PrintReport {
    /// The printer could not be had: no byte left, and it waits on.
    fileprivate init(_ job: PrintJob, notBegun failure: Failure) {
        self.init(
            receipt: job.receipt, copy: job.copy, mark: job.mark, end: .failed(failure), text: "", bytes: [],
            replaced: [])
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
