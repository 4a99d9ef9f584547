/// What a line guarantees, so that the protocol on it need not.
package enum LineKind: Hashable, Sendable {
    /// Bytes may be garbled or missing, and nothing tells when the other end goes away (a tty).
    case raw
    /// Bytes arrive complete and in order as long as the connection lasts; it may be closed and made again (TCP).
    case stream(ConnectionUse)
}
