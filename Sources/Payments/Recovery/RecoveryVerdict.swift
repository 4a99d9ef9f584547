import Model

/// What follows from the evidence for one payment.
package enum RecoveryVerdict: Hashable, Codable, Sendable {
    indirect case approved(TransactionResult)
    indirect case reversed(TransactionResult?)
    indirect case declined(TransactionResult)
    case notBooked
    /// The evidence does not decide; the sentence says why.
    case unclear(Sentence)

    /// Whether it only says that nothing new is there, or not even that.
    var isOfNothingNew: Bool {
        switch self {
        case .notBooked, .reversed(nil), .unclear: true
        case .approved, .reversed, .declined: false
        }
    }

    /// Whether it says that nothing stands of what was sent, because nothing new is there.
    var saysThatNothingIsBooked: Bool {
        switch self {
        case .notBooked, .reversed(nil): true
        case .approved, .reversed, .declined, .unclear: false
        }
    }

    /// Stable word for programs and people.
    var word: String {
        switch self {
        case .approved: "approved"
        case .reversed: "reversed"
        case .declined: "declined"
        case .notBooked: "not_booked"
        case .unclear: "unclear"
        }
    }
}
