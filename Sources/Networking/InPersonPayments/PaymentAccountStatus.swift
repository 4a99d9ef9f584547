/// What the payment provider says of a shop's account.
package enum PaymentAccountStatus: Hashable, Sendable {
    case complete, enabled, restricted
    case restrictedSoon, pendingVerification
    /// The reason is the provider's word, such as `fraud` or `terms_of_service`.
    case rejected(String)
    /// The extension is there, and nobody has set up an account.
    case noAccount
    /// A word that this release does not know.
    case other(String)

    init(word: String) {
        switch word {
        case "complete": self = .complete
        case "enabled": self = .enabled
        case "restricted": self = .restricted
        case "restricted_soon": self = .restrictedSoon
        case "pending_verification": self = .pendingVerification
        case Self.noAccountWord: self = .noAccount
        case let word where word.hasPrefix("rejected"):
            self = .rejected(word.split(separator: ".").dropFirst().first.map(String.init) ?? "other")
        default: self = .other(word)
        }
    }

    static let noAccountWord = "NOACCOUNT"
}
