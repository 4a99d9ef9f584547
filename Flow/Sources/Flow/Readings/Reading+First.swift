extension Reading {
    /// Waits for the first state, including the current one, in which `find` finds something. Events dispatched before the
    /// call are reduced by then.
    ///
    /// Returns nil when `patience` ends or the caller is cancelled. `find` must be brief: it runs on the tree's lane.
    nonisolated(nonsending) public func first<Found: Sendable>(
        within patience: Duration? = nil, _ find: @escaping @Sendable (View) -> Found?
    ) async -> Found? {
        let answer = Answer<Found>()
        let subscription = subscribe { view in
            if let found = find(view) { answer.settle(.success(found)) }
        }
        let end = patience.map { after($0) { answer.settle(.failure(.unwaited)) } }
        defer {
            subscription.cancel()
            end?.cancel()
        }
        return try? await answer.value()
    }
}
