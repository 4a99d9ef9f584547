import Flow
import Foundation
import Hardware
import Model
import Storage

/// Names one end of day.
package struct EndOfDayID: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package var description: String { rawValue }
}
