/// ZVT tag 1F10: how the cardholder was identified.
package enum HolderVerification: String, Hashable, Codable, Sendable {
    case none, signature, onlinePIN, offlinePIN, offlinePINAndSignature, onlinePINAndSignature, unknown

    /// Whether the merchant copy needs a line to sign on.
    package var needsSignature: Bool {
        switch self {
        case .signature, .offlinePINAndSignature, .onlinePINAndSignature: true
        case .none, .onlinePIN, .offlinePIN, .unknown: false
        }
    }
}
