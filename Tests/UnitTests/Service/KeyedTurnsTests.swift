import Synchronization
import Testing

@testable import Service

@Suite struct KeyedTurnsTests {
    @Test func workWithOneKeyNeverRunsAtOnce() async {
        let turns = KeyedTurns()
        let running = Running()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await turns.take("k")
                    running.begin()
                    await Task.yield()
                    running.end()
                    turns.release("k")
                }
            }
        }
        #expect(running.most == 1)
    }

    @Test func anotherKeyIsNotWaitedFor() async {
        let turns = KeyedTurns()
        await turns.take("one")
        await turns.take("two")
        turns.release("one")
        turns.release("two")
        await turns.take("one")
        turns.release("one")
    }
}

/// Counts what runs at once.
private final class Running: Sendable {
    private let count = Mutex((now: 0, most: 0))

    var most: Int { count.withLock { $0.most } }

    func begin() { count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func end() { count.withLock { $0.now -= 1 } }
}
