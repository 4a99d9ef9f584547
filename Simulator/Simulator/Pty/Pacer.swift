import Flow

/// Passes bytes at the speed of a serial line.
///
/// The schedule is absolute: byte `n` of a burst is due `n` byte times after its beginning, however late earlier
/// wake-ups were. So delays do not add up. (A pty itself ignores its speed.)
struct Pacer {
    /// The transmission time of one byte in nanoseconds, with start and stop bits.
    let byteTime: Int64
    private var began = Uptime(nanoseconds: .min / 2)
    private var released = 0
    private var waiting = 0

    /// - Parameter bitsPerByte: 10 for 8N1, 11 for 8N2.
    init(baud: Int, bitsPerByte: Int = 11) {
        byteTime = Int64(bitsPerByte) * 1_000_000_000 / Int64(max(1, baud))
    }

    /// Adds `count` bytes. On an idle line a new burst begins now; otherwise they follow the last ones.
    mutating func add(_ count: Int, at now: Uptime) {
        if waiting == 0 {
            let lineIsFree = began.nanoseconds + Int64(released) * byteTime
            began = Uptime(nanoseconds: max(now.nanoseconds, lineIsFree))
            released = 0
        }
        waiting += count
    }

    /// How many waiting bytes have been fully transmitted by now.
    func due(at now: Uptime) -> Int {
        guard waiting > 0, now >= began else { return 0 }
        let passed = (now.nanoseconds - began.nanoseconds) / byteTime
        return min(waiting, Int(passed) - released)
    }

    mutating func release(_ count: Int) {
        released += count
        waiting -= count
    }

    /// When the next `count` bytes, or as many as wait, are transmitted; nil when none wait.
    func time(of count: Int) -> Uptime? {
        guard waiting > 0 else { return nil }
        return Uptime(nanoseconds: began.nanoseconds + Int64(released + min(count, waiting)) * byteTime)
    }

    /// Drops the waiting bytes, because the line is gone.
    mutating func reset() {
        self = Pacer(byteTime: byteTime)
    }

    private init(byteTime: Int64) { self.byteTime = byteTime }
}
