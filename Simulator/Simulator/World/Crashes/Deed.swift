/// An action of a till with an effect outside of the till. Nothing is visible between two such actions, so cutting the
/// till off before each one, and within each one that can be torn, covers every moment.
package enum Deed: Hashable, Sendable {
    /// One transaction of the storage.
    case commit
    /// Bytes put on the line.
    case send([UInt8])
    /// Bytes taken from the line.
    case receive([UInt8])
    /// A question to an acquirer, with its name, or a request to a shop, with its method and path.
    case ask(String)
    /// One page is printed.
    case print
}
