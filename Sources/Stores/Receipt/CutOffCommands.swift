import Model
import Storage

/// Which printers may be inside a command that was cut off, as nobody knows how the last print there ended. On disk: who
/// prints there next is another process, as a rule.
enum CutOffCommands {
    /// How many bytes that command may lack, beyond those of a receipt; nil where the printer is inside none.
    static func lacking(at printer: DeviceAddress, in reader: any StorageReader) throws(StorageError) -> Int? {
        try reader.setting(key(printer), as: Int.self)
    }

    /// - Parameter bytes: of what was sent, where it is no receipt.
    static func note(
        _ bytes: Int = 0, at printer: DeviceAddress, in transaction: any StorageTransaction
    ) throws(StorageError) {
        let before = try lacking(at: printer, in: transaction) ?? 0
        try transaction.setSetting(key(printer), to: max(before, bytes))
    }

    static func forget(at printer: DeviceAddress, in transaction: any StorageTransaction) throws(StorageError) {
        try transaction.removeSetting(key(printer))
    }

    private static func key(_ printer: DeviceAddress) -> String { "printer.cutOff \(printer.place)" }
}
