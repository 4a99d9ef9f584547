import Flow
import Synchronization

/// Makes one piece of work out of equal requests at the same time: callers that ask while it runs get its result.
final class SharedAnswers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let waiting = Mutex<[Key: [Reply<Value>]]>([:])

    func answer(
        _ reply: Reply<Value>, _ key: Key, in environment: Environment, _ name: String,
        with work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        guard isFirst(reply, key) else { return }
        _ = environment.spawn(name) {
            do throws(Failure) {
                let value = try await work()
                for reply in self.take(key) { reply(value) }
            } catch {
                for reply in self.take(key) { reply(failing: error) }
            }
        }
    }

    /// Answers with work that blocks. It has a thread of its own.
    func answer(
        _ reply: Reply<Value>, _ key: Key, blocking environment: Environment, _ name: String,
        with work: @escaping @Sendable () throws(Failure) -> Value
    ) {
        guard isFirst(reply, key) else { return }
        _ = environment.spawnThread(name) { _ in
            do throws(Failure) {
                let value = try work()
                for reply in self.take(key) { reply(value) }
            } catch {
                for reply in self.take(key) { reply(failing: error) }
            }
        }
    }

    private func isFirst(_ reply: Reply<Value>, _ key: Key) -> Bool {
        waiting.withLock { waiting in
            waiting[key, default: []].append(reply)
            return waiting[key]?.count == 1
        }
    }

    private func take(_ key: Key) -> [Reply<Value>] {
        waiting.withLock { $0.removeValue(forKey: key) ?? [] }
    }
}
