/// A time on the machine's monotonic clock that other processes of the same boot can compare with their own.
///
/// For spans that must really have passed, even if the wall clock was set meanwhile.
public struct BootTime: Hashable, Codable, Sendable {
    /// The id of this boot of the machine; nil when the system does not tell it.
    public let boot: String?
    /// Milliseconds since that boot.
    public let milliseconds: Int64

    public init(boot: String?, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }

    /// The time that has certainly passed until then; zero when the two cannot be compared.
    public func elapsed(until now: BootTime) -> Duration {
        guard let boot, boot == now.boot else { return .zero }
        return .milliseconds(max(0, now.milliseconds - milliseconds))
    }

    /// A time from and until which no time has certainly passed.
    public static let unknown = BootTime(boot: nil, milliseconds: 0)
}

extension Environment {
    /// The current time, for a span that a later process may continue to measure.
    public func bootTime() -> BootTime {
        BootTime(boot: boot, milliseconds: uptime().nanoseconds / 1_000_000)
    }
}
