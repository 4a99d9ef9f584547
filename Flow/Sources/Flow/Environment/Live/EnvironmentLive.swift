import Dispatch
import Foundation
import Synchronization

extension Environment {
    /// The real world: the wall clock, `CLOCK_MONOTONIC`, the system's randomness, Dispatch queues, tasks of the pool.
    public static let live = Environment(
        now: { Date() },
        uptime: { .live },
        random: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        },
        lane: { name, limit in QueueLane(name: name, limit: limit) },
        spawn: { name, work in
            let task = Task(name: name) { await work() }
            return Cancelling { task.cancel() }
        },
        sleep: { time async throws(CancellationError) in
            let span = time - .live
            do {
                try await Task.sleep(for: span, tolerance: .zero, clock: .suspending)
            } catch {
                throw CancellationError()
            }
        }, boot: bootID)

    /// The kernel generates it at each boot.
    private static let bootID: String? = {
        let read = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let id = read?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return id.isEmpty ? nil : id
    }()
}

extension Uptime {
    static var live: Uptime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

private struct Cancelling: Running {
    let body: @Sendable () -> Void
    func cancel() { body() }
}
