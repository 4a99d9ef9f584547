import Flow
import Foundation

/// The right of an operator who has entered a PIN. Each act renews it; it ends with the service.
package struct OperatorRight: Hashable, Sendable {
    /// How long it stands without an act.
    package static let span = Duration.seconds(5 * 60)

    /// What its holder shows: 256 random bits.
    package let secret: String
    package let person: TillOperator
    /// When it ends if nothing is done with it, by the wall clock.
    package let expiresAt: Date
}
