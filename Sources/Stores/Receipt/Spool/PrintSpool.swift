import Failures
import Flow
import Foundation
import Hardware
import LogEvents
import Model
import Receipts
import Storage
import Payments

/// One printer's queue. A print is claimed durably before its first byte is sent, and never sent twice: one that was
/// begun and not finished is unknown, and the next print of that receipt is marked as a duplicate.
struct PrintSpool: Sendable {
    let environment: Environment
    let storage: any StorageManagerType
    let printers: PrinterAccess
    let renderer: ReceiptRenderer
    /// Called with each print that is found to have been cut off.
    let tellCutOff: @Sendable (CutOffPrint) -> Void

    /// Finds the printers with waiting prints, or with prints that were begun by a process that died.
    func search() -> PrintSpoolEvent {
        do throws(Failure) {
            let open = try storage.reading {
                try $0.pendingPrintJobs(printer: nil) + $0.interruptedPrintJobs(printer: nil)
            }
            return .found(open.compactMap { DeviceAddress($0.printer) })
        } catch { return .notFound(error) }
    }

    /// One pass: prints what waits, in order, and stops at the first print that fails, because the next would fail too.
    /// A print of which no byte was sent goes to a stand-in if there is one; otherwise it goes on waiting.
    ///
    /// - Parameter asked: how often this pass was requested.
    /// - Returns: how it ended. The printer is free again by then.
    func round(on home: DeviceAddress, asked: Int, tell: (PrintSpoolEvent) -> Void) async -> PrintSpoolEvent {
        var isBegun = false
        do throws(Failure) {
            try await forgetInterrupted(at: home)
            try await printers.firstToServe(for: home) { (place, because) throws(Failure) in
                guard !(try waiting(for: home)).isEmpty else { return }
                try await with(place) { printer throws(Failure) in
                    isBegun = true
                    try await printAll(waiting(for: home), PrintTarget(printer, place, home.description, because)) {
                        tell(.printed(home, $0))
                    }
                }
            }
            return .rested(home, asked: asked)
        } catch {
            let untouched = isBegun ? [] : (try? waiting(for: home)) ?? []
            for job in untouched { tell(.printed(home, PrintReport(job, home, notBegun: error))) }
            return .halted(home, error)
        }
    }

    private func waiting(for home: DeviceAddress) throws(Failure) -> [PrintJob] {
        try storage.reading { try $0.pendingPrintJobs(printer: home.description) }
    }

    /// The printer on which a print is made.
    private struct PrintTarget {
        let printer: any ReceiptPrinter
        let place: DeviceAddress
        /// The address of the printer for which it waits again if no byte of it was sent; nil if it is not to wait.
        let home: String?
        /// Why the print is not made on the printer in whose queue it waited.
        let because: Failure?
        /// The requester of the print; nil if the till prints it by itself.
        let by: Requester?

        init(
            _ printer: any ReceiptPrinter, _ place: DeviceAddress, _ home: String?, _ because: Failure? = nil,
            by requester: Requester? = nil
        ) {
            by = requester
            self.printer = printer
            self.place = place
            self.home = home
            self.because = because
        }
    }

    /// Marks the interrupted prints there as unknown. The printer is only locked for that, not used.
    func forgetInterrupted(at home: DeviceAddress) async throws(Failure) {
        guard try storage.reading({ try !$0.interruptedPrintJobs(printer: home.description).isEmpty }) else { return }
        try await printers.claiming(home) { () throws(Failure) in try forgetInterrupted(on: home) }
    }

    private func printAll(_ waiting: [PrintJob], _ target: PrintTarget, _ tell: (PrintReport) -> Void)
        async throws(Failure)
    {
        for job in waiting {
            guard let report = try await print(job, target) else { continue }
            tell(report)
            if let failure = report.failure { throw failure }
        }
    }

    /// Prints a receipt this many times more. Its original comes first if that still waits, for whichever printer. It ends
    /// at the first print that fails.
    func reprint(
        _ receipt: StoredReceipt, copies: Int, on address: DeviceAddress, by requester: Requester?
    ) async throws(Failure) -> [PrintReport] {
        let wish = try storage.reading { try PrintWish(receipt, in: $0) }
        return try await with(address) { printer throws(Failure) in
            var reports: [PrintReport] = []
            while reports.count < copies, reports.last?.failure == nil {
                reports.append(try await printOnce(wish, printer, address, requester))
            }
            return reports
        }
    }

    func reprint(
        _ receipt: StoredReceipt, on address: DeviceAddress, by requester: Requester?
    ) async throws(Failure) -> PrintReport {
        let wish = try storage.reading { try PrintWish(receipt, in: $0) }
        return try await with(address) { printer throws(Failure) in
            try await printOnce(wish, printer, address, requester)
        }
    }

