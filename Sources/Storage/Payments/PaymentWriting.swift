package protocol PaymentWriting {
    /// Inserts a transaction. Throws `.conflict`, naming the other transaction, when the id or key is taken, when another
    /// one is open on the terminal, when the order is paid, reserved for or has an open transaction, or when more would be
    /// refunded than was paid or booked than is reserved.
    func insert(_ payment: PaymentRecord) throws(StorageError)
    /// Stores a transaction's progress; the request stays as inserted. Throws `.conflict(.settled)` once the stored
    /// transaction is no longer open, and `.missing` when there is none.
    func update(_ payment: PaymentRecord) throws(StorageError)
    /// Opens a settled transaction again, because its settlement was wrong. Throws `.conflict` when it could not be inserted
    /// now.
    ///
    /// - Parameter mayExceed: allows the refunds to exceed the payment.
    func reopen(_ payment: PaymentRecord, mayExceed: Bool) throws(StorageError)
    /// Replaces what is remembered of a terminal.
    func save(_ terminal: TerminalMemory) throws(StorageError)
}
