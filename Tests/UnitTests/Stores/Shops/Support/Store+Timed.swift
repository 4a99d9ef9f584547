import Flow
import Synchronization
import Testing

@testable import Stores

extension Store {
    /// Asks only this store and lets its world run until the answer comes. Tells how long that took, to 50 milliseconds.
    func timed<Value: Sendable>(
        in world: VirtualWorld, _ make: (Reply<Value>) -> Handled
    ) throws -> (known: Value, time: Duration) {
        let answers = Mutex<[Result<Value, Failure>]>([])
        let start = world.uptime
        onAction(make(Reply { answer in answers.withLock { $0.append(answer) } }))
        world.run()
        for _ in 0..<2_000 where answers.withLock({ $0.isEmpty }) { world.advance(by: .milliseconds(50)) }
        let answer = try #require(answers.withLock { $0.first })
        return (try answer.get(), world.uptime - start)
    }
}
