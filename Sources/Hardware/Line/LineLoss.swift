import Flow

/// Why a line ended without being closed by the till.
package enum LineLoss: Hashable, Sendable {
    /// The other end hung up, or the device at this path was unplugged.
    case unplugged(String)
    /// The system refused a read or a write: the error number and what it was for.
    case system(errno: Int32, during: LineCall)
    /// A connection could not be made, or ended: why, and what to do.
    case disconnected(Failure)
}
