import Model

/// The verdict of the terminal's evidence about one payment.
package enum RecoveryVerdict: Hashable, Codable, Sendable {
    indirect case approved(TransactionResult)
    indirect case reversed(TransactionResult?)
    indirect case declined(TransactionResult)
    case notBooked
    /// The evidence does not decide; the sentence says why.
    case unclear(Sentence)

    /// Whether it only says that there is nothing new, or not even that.
    var isOfNothingNew: Bool {
        switch self {
        case .notBooked, .reversed(nil), .unclear: true
        case .approved, .reversed, .declined: false
        }
    }

    /// Whether it says that nothing was booked because there is nothing new.
    var saysThatNothingIsBooked: Bool {
        switch self {
        case .notBooked, .reversed(nil): true
        case .approved, .reversed, .declined, .unclear: false
        }
    }

    /// The stable code for programs and people.
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
