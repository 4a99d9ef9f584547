import Payments

/// The idempotency keys that Till makes itself. By them it recognises a kiosk's payments, and the payment that follows one which
/// the terminal refused; so no client and no command may choose such a key.
package enum OwnKeys {
    /// How they begin.
    package static let beginnings = [KioskAttempt.keyPrefix, CollectPaymentFlow.beginningOfFollowingKeys]

    /// The beginning that makes this key one of Till's own; nil for every other key.
    package static func beginning(of key: String) -> String? { beginnings.first { key.hasPrefix($0) } }
}
