/// Exclusive locks by name between processes, for example on a terminal while a payment runs. The locks of a process end
/// with it, however it ends.
package protocol DeviceLocks: Sendable {
    /// Takes the lock of this name until it is released. Nil when it is held, by another process or by this one.
    func claim(_ name: String) throws(StorageError) -> (any DeviceLock)?
}
