import Foundation

/// A token as the till keeps it: without its secret, of which only a hash is kept.
package struct AccessToken: Hashable, Codable, Sendable {
    package let id: String
    package let name: String
    package let scope: TokenScope
    /// SHA-256 of the secret, in hexadecimal.
    let hash: String
    package let createdAt: Date
    /// When it was revoked; nil while it is valid.
    package var revokedAt: Date?
}
