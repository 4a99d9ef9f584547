extension Reading where View: Sendable {
    /// The present view, and then the view after each event, for `for await`.
    ///
    /// ```swift
    /// for await cups in machine.reading({ $0.cups }).distinct().values() {
    ///     print("\(cups) cups so far")
    /// }
    /// ```
    ///
    /// A slow iteration never holds up the tree: when more than `limit` views wait, the oldest is dropped. The last
    /// view always arrives. Ends when the caller is cancelled or stops iterating; the branch is held until then.
    public func values(keeping limit: Int = 1) -> AsyncStream<View> {
        precondition(limit > 0, "a sequence in which nothing may wait")
        return AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { continuation in
            let subscription = subscribe { continuation.yield($0) }
            continuation.onTermination = { [self] _ in withExtendedLifetime(self) { subscription.cancel() } }
        }
    }
}
