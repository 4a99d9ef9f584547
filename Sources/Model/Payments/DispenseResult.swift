/// What became of a payment's goods that are given out before the terminal books (vending).
///
/// It is written before the terminal is told, because it decides what the cardholder pays.
package enum DispenseResult: Hashable, Codable, Sendable {
    /// The result is not known yet.
    case pending
    /// All goods were given: the whole amount is booked.
    case given
    /// Some goods were given: only this amount is booked.
    case givenInPart(Money)
    /// No goods were given: nothing is booked.
    case notGiven

    /// Whether anything is booked for the goods.
    package var isGiven: Bool {
        switch self {
        case .given, .givenInPart: true
        case .pending, .notGiven: false
        }
    }
}
