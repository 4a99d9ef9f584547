import Foundation

/// A logo that a printer has stored. As long as it is this very picture, only the command to print it is sent.
package struct StoredLogo: Hashable, Codable, Sendable {
    /// The key by which the printer knows it.
    package let key: String
    package let width: Int
    /// The picture row by row, eight dots to a byte.
    package let dots: Data

    package init(key: String, width: Int, dots: Data) {
        self.key = key
        self.width = width
        self.dots = dots
    }
}
