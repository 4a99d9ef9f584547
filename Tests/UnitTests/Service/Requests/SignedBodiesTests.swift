import Flow
import Model
import Synchronization
import Testing

@testable import Service

/// Who is given up when many signed requests are read at the same time.
@Suite struct SignedBodiesTests {
    private let world = VirtualWorld(seed: 1)
    private let bodies = SignedBodies()
    private let givenUp = GivenUp()

    private final class GivenUp: Sendable {
        private let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    /// Begins to read bodies that take ten seconds.
    private func begin(_ numbers: ClosedRange<Int>) {
        let (bodies, environment, givenUp) = (bodies, world.environment, givenUp)
        for number in numbers {
            _ = environment.spawn("request") {
                try? await bodies.read { () async throws(Failure) in
                    try? await environment.sleep(environment.uptime() + .seconds(10))
                } giveUp: {
                    givenUp.add(number)
                }
            }
            world.run()
        }
    }

    @Test func oneMoreThanTheLimitIsReadAndTheOldestIsGivenUp() throws {
        begin(1...SignedBodies.most)
        #expect(givenUp.all.isEmpty)
        let bodies = bodies
        let read = try world.finish { () async throws(Failure) in
            try await bodies.read {
                "all of it"
            } giveUp: {
            }
        }
        #expect(read == "all of it")
        #expect(givenUp.all == [1])
        begin(33...34)
        #expect(givenUp.all == [1, 2], "the one that was read meanwhile has left its place")
    }

    @Test func whatIsReadToItsEndIsNotGivenUp() {
        begin(1...SignedBodies.most)
        world.advance(by: .seconds(10))
        begin(1...SignedBodies.most)
        #expect(givenUp.all.isEmpty)
    }
}
