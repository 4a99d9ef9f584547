import Synchronization
import Testing

@testable import Service

@Suite struct KeyedTurnsTests {
    @Test func workWithOneKeyNeverRunsAtOnce() async {
        let turns = KeyedTurns()
        let running = Mutex((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await turns.take("k")
                    running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    await Task.yield()
                    running.withLock { $0.now -= 1 }
                    turns.giveBack("k")
                }
            }
        }
        #expect(running.withLock { $0.most } == 1)
    }

    @Test func anotherKeyIsNotWaitedFor() async {
        let turns = KeyedTurns()
        await turns.take("one")
        await turns.take("two")
        turns.giveBack("one")
        turns.giveBack("two")
        await turns.take("one")
        turns.giveBack("one")
    }
}
