/// Something that went wrong on a line to a terminal and was dealt with, or ended a request. It is counted, so that a bad cable is
/// noticed before payments fail.
package enum ProtocolError: String, Hashable, Sendable, CaseIterable {
    /// A damaged block arrived, or one that broke off, and was refused.
    case nakSent = "nak_sent"
    /// The terminal refused a block.
    case nakReceived = "nak_received"
    /// The terminal did not acknowledge a block in time.
    case noAcknowledgement = "no_acknowledgement"
    /// The terminal sent a block again, because it had not heard its acknowledgement.
    case repeatedBlock = "repeated_block"
    /// A request ended without an answer: the line was lost, the terminal was silent, or what came was no ZVT.
    case disturbed

    /// The layer of the protocol: `block`, the transport of a serial line, or `application`.
    package var layer: String { self == .disturbed ? "application" : "block" }
}
