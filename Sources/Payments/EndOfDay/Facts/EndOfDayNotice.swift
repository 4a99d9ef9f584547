import Flow
import Hardware
import Model

/// Facts about what an end of day shows.
package enum EndOfDayNotice: Hashable, Codable, Sendable {
    case began(DeviceAddress)
    /// What the terminal shows.
    case shows(DeviceAddress, TerminalProgress)
    case ended(DeviceAddress)
}
