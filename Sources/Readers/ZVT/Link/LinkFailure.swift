/// Why the link has failed.
package enum LinkFailure: Hashable, Sendable {
    /// Three transmissions, and nothing came back.
    case silence
    /// Three transmissions, and none was acknowledged.
    case notAccepted
    /// Three damaged blocks in a row.
    case damagedBlocks
    /// A telegram was not complete within T3.
    case incomplete
    /// A telegram should begin here, but other bytes or a telegram that is too long follow.
    case outOfStep
    case foreign(ForeignProtocol)
}
