import Flow

/// Lets bytes through at the speed of a serial line.
///
/// The schedule is absolute: byte `n` of a burst is due `n` byte times after the burst began, however late the wake-up
/// before it was. So delays are caught up and never add up (a pty itself ignores its speed).
struct Pacer {
    /// Nanoseconds that one byte takes on the wire, start and stop bits included.
    let byteTime: Int64
    private var began = Uptime(nanoseconds: .min / 2)
    private var released = 0
    private var waiting = 0

    /// `bitsPerByte` is 10 for 8N1 and 11 for 8N2.
    init(baud: Int, bitsPerByte: Int = 11) {
        byteTime = Int64(bitsPerByte) * 1_000_000_000 / Int64(max(1, baud))
    }

    /// Takes note of `count` more bytes. On an idle line a new burst begins now, otherwise they follow the last.
    mutating func add(_ count: Int, at now: Uptime) {
        if waiting == 0 {
            let lineIsFree = began.nanoseconds + Int64(released) * byteTime
            began = Uptime(nanoseconds: max(now.nanoseconds, lineIsFree))
            released = 0
        }
        waiting += count
    }

    /// How many of the waiting bytes have been on the wire whole by now.
    func due(at now: Uptime) -> Int {
        guard waiting > 0, now >= began else { return 0 }
        let passed = (now.nanoseconds - began.nanoseconds) / byteTime
        return min(waiting, Int(passed) - released)
    }

    mutating func release(_ count: Int) {
        released += count
        waiting -= count
    }

    /// When the next `count` bytes, or as many as wait, will be through; nil when none wait.
    func time(of count: Int) -> Uptime? {
        guard waiting > 0 else { return nil }
        return Uptime(nanoseconds: began.nanoseconds + Int64(released + min(count, waiting)) * byteTime)
    }

    /// Forgets what waits: the line is gone.
    mutating func reset() {
        self = Pacer(byteTime: byteTime)
    }

    private init(byteTime: Int64) { self.byteTime = byteTime }
}
