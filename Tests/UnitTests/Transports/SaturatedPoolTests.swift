import Dispatch
import Flow
import Foundation
import Hardware
import Synchronization
import Testing

@testable import Transports

/// Nothing on a port's queue waits for the Swift thread pool (docs/architecture.md, Threads).
@Suite struct SaturatedPoolTests {
    static let roundTrips = 300

    /// Counts and measures no time. While more tasks run than the pool has threads, with some still waiting for a
    /// thread before and after, each of 300 bytes is acknowledged.
    @Test func everyByteIsAcknowledgedWhileNoThreadOfThePoolIsFree() async throws {
        let line = try Pseudoterminal()
        let port = try SerialPort(line.address(), uptime: steadyClock)
        let handler = RecordingLineHandler { call, _ in
            if case .received(let bytes) = call { LineCommands(write: bytes.map { _ in 0x06 }) } else { LineCommands() }
        }
        try port.open(handler)
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

    /// Plays the terminal on the calling thread, which belongs to the pool and stays occupied meanwhile.
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

/// Tasks that occupy every thread of Swift's pool until they are released.
final class SaturatedPool: Sendable {
    /// The pool has one thread for each core.
    private let threads = ProcessInfo.processInfo.activeProcessorCount
    var tasks: Int { 8 * threads + 8 }

    private let started = Atomic(0)
    private let oneMore = DispatchSemaphore(value: 0)
    private let released = Atomic(false)

    /// Keeps a thread busy. The pool might replace a thread that is blocked.
    func occupyAThread() {
        started.add(1, ordering: .sequentiallyConsistent)
        oneMore.signal()
        while !released.load(ordering: .relaxed) { sched_yield() }
    }

    func release() { released.store(true, ordering: .relaxed) }

    /// Whether at least one task finds no thread to run on.
    var isSaturated: Bool { started.load(ordering: .sequentiallyConsistent) < tasks }

    /// Waits until the tasks have all other threads of the pool, or until they have waited for them so long that
    /// something else must have them. Call this on a thread of the pool.
    func waitUntilSaturated() -> Bool {
        let limit = DispatchTime.now() + .seconds(Int(patience.components.seconds))
        for _ in 1..<threads {
            if oneMore.wait(timeout: limit) == .timedOut { break }
        }
        return isSaturated
    }
}
