import Flow

/// A time on the machine's monotonic clock in whole milliseconds, as a kiosk's events carry it.
package struct KioskTime: Hashable, Codable, Sendable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
    package init(_ uptime: Uptime) { milliseconds = uptime.nanoseconds / 1_000_000 }

    /// The first moment of the machine's clock that is not before this time.
    package var uptime: Uptime { Uptime(nanoseconds: milliseconds * 1_000_000) }

    package static func < (left: KioskTime, right: KioskTime) -> Bool { left.milliseconds < right.milliseconds }
    package static func + (time: KioskTime, span: Duration) -> KioskTime {
        KioskTime(milliseconds: time.milliseconds + span.wholeNanoseconds / 1_000_000)
    }

    /// How long it takes until another time, in milliseconds; zero if that is past.
    package func untilThen(_ later: KioskTime) -> Int64 { max(0, later.milliseconds - milliseconds) }
}
