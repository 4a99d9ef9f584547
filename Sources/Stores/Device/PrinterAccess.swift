import Failures
import Flow
import Hardware
import Model
import Storage

/// Gives this process exclusive use of a printer for one piece of work.
struct PrinterAccess: Sendable {
    let environment: Environment
    /// Keeps two processes from using one printer; a file counts as a printer.
    let locks: any DeviceLocks
    let printers: any ReceiptPrinterService
    let policy: PrintPolicy
    let open = OpenPrinters()
    /// Passes events on to the state. It never blocks.
    let told: @Sendable (PrinterEvent) -> Void

    /// Locks the printer and opens it, whatever its status. If a print of this process has it and waits, for paper perhaps, that
    /// is thrown.
    func withPrinter<Value>(
        _ address: DeviceAddress, _ work: (any ReceiptPrinter) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        do throws(Failure) { return try await opening(address, work) } catch {
            guard error == .printerInUse, let obstacle = open.obstacle(at: address) else { throw error }
            throw obstacle
        }
    }

    private func opening<Value>(
        _ address: DeviceAddress, _ work: (any ReceiptPrinter) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await claiming(address) { () async throws(Failure) in
            do throws(Failure) {
                let printer = try printers.connect(address)
                open.enter(printer, at: address)
                defer {
                    open.leave(address)
                    printer.close()
                }
                return try await work(printer)
            } catch {
                if error.belongs(to: LineFailure.self) { told(.said(address, PrinterStatus())) }
                throw error
            }
        }
    }

    /// Locks the printer for the work without opening it.
    func claiming<Value>(
        _ address: DeviceAddress, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let claim = try await environment.retrying(.briefly) { () throws(Failure) in
            try locks.take(printer: address)
        }
        defer { claim.release() }
        return try await work()
    }

    /// The printer's status, which is passed on to the state.
    ///
    /// - Parameter recovery: the bytes that bring back a printer that may be inside an interrupted command.
    func status(
        of printer: any ReceiptPrinter, at address: DeviceAddress, after recovery: [UInt8] = []
    ) async throws(Failure) -> PrinterStatus {
        do throws(Failure) {
            let said = try await printer.status(after: recovery)
            told(.said(address, said))
            return said
        } catch { throw open.isGivenUp(address) ? .notBegun : error }
    }

    /// Prints, and passes on what the print waits for.
    func print(_ data: PrintData, on printer: any ReceiptPrinter, at address: DeviceAddress) async -> PrintResult {
        told(.began(address))
        defer { told(.ended(address)) }
        let result = await printer.print(data, patience: policy.patience(at: address)) { [told, open] progress in
            switch progress {
            case .goesOn(let status):
                open.waits(address, for: nil)
                told(.goesOn(address, status))
            case .waits(let why, let status):
                open.waits(address, for: why)
                told(.waits(address, why, status))
            }
        }
        open.waits(address, for: nil)
        return open.isGivenUp(address) ? result.because(.notAwaited) : result
    }

    /// Stops waiting for the current print.
    func giveUp() { _ = environment.spawn("printers.giveUp") { [open] in open.giveUp() } }

    /// Runs the work on the first usable printer, either the one named or one of its stand-ins; throws why the one
    /// named cannot be used.
    func firstToServe<Value>(
        for address: DeviceAddress, _ attempt: (DeviceAddress, _ because: Failure?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var because: Failure?
        for place in [address] + policy.standIns(address) {
            do throws(Failure) { return try await attempt(place, because) } catch {
                // The printer works, but for another process.
                if because == nil, error == .printerInUse { throw error }
                because = because ?? error
            }
        }
        throw because ?? .printerInUse
    }
}

extension PrintResult {
    /// The result with another reason.
    fileprivate func because(_ failure: Failure) -> PrintResult {
        switch self {
        case .confirmed, .probably: self
        case .failed: .failed(failure)
        case .unknown: .unknown(failure)
        }
    }
}

extension Failure {
    fileprivate static let notAwaited = notAwaited(Sentence("remedy.printer.notAwaited.begun"))

    /// The failure of a print that nobody waits for any more, and of which no byte was sent.
    fileprivate static let notBegun = notAwaited(Sentence("remedy.printer.notAwaited.notBegun"))

    private static func notAwaited(_ remedy: Sentence) -> Failure {
        Failure(
            PrinterFailure.notAwaited, Sentence("failure.printer.notAwaited.notAwaited"),
            remedy: remedy, recovery: .askOperator)
    }

    /// The obstacle that this status is to a receipt; nil if none is known. An unknown state is no obstacle.
    package static func obstacle(_ status: PrinterStatus) -> Failure? {
        if status.paper == .out {
            return Failure(
                PrinterFailure.paperOut, Sentence("failure.printer.paperOut"),
                remedy: Sentence("remedy.printer.paperOut"), recovery: .askOperator)
        }
        if status.cover == .open {
            return Failure(
                PrinterFailure.coverOpen, Sentence("failure.printer.coverOpen"),
                remedy: Sentence("remedy.printer.coverOpen.obstacle"), recovery: .askOperator)
        }
        switch status.fault {
        case .jammed: return jammed
        case .other:
            return Failure(
                PrinterFailure.fault, Sentence("failure.printer.fault.other"),
                remedy: Sentence("remedy.printer.fault.other"), recovery: .askOperator)
        case nil: break
        }
        if status.online == false {
            return Failure(
                PrinterFailure.offline, Sentence("failure.printer.offline"),
                remedy: Sentence("remedy.printer.offline.other"), recovery: .askOperator)
        }
        return nil
    }

    private static let jammed = Failure(
        PrinterFailure.jammed, Sentence("failure.printer.jammed.jammed"),
        remedy: Sentence("remedy.printer.jammed.jammed"), recovery: .askOperator)
}
