extension StateStore {
    /// Calls `look` with each event that reaches this branch, and the branch's states before and after it: for logging,
    /// tracing, recording. A tap at the root sees every event of the tree.
    ///
    /// ```swift
    /// let log = machine.tap { event, before, after in
    ///     if before.cups != after.cups { print("\(event): cup number \(after.cups)") }
    /// }
    /// ```
    ///
    /// Taps look after all reducers, so that they see what the observers are about to hear, and before the observers. They
    /// run on the tree's lane and are brief; what they dispatch is queued. A tap is not called for the present state.
    ///
    /// - Returns: keeps the tap for as long as it is held. It does not hold the branch.
    public func tap(
        _ look: @escaping @Sendable (_ event: Event, _ before: State, _ after: State) -> Void
    ) -> Subscription {
        let (number, taps) = (taps.add(look), Weak(taps))
        return Subscription { taps.object?.remove(number) }
    }
}
