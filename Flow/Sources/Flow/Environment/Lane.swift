/// A serial executor: work runs in order, one piece at a time, never inside the call that enqueues it.
public protocol Lane: Sendable {
    /// Queues `work`. False, and nothing queued, when the lane's limit is reached: the caller answers with a refusal.
    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool
    /// Queues `work` for then, behind what is queued by then; at once when then has passed. Does not count against the
    /// limit, and is always taken. Runs whether or not the result is kept; once cancelled on this lane, it does not run.
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running
    /// Traps when the caller is not on this lane: a programmer's error.
    func assertOnLane()
}
