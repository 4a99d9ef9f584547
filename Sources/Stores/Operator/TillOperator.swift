import Foundation

/// A person who may do at the till what its customers may not, after entering a PIN.
package struct TillOperator: Hashable, Codable, Sendable {
    package let id: String
    package let name: String
    package let createdAt: Date

    /// The longest name, in characters.
    package static let longestName = 40
    /// The most operators of a till.
    package static let most = 100
}
