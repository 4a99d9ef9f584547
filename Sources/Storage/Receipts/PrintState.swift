package enum PrintState: String, Hashable, Codable, Sendable, CaseIterable {
    case pending
    /// Claimed: bytes may have been sent.
    case printing
    case confirmed, probably
    /// Failed before any byte was sent.
    case failed
    /// Some bytes were sent, and the end is not known.
    case unknown
    /// The receipt was withdrawn while the print waited, or somebody did without the print: no byte was or will be sent.
    case voided
}
