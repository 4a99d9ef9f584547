/// A time on the machine's monotonic clock. Only differences are meaningful; it never jumps, and restarts at boot.
public struct Uptime: Hashable, Comparable, Sendable {
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func < (left: Uptime, right: Uptime) -> Bool { left.nanoseconds < right.nanoseconds }
    public static func + (time: Uptime, span: Duration) -> Uptime {
        Uptime(nanoseconds: time.nanoseconds + span.wholeNanoseconds)
    }
    public static func - (later: Uptime, earlier: Uptime) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

extension Uptime? {
    /// The earlier of two optional times.
    public func earlier(_ other: Uptime?) -> Uptime? {
        guard let self, let other else { return self ?? other }
        return min(self, other)
    }
}

extension Duration {
    /// Whole nanoseconds; attoseconds below are dropped. Spans of up to 292 years fit.
    public var wholeNanoseconds: Int64 {
        Int64(attoseconds / 1_000_000_000)
    }
}
