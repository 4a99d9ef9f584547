/// A serial executor: work runs in order, one piece at a time, never inside of the enqueuing call.
public protocol Lane: Sendable {
    /// Queues `work`. Returns false, with nothing queued, when the lane's limit is reached; the caller answers with a
    /// refusal.
    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool
    /// Queues `work` for a time, behind what is queued by then; at once when the time has passed. It does not count against
    /// the limit and is always accepted. It runs whether or not the result is kept; once cancelled on this lane, it does not
    /// run.
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running
    /// Traps when the caller is not on this lane.
    func assertOnLane()
}
