import Dispatch
import Flow
import Foundation
import Hardware
import Synchronization
import Testing

@testable import Transports

/// Architecture §4: nothing on a port's queue waits for the Swift thread pool.
@Suite struct SaturatedPoolTests {
    static let roundTrips = 300

    /// Counts, and times nothing: while more tasks spin than the pool has threads, with some of them still waiting for
    /// a thread before and after, every one of 300 bytes is acknowledged.
    @Test func everyByteIsAcknowledgedWhileNoThreadOfThePoolIsFree() async throws {
        let line = try Pseudoterminal()
        let port = try SerialPort(line.address(), uptime: steadyClock)
        let wire = RecordingWire { call, _ in
            if case .received(let bytes) = call { LineCommands(write: bytes.map { _ in 0x06 }) } else { LineCommands() }
        }
        try port.open(wire)
        defer { port.close() }
        let pool = SaturatedPool()
        let outcome = await withTaskGroup { group in
            for _ in 0..<pool.tasks { group.addTask { pool.occupyAThread() } }
            defer { pool.release() }
            return Self.converse(on: line, while: pool)
        }
        #expect(outcome.acknowledged == Self.roundTrips)
        #expect(outcome.saturatedBefore)
        #expect(outcome.saturatedAfter)
    }

    struct Outcome {
        var acknowledged = 0
        var saturatedBefore = false
        var saturatedAfter = false
    }

    /// The terminal's side, on the calling thread, which is one of the pool's and stays taken meanwhile.
    private static func converse(on line: Pseudoterminal, while pool: SaturatedPool) -> Outcome {
        var outcome = Outcome()
        outcome.saturatedBefore = pool.waitUntilSaturated()
        for trip in 0..<roundTrips {
            guard (try? line.send([UInt8(trip & 0xFF)])) != nil, (try? line.take(1)) == [0x06] else { break }
            outcome.acknowledged += 1
        }
        outcome.saturatedAfter = pool.isSaturated
        return outcome
    }
}

/// Tasks that take every thread of Swift's pool and give none back until they are released.
final class SaturatedPool: Sendable {
    /// Threads of the pool: one for each core.
    private let threads = ProcessInfo.processInfo.activeProcessorCount
    var tasks: Int { 8 * threads + 8 }

    private let started = Atomic(0)
    private let oneMore = DispatchSemaphore(value: 0)
    private let released = Atomic(false)

    /// Spins: a blocked thread might be replaced by the pool, a busy one is not.
    func occupyAThread() {
        started.add(1, ordering: .sequentiallyConsistent)
        oneMore.signal()
        while !released.load(ordering: .relaxed) { sched_yield() }
    }

    func release() { released.store(true, ordering: .relaxed) }

    /// At least one task finds no thread to run on.
    var isSaturated: Bool { started.load(ordering: .sequentiallyConsistent) < tasks }

    /// Called on a thread of the pool: waits until tasks have all the others, or have waited for them in vain for so long
    /// that something else has.
    func waitUntilSaturated() -> Bool {
        let limit = DispatchTime.now() + .seconds(Int(patience.components.seconds))
        for _ in 1..<threads {
            if oneMore.wait(timeout: limit) == .timedOut { break }
        }
        return isSaturated
    }
}