    /// Prints the original; refuses if it may be on paper already.
    func printOriginal(
        _ receipt: StoredReceipt, on address: DeviceAddress, by requester: Requester?
    ) async throws(Failure) -> PrintReport {
        // The check needs no printer. It is repeated because another process may have printed it while this one waited
        // for the printer.
        try refuse(printedBefore: receipt)
        let wish = try storage.reading { try PrintWish(receipt, in: $0) }
        return try await with(address) { printer throws(Failure) in
            try refuse(printedBefore: receipt)
            return try await printOnce(wish, printer, address, requester)
        }
    }

    private func refuse(printedBefore receipt: StoredReceipt) throws(Failure) {
        guard try storage.reading({ try $0.begunPrints(receipt: receipt.id) }) == 0 else { throw .printedBefore }
    }

    /// Sends bytes that are no receipt. They are not stored: a failed print is not tried again.
    func send(_ data: PrintData, to address: DeviceAddress) async throws(Failure) -> PrintEnd {
        try await with(address) { printer throws(Failure) in try await send(data, on: printer, at: address) }
    }

    /// Sends bytes that are no receipt to a printer that has been brought back from an interrupted command.
    func send(
        _ data: PrintData, on printer: any ReceiptPrinter, at address: DeviceAddress
    ) async throws(Failure) -> PrintEnd {
        // If the process dies, nobody can report how it ended.
        try storage.writing { try CutOffCommands.note(data.bytes.count, at: address, in: $0) }
        let end = PrintEnd(await printer.print(data))
        if case .unknown = end { return end }
        try storage.writing { try CutOffCommands.forget(at: address, in: $0) }
        return end
    }

    private func printOnce(
        _ wish: PrintWish, _ printer: any ReceiptPrinter, _ address: DeviceAddress, _ requester: Requester?
    ) async throws(Failure) -> PrintReport {
        let (job, home) = try enqueue(wish, for: address)
        let target = PrintTarget(printer, address, home, by: requester)
        if let report = try await print(job, target) { return report }
        // The print was given up, or another process took it, after it was queued.
        try storage.reading { try wish.check(in: $0) }
        throw .printedElsewhere
    }

    /// The original if it waits for a printer, whichever it is: until its claim it stays there, so that a process that is
    /// stopped leaves one print and not two. Otherwise a new print, which waits for no printer.
    private func enqueue(_ wish: PrintWish, for address: DeviceAddress) throws(Failure) -> (PrintJob, home: String?) {
        let now = environment.now()
        return try storage.writing { transaction in
            try wish.check(in: transaction)
            let receipt = wish.receipt.id
            let waiting = try transaction.printJobs(receipt: receipt).first {
                $0.state == .pending && $0.mark == .original
            }
            if let waiting { return (waiting, waiting.printer) }
            return (try transaction.enqueuePrint(receipt: receipt, printer: address.description, at: now), nil)
        }
    }

    /// Runs the work on the printer if its status allows a print.
    private func with<Value>(
        _ address: DeviceAddress, _ work: (any ReceiptPrinter) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await printers.withPrinter(address) { printer throws(Failure) in
            if let obstacle = Failure.obstacle(try await bringBack(printer, at: address)) { throw obstacle }
            return try await work(printer)
        }
    }

    /// The status of the printer, brought back from an interrupted command if it may be used.
    func bringBack(_ printer: any ReceiptPrinter, at address: DeviceAddress) async throws(Failure) -> PrinterStatus {
        try forgetInterrupted(on: address)
        guard let lacking = try storage.reading({ try CutOffCommands.lacking(at: address, in: $0) }) else {
            return try await printers.status(of: printer, at: address)
        }
        let recovery = renderer.recovery(of: address, lacking: lacking)
        let said = try await printers.status(of: printer, at: address, after: recovery)
        if Failure.obstacle(said) == nil {
            try storage.writing { try CutOffCommands.forget(at: address, in: $0) }
        }
        return said
    }

    /// Marks the interrupted prints on a printer that this process holds: nobody else is printing there, so a print
    /// that was begun there was cut off.
    private func forgetInterrupted(on address: DeviceAddress) throws(Failure) {
        let now = environment.now()
        let cutOff = try storage.writing { transaction in
            try transaction.interruptedPrintJobs(printer: address.description).map { job in
                let payment = try transaction.receipt(id: job.receipt)?.payment
                try transaction.finishPrint(id: job.id, as: .unknown(.interrupted), at: now)
                try CutOffCommands.note(at: address, in: transaction)
                try transaction.append(
                    kind: PrintFact.kind, payment: payment, encoding: PrintFact(job, end: .unknown(.interrupted)))
                return CutOffPrint(job, of: payment)
            }
        }
        for print in cutOff { tellCutOff(print) }
    }

