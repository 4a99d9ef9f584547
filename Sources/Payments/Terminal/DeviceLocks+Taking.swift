import Failures
import Flow
import Model
import Storage

/// Locks a device for one process, and within it for one piece of work (docs/decisions/0007-claims.md).
extension DeviceLocks {
    /// Locks the terminal; throws `payment.terminalBusy` if other work has it.
    package func take(terminal: DeviceAddress) throws(Failure) -> any DeviceLock {
        try take(terminal.description, else: .terminalInUse)
    }

    /// Locks the printer, whatever profile and line settings its address names; throws `printer.inUse` if other work has
    /// it.
    package func take(printer: DeviceAddress) throws(Failure) -> any DeviceLock {
        try take(Self.name(ofPrinter: printer), else: .printerInUse)
    }

    /// Whether a living process prints on the printer just now.
    package func isTaken(printer: DeviceAddress) -> Bool { isTaken(terminal: Self.name(ofPrinter: printer)) }

    private static func name(ofPrinter address: DeviceAddress) -> String { "printer \(address.place)" }

    /// Whether a living process has the terminal just now. Another process that tries to take it at this very moment
    /// must try again.
    package func isTaken(terminal address: String) -> Bool {
        do throws(StorageError) {
            let claim = try claim(address)
            claim?.release()
            return claim == nil
        } catch { return false }
    }

    package func take(_ name: String, else failure: Failure) throws(Failure) -> any DeviceLock {
        guard let claim = try asFailure({ () throws(StorageError) in try claim(name) }) else { throw failure }
        return claim
    }
}

extension Failure {
    package static let terminalInUse = Failure(
        PaymentFailure.terminalBusy, Sentence("failure.payment.terminalBusy.terminalInUse"),
        remedy: Sentence("remedy.payment.terminalBusy"), recovery: .retry)

    package static let printerInUse = Failure(
        PrinterFailure.inUse, Sentence("failure.printer.inUse"), remedy: Sentence("remedy.printer.inUse"),
        recovery: .retry)
}
