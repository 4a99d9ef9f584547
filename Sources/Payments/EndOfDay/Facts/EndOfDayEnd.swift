import Flow
import Foundation
import Hardware
import Model
import Storage

/// How a terminal ended its end of day, where it did.
package enum EndOfDayEnd: Hashable, Codable, Sendable {
    case completed
    case aborted(code: DeviceCode?)
    /// It never started.
    case refused(code: DeviceCode)
}