    /// Prints a waiting print; returns nil if another process took it first. If no byte of it was sent, it is queued
    /// again if it should keep waiting.
    private func print(_ waiting: PrintJob, _ target: PrintTarget) async throws(Failure) -> PrintReport? {
        guard let receipt = try storage.reading({ try $0.receipt(id: waiting.receipt) }) else {
            throw .noReceipt(waiting.receipt.rawValue)
        }
        guard let job = try claim(waiting, of: receipt, target) else { return nil }
        let rendered = renderer.render(receipt.document, job.mark, for: target.place)
        environment.reached(Checkpoint.s10Printing.rawValue)
        let end = PrintEnd(await printers.print(rendered.data, on: target.printer, at: target.place))
        try finish(job, of: receipt, as: end, target)
        environment.reached(Checkpoint.s10.rawValue)
        let report = PrintReport(
            receipt: job.receipt, copy: job.copy, mark: job.mark, end: end, printer: target.place,
            insteadBecause: target.because, text: rendered.text, bytes: rendered.data.bytes, replaced: rendered.replaced
        )
        let failure = report.failure.map { [LogField.failure($0)] } ?? []
        environment.writeLog(
            LogEntry(
                failure.isEmpty ? .receiptPrinted : .receiptNotPrinted,
                [.payment(receipt.payment), .receipt(job.receipt), .device(target.place)] + failure))
        return report
    }

    private func finish(
        _ job: PrintJob, of receipt: StoredReceipt, as end: PrintEnd, _ target: PrintTarget
    ) throws(Failure) {
        let now = environment.now()
        try storage.writing(sync(of: end)) { transaction in
            try transaction.finishPrint(id: job.id, as: end, at: now)
            if case .unknown = end { try CutOffCommands.note(at: target.place, in: transaction) }
            // A receipt that was withdrawn meanwhile is not queued again.
            if case .failed = end, let home = target.home, try transaction.receipt(id: job.receipt)?.stands ?? false {
                try transaction.requeuePrint(id: job.id)
                try transaction.movePrint(id: job.id, to: home)
            }
            try transaction.append(
                kind: PrintFact.kind, payment: receipt.payment,
                encoding: PrintFact(job, end: end, by: target.by))
        }
    }

    /// When it is on the disk how a print ended. If a power cut undoes that, the print is in doubt. So the end of a print
    /// that came out may wait for the next commit, such as the beginning of the next print, or for the end of the process.
    /// A print of which no byte was sent must not come into doubt.
    private func sync(of end: PrintEnd) -> CommitSync {
        switch end {
        case .confirmed, .probably: .withNext
        case .failed, .unknown: .now
        }
    }

    /// Claims the print. It is committed before the first byte is sent, with its move if another printer takes it.
    /// The duplicate mark is decided here, because another process may have printed the original, or the till itself after
    /// the backup from which it was restored.
    private func claim(_ job: PrintJob, of receipt: StoredReceipt, _ target: PrintTarget) throws(Failure) -> PrintJob? {
        let now = environment.now()
        return try asFailure { () throws(StorageError) in
            do throws(StorageError) {
                return try storage.write { transaction in
                    try move(job, of: receipt, target, in: transaction)
                    try RestoredPrint.note(of: job, in: transaction, at: now)
                    return try transaction.claimPrint(id: job.id, at: now)
                }
            } catch .conflict(.printState) { return nil }
        }
    }

    private func move(
        _ job: PrintJob, of receipt: StoredReceipt, _ target: PrintTarget, in transaction: any StorageTransaction
    ) throws {
        let place = target.place.description
        guard job.printer != place else { return }
        try transaction.movePrint(id: job.id, to: place)
        // The same printer with other options is no move.
        guard !job.isFor(printer: place) else { return }
        try transaction.append(
            kind: "receipt.moved", payment: receipt.payment,
            encoding: MoveFact(job, to: target.place, because: target.because))
    }
}

extension PrintReport {
    /// The printer could not be used: no byte was sent, and the print goes on waiting.
    fileprivate init(_ job: PrintJob, _ printer: DeviceAddress, notBegun failure: Failure) {
        self.init(
            receipt: job.receipt, copy: job.copy, mark: job.mark, end: .failed(failure), printer: printer,
            insteadBecause: nil, text: "", bytes: [], replaced: [])
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
        PrintJob.cutOff, Sentence("failure.printer.interrupted"), remedy: Sentence("remedy.printer.interrupted"),
        recovery: .askOperator)

    static let printedElsewhere = Failure(
        PrinterFailure.printedElsewhere, Sentence("failure.printer.printedElsewhere"),
        remedy: Sentence("remedy.printer.printedElsewhere"), recovery: .retry)

    static let printedBefore = Failure(
        ReceiptFailure.printedBefore, Sentence("failure.receipt.printedBefore"),
        remedy: Sentence("remedy.receipt.printedBefore"), recovery: .giveUp)

    /// No receipt has this name. Receipts from before `time` were dropped because they were old; none were if it is
    /// nil.
    static func noReceipt(_ name: String, keptSince time: Date? = nil) -> Failure {
        Failure(
            ReceiptFailure.notFound,
            name == "last"
                ? Sentence("failure.receipt.notFound.none")
                : Sentence("failure.receipt.notFound.named", ["receipt": name]),
            remedy: time.map { Sentence("remedy.receipt.notFound.dropped", ["day": WrittenMoment(day: $0)]) }
                ?? Sentence("remedy.receipt.notFound"), recovery: .giveUp)
    }
}
