import Flow
import Foundation
import Model
import Storage

/// Names one e-mail, in all the world.
package struct MailID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
}
