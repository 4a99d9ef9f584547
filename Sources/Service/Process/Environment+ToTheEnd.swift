import Flow

extension Flow.Environment {
    /// Runs work to its end, though its caller is cancelled meanwhile: others use what comes of it.
    func toTheEnd<Value: Sendable>(_ name: String, _ work: @escaping @Sendable () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            _ = spawn(name) { continuation.resume(returning: await work()) }
        }
    }
}
