/// An action of a till with an effect outside of it. Between two such actions nothing of the till is visible, so cutting it
/// off before each one, and within those that can be torn, covers every moment.
package enum Deed: Hashable, Sendable {
    /// One transaction of the storage.
    case commit
    /// Bytes put on the line.
    case send([UInt8])
    /// Bytes taken from the line.
    case receive([UInt8])
    /// A question to an acquirer, by its name.
    case ask(String)
    /// One page is printed.
    case print
}
