/// A point on the machine's monotonic clock that another process of the same boot can compare with its own.
///
/// For spans that must really have passed, whatever a wall clock was set to meanwhile.
public struct BootTime: Hashable, Codable, Sendable {
    /// Names this boot of the machine; nil where the system does not tell.
    public let boot: String?
    /// Since that boot.
    public let milliseconds: Int64

    public init(boot: String?, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// How much time has certainly passed until then: zero where the two cannot be compared.
    public func elapsed(until now: BootTime) -> Duration {
        guard let boot, boot == now.boot else { return .zero }
        return .milliseconds(max(0, now.milliseconds - milliseconds))
    }

    /// A time that proves nothing: from it and until it no time has passed.
    public static let unknown = BootTime(boot: nil, milliseconds: 0)
}

extension Environment {
    /// Now, for a span that a later process may go on measuring.
    public func bootTime() -> BootTime {
        BootTime(boot: boot, milliseconds: uptime().nanoseconds / 1_000_000)
    }
}
