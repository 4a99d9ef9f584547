/// What a terminal is asked after a disturbance.
package enum EndOfDayQuestion: String, Hashable, Codable, Sendable {
    /// What the terminal counts now.
    case totals
    /// A repeat of the terminal's last end of day.
    case lastEndOfDay
}
