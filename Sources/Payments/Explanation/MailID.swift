import Flow
import Foundation
import Model
import Storage

/// A globally unique id of an e-mail.
package struct MailID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
}
