import Flow

/// How a request ended. None of these ends charges anything.
package enum ReaderEnd: Sendable {
    case ready
    case card(PresentedCard)
    /// Nobody presented a card in time, or it was cancelled.
    case noCard
    /// A card was there and could not be read.
    case unreadable
    /// The line or the dialogue broke, or the reader cannot be used.
    case disturbed(Failure)
}
