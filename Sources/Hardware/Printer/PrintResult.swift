import Flow

/// How a print ended, as far as this printer can prove it.
package enum PrintResult: Hashable, Sendable {
    /// The printer confirmed after the data that it is printed.
    case confirmed
    /// The printer took everything and reported no fault, but it gives no proof.
    case probably
    /// No byte was sent: the print may be sent again without a mark.
    case failed(Failure)
    /// Some bytes were sent and the end is not known, or the paper ended meanwhile. A further print is a duplicate.
    case unknown(Failure)
}
