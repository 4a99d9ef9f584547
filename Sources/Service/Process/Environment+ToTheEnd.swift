import Flow

extension Flow.Environment {
    /// Runs work to its end, though its caller is cancelled meanwhile: others use what comes of it.
    func toTheEnd<Value: Sendable>(_ name: String, _ work: @escaping @Sendable () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            _ = spawn(name) { continuation.resume(returning: await work()) }
        }
    }

    /// Runs work that may fail to its end, though its caller is cancelled meanwhile.
    func toTheEnd<Value: Sendable>(
        _ name: String, _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let end: Result<Value, Failure> = await toTheEnd(name) {
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try end.get()
    }
}
