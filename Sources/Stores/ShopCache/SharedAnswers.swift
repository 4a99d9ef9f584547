import Flow
import Synchronization

/// Makes one piece of work out of equal requests at the same time: callers that ask while it runs get its result.
final class SharedAnswers<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Work {
        let number: Int
        var waiting: [Reply<Value>]
        /// Whether it has taken longer than callers wait.
        var isLate = false
    }

    private struct State {
        var underWay: [Key: Work] = [:]
        var begun = 0
    }

    private let state = Mutex(State())

    func answer(
        _ reply: Reply<Value>, _ key: Key, in environment: Environment, _ name: String,
        orElse instead: InsteadOfWaiting<Value>? = nil,
        with work: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        if let instead, isLate(key) {
            _ = environment.spawn(name) {
                if let value = instead.value() { return reply(value) }
                self.answer(reply, key, in: environment, name, with: work)
            }
            return
        }
        guard let number = begin(reply, key) else { return }
        let waiting = instead.map { instead in
            let start = environment.uptime()
            return environment.spawn("\(name) in time") {
                // Cancelled before its time when the work ends.
                try? await environment.sleep(start + instead.limit)
                self.give(up: number, key, since: start, instead)
            }
        }
        _ = environment.spawn(name) {
            do throws(Failure) {
                let value = try await work()
                for reply in self.end(key) { reply(value) }
            } catch {
                for reply in self.end(key) { reply(failing: error) }
            }
            waiting?.cancel()
        }
    }

    /// Answers with work that blocks. It has a thread of its own.
    func answer(
        _ reply: Reply<Value>, _ key: Key, blocking environment: Environment, _ name: String,
        with work: @escaping @Sendable () throws(Failure) -> Value
    ) {
        guard begin(reply, key) != nil else { return }
        _ = environment.spawnThread(name) { _ in
            do throws(Failure) {
                let value = try work()
                for reply in self.end(key) { reply(value) }
            } catch {
                for reply in self.end(key) { reply(failing: error) }
            }
        }
    }

    private func isLate(_ key: Key) -> Bool { state.withLock { $0.underWay[key]?.isLate ?? false } }

    /// The number of new work; nil if there is work already whose result the caller gets.
    private func begin(_ reply: Reply<Value>, _ key: Key) -> Int? {
        state.withLock { state in
            guard state.underWay[key] == nil else {
                state.underWay[key]?.waiting.append(reply)
                return nil
            }
            state.begun += 1
            state.underWay[key] = Work(number: state.begun, waiting: [reply])
            return state.begun
        }
    }

    /// Answers those who wait for this work with something else, if it runs and there is something.
    private func give(up number: Int, _ key: Key, since start: Uptime, _ instead: InsteadOfWaiting<Value>) {
        guard state.withLock({ $0.underWay[key]?.number == number }) else { return }
        instead.passed(start)
        guard let value = instead.value() else { return }
        let waiting = state.withLock { state -> [Reply<Value>] in
            guard state.underWay[key]?.number == number else { return [] }
            defer {
                state.underWay[key]?.waiting = []
                state.underWay[key]?.isLate = true
            }
            return state.underWay[key]?.waiting ?? []
        }
        for reply in waiting { reply(value) }
    }

    private func end(_ key: Key) -> [Reply<Value>] {
        state.withLock { $0.underWay.removeValue(forKey: key)?.waiting ?? [] }
    }
}
