/// A serial executor: work runs in order, one piece at a time.
public protocol Lane: Sendable {
    /// Queues `work`, which never runs inside of this call. Returns false, with nothing queued, when the lane's limit is reached;
    /// the caller answers with a refusal.
    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool
    /// Queues `work`. If the lane is idle, it may run inside of this call, so that no other thread has to be woken: the caller is
    /// not on this lane and holds no locks.
    func perform(_ work: @escaping @Sendable () -> Void) -> Bool
    /// Queues `work` for a time, behind what is queued by then; at once when the time has passed. It does not count against
    /// the limit and is always accepted. It runs whether or not the result is kept; once cancelled on this lane, it does not
    /// run.
    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running
    /// Traps when the caller is not on this lane.
    func assertOnLane()
}

extension Lane {
    public func perform(_ work: @escaping @Sendable () -> Void) -> Bool { enqueue(work) }
}
