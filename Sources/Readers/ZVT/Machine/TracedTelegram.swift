import Flow

/// A telegram that passed on the line, in a form that may be stored.
package struct TracedTelegram: Hashable, Sendable {
    /// The direction, as seen from the till.
    package enum Direction: Hashable, Sendable { case sent, received }

    package let direction: Direction
    /// The telegram's bytes, without card data and passwords.
    package let redacted: [UInt8]
    package let time: Uptime
}
