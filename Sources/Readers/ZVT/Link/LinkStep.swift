/// What the link wants done, in this order.
package enum LinkStep: Hashable, Sendable {
    case write([UInt8])
    /// A telegram arrived. On a serial line it was acknowledged and is not a repetition.
    case received([UInt8])
    /// The link has finished with one of our telegrams: acknowledged by the other side on a serial line, handed to the
    /// system on a stream.
    case delivered([UInt8])
    /// One of our telegrams was withdrawn before it was acknowledged, because the other side has moved on.
    case withdrawn([UInt8])
    /// A transmission error. The link has dropped everything; a serial link waits for silence, a stream must be closed.
    case failed(LinkFailure)
}
