import Model
import Storage

/// Remembers which printers may be inside an interrupted command, because it is not known how their last print ended.
/// It is stored on disk, since the next print usually comes from another process.
enum CutOffCommands {
    /// How many bytes the interrupted command may lack beyond those of a receipt; nil if the printer is inside no
    /// command.
    static func lacking(at printer: DeviceAddress, in reader: any StorageReader) throws(StorageError) -> Int? {
        try reader.setting(key(printer), as: Int.self)
    }

    /// Notes that the printer may be inside an interrupted command, until `forget` is called. The largest of several
    /// numbers counts.
    ///
    /// - Parameter bytes: the number of bytes sent, if they were no receipt.
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
