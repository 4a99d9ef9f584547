/// What became of the goods that a payment is for, where they are given out before the terminal books (vending).
///
/// A value to be written before the terminal is told: what it is told decides what the cardholder pays.
package enum DispenseResult: Hashable, Codable, Sendable {
    /// Not known yet.
    case pending
    /// All of them: the whole amount is booked.
    case given
    /// Some of them: only this amount is booked.
    case givenInPart(Money)
    /// None of them: nothing is booked.
    case notGiven

    /// Whether something is booked for them.
    package var isGiven: Bool {
        switch self {
        case .given, .givenInPart: true
        case .pending, .notGiven: false
        }
    }
}
