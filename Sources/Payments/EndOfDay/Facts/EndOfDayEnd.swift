import Flow
import Foundation
import Hardware
import Model
import Storage

/// How a terminal ended its end of day, where it did.
package enum EndOfDayEnd: Hashable, Codable, Sendable {
    case completed
    case aborted(code: DeviceCode?)
    /// The terminal refused the command; the end of day never started.
    case refused(code: DeviceCode)
}
