import Flow
import Hardware
import Model
import Storage

/// A printer for this process alone, as long as a piece of work on it takes.
struct PrinterAccess: Sendable {
    let environment: Environment
    /// What keeps two processes off one printer, a file too.
    let claims: any Claims
    let printers: any ReceiptPrinterService

    /// Claims the printer, opens it, and begins the work if the printer says nothing against it.
    func with<Value>(
        _ address: DeviceAddress, _ work: (any ReceiptPrinter) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await having(address) { printer throws(Failure) in
            if let obstacle = Failure.obstacle(try await printer.status()) { throw obstacle }
            return try await work(printer)
        }
    }

    /// The same, whatever the printer says.
    func having<Value>(
        _ address: DeviceAddress, _ work: (any ReceiptPrinter) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let claim = try await environment.retrying(.briefly) { () throws(Failure) in
            try claims.take(printer: address)
        }
        defer { claim.release() }
        let printer = try printers.connect(address)
        defer { printer.close() }
        return try await work(printer)
    }
}

extension Failure {
    /// What at this printer stands in the way of a receipt; nil when nothing is known to. Unknown is no obstacle.
    public static func obstacle(_ status: PrinterStatus) -> Failure? {
        if status.paper == .out {
            return Failure(
                "printer.paperOut", "The printer is out of paper.", remedy: "put in a new roll", recovery: .askOperator)
        }
        if status.cover == .open {
            return Failure(
                "printer.coverOpen", "The printer's cover is open.", remedy: "close it", recovery: .askOperator)
        }
        if status.fault {
            return Failure(
                "printer.fault", "The printer reports a fault.", remedy: "look at its cutter and switch it off and on",
                recovery: .askOperator)
        }
        if status.online == false {
            return Failure(
                "printer.offline", "The printer is offline.", remedy: "switch it on line", recovery: .askOperator)
        }
        return nil
    }
}
