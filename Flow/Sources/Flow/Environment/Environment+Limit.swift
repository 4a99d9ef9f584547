extension Environment {
    /// Does the work and returns its result, or throws `late` once `limit` has passed. Work that is late, or whose caller is
    /// cancelled, is cancelled and not waited for.
    nonisolated(nonsending) public func within<Value: Sendable>(
        _ limit: Duration, orThrow late: Failure, _ name: String,
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let answer = Answer<Value>()
        let end = uptime() + limit
        let working = spawn(name) {
            do throws(Failure) { answer.settle(.success(try await work())) } catch { answer.settle(.failure(error)) }
        }
        let waiting = spawn("\(name) in time") {
            // Cancelled before its time only with the caller, or when everything ends.
            try? await self.sleep(end)
            answer.settle(.failure(late))
        }
        defer {
            working.cancel()
            waiting.cancel()
        }
        return try await answer.value()
    }
}
