import Model

/// A request to an encrypting reader.
package enum ReaderRequest: Hashable, Sendable {
    /// Ends whatever an earlier process left running, checks that the reader is there, and sets it up.
    case prepare
    /// Waits for a card, and reads it for that amount.
    case readCard(Money, TransactionKind, within: Duration)
}
