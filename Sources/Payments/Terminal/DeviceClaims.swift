import Failures
import Flow
import Model
import Storage

/// One process, and within it one piece of work, has a device (docs/decisions/0007-claims.md).
extension DeviceLocks {
    /// The terminal, for one piece of work; throws `payment.terminalBusy` when another has it.
    package func take(terminal: DeviceAddress) throws(Failure) -> any DeviceLock {
        try take(terminal.description, else: .terminalInUse)
    }

    /// The printer, for one piece of work; throws `printer.inUse` when another has it.
    package func take(printer: DeviceAddress) throws(Failure) -> any DeviceLock {
        try take("printer \(printer)", else: .printerInUse)
    }

    /// Whether a living process has the terminal just now. Whoever takes it at this very moment tries again.
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
        PaymentFailure.terminalBusy, "A payment is running on this terminal.", remedy: "wait until it has ended",
        recovery: .retry)

    package static let printerInUse = Failure(
        PrinterFailure.inUse, "Another process is printing on this printer.", remedy: "try again in a moment",
        recovery: .retry)
}
