import Flow
import Hardware
import Model

/// What is shown while an end of day runs.
package enum EndOfDayProgress: Hashable, Codable, Sendable {
    case began(DeviceAddress)
    /// The terminal's progress.
    case shows(DeviceAddress, TerminalProgress)
    case ended(DeviceAddress)
}
