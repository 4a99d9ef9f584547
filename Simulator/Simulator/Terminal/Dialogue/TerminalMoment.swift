import Flow

/// The current time on both of a terminal's clocks.
package struct TerminalMoment: Sendable {
    package var uptime: Uptime
    private let clock: @Sendable () -> TerminalTime

    /// - Parameter time: computed only when needed, because calendars are slow.
    package init(uptime: Uptime, time: @escaping @autoclosure @Sendable () -> TerminalTime) {
        self.uptime = uptime
        clock = time
    }

    package var time: TerminalTime { clock() }
}
