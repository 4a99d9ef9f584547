import Flow

/// What a line handler wants done next. The deadline replaces the former one; nil means none.
package struct LineCommands: Sendable, Equatable {
    package var write: [UInt8]
    package var deadline: Uptime?
    /// Whether to close the line after that. Bytes that the system does not take at once are dropped.
    package var hangsUp: Bool
    /// Whether nothing that was written can have an effect any more, except bytes under way, which may arrive after the
    /// line is closed. If false, a line that can withdraw those bytes does so when it is closed, by either side.
    package var isSettled: Bool

    package init(write: [UInt8] = [], deadline: Uptime? = nil, hangsUp: Bool = false, isSettled: Bool = false) {
        self.write = write
        self.deadline = deadline
        self.hangsUp = hangsUp
        self.isSettled = isSettled
    }
}
