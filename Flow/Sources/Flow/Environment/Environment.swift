import Foundation

/// Everything that would make code untestable if it were used directly: time, randomness, ids, executors. It is made once in
/// the composition root (`Environment.live`) or by a test (`VirtualWorld.environment`), and passed on.
public struct Environment: Sendable {
    /// The wall clock, which may jump. For people and journals, never for deadlines.
    public var now: @Sendable () -> Date
    /// The monotonic clock. For deadlines.
    public var uptime: @Sendable () -> Uptime
    /// 64 random bits.
    public var random: @Sendable () -> UInt64
    /// Creates a serial executor with a name and a limit of waiting work.
    public var lane: @Sendable (_ name: String, _ limit: Int) -> any Lane
    /// Starts an unstructured task.
    public var spawn: @Sendable (_ name: String, _ work: @escaping @Sendable () async -> Void) -> any Running
    /// Suspends until that time, or throws when the task is cancelled.
    public var sleep: @Sendable (_ until: Uptime) async throws(CancellationError) -> Void
    /// Starts work that may block, on a thread of its own. It must end soon after it is cancelled.
    public var spawnThread:
        @Sendable (_ name: String, _ work: @escaping @Sendable (Cancellation) -> Void) -> any Running
    /// Called at each named checkpoint of work that must survive being interrupted there; tests interrupt it. Does nothing
    /// in production.
    public var reached: @Sendable (_ checkpoint: String) -> Void
    /// Writes an entry to the log, if its level is enabled. It never waits for long and never fails. Does nothing until the
    /// app sets it.
    public var writeLog: @Sendable (_ entry: LogEntry) -> Void = { _ in }
    /// The id of this boot of the machine, so that `uptime` can be compared between processes; nil when it is unknown.
    public var boot: String?

    /// Puts an environment together from its parts. Real threads are started where `spawnThread` is nil.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Uptime,
        random: @escaping @Sendable () -> UInt64, lane: @escaping @Sendable (String, Int) -> any Lane,
        spawn: @escaping @Sendable (String, @escaping @Sendable () async -> Void) -> any Running,
        sleep: @escaping @Sendable (Uptime) async throws(CancellationError) -> Void,
        spawnThread: (@Sendable (String, @escaping @Sendable (Cancellation) -> Void) -> any Running)? = nil,
        reached: @escaping @Sendable (String) -> Void = { _ in }, boot: String? = nil
    ) {
        self.now = now
        self.uptime = uptime
        self.random = random
        self.lane = lane
        self.spawn = spawn
        self.sleep = sleep
        self.spawnThread = spawnThread ?? { LiveThread.start($0, $1) }
        self.reached = reached
        self.boot = boot
    }

    /// Logs an event. Only code with side effects logs; pure code does not.
    public func log(_ event: LoggedEvent, _ fields: LogField...) { writeLog(LogEntry(event, fields)) }

    /// A new id such as `cup-7K3M9Q2FA1`: the prefix and 50 random bits in Crockford's alphabet, which is easy to read
    /// aloud.
    public func newID(_ prefix: String) -> String {
        let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var bits = random()
        var text = ""
        for _ in 0..<10 {
            text.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return "\(prefix)-\(text)"
    }
}
