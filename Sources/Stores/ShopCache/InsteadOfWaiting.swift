import Flow

/// What callers are answered with who would wait longer than a limit. What they wait for goes on.
struct InsteadOfWaiting<Value: Sendable>: Sendable {
    /// How long a caller waits.
    let limit: Duration
    /// Called once when that time has passed since the beginning.
    let passed: @Sendable (_ start: Uptime) -> Void
    /// Nil if there is nothing to answer with. Then callers wait.
    let value: @Sendable () -> Value?
}
