import Flow
import Synchronization

/// Makes one piece of work out of equal requests at the same time: whoever asks while it runs gets its result.
final class SharedAnswers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let waiting = Mutex<[Key: [Reply<Value>]]>([:])

    func answer(
        _ reply: Reply<Value>, _ key: Key, in environment: Environment, _ name: String,
        with work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        let isFirst = waiting.withLock { waiting in
            waiting[key, default: []].append(reply)
            return waiting[key]?.count == 1
        }
        guard isFirst else { return }
        _ = environment.spawn(name) {
            do throws(Failure) {
                let value = try await work()
                for reply in self.take(key) { reply(value) }
            } catch {
                for reply in self.take(key) { reply(failing: error) }
            }
        }
    }

    private func take(_ key: Key) -> [Reply<Value>] {
        waiting.withLock { $0.removeValue(forKey: key) ?? [] }
    }
}
