import Model

/// A reader that encrypts what it reads of a card for an acquirer (ID TECH NEO 2). It has no host and moves no money;
/// an `Acquirer` decides what becomes of the card.
///
/// There is one request at a time: to call `start` while one runs is a programming error. Events come in order, on the
/// reader's own queue, and end with exactly one `.finished`; handlers must not block.
package protocol EncryptingReader: AnyObject, Sendable {
    var identity: DeviceIdentity { get }
    func start(_ request: ReaderRequest, events: @escaping @Sendable (ReaderEvent) -> Void)
    /// Asks to end the running request. A card that is read meanwhile is thrown away.
    func cancel()
    /// Closes the connection. A running request ends as disturbed.
    func close()
}
