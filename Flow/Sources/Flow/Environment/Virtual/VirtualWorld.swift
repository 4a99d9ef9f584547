import Foundation
import Synchronization

/// A world without real time, threads or chance: everything in its environment happens when the test says so.
///
/// ```swift
/// let world = VirtualWorld(seed: 7)
/// let stores = StoresManager(environment: world.environment) {
///     DeauthenticatedState(stores: [CounterStore(machine)], because: $0)
/// }
/// world.advance(by: .seconds(5))
/// let cups = try world.finish { () async throws(Failure) in try await stores.ask { CounterAction.served($0) } }
/// ```
///
/// Promises:
/// - Work on lanes, scheduled work and tasks run only inside `run`, `advance`, `runUntilIdle` and `finish`, on the
///   calling thread, one piece at a time; so does work that has a thread of its own elsewhere, which must not wait here.
///   Time stands still meanwhile, except for what `advance` and similar calls skip.
/// - A lane's work runs in its order. Which of several lanes and tasks goes next is drawn from the seed: the same seed
///   and the same calls give the same run, another seed another interleaving.
/// - Async code is part of this as long as it stays in tasks of `environment.spawn` and `finish`, their children and
///   actors with the default executor.
/// - May be fed from any thread, but what another thread feeds comes when it comes.
public final class VirtualWorld: Sendable {
    /// How many steps `run` and similar calls take before they trap, because the world does not come to rest.
    public static let mostSteps = 10_000_000

    private let agenda: Agenda
    private let executor: WorldExecutor
    private let wall: Mutex<Date>

    /// - Parameters:
    ///   - seed: decides everything random.
    ///   - now: the wall clock at the start; by default 2026-01-01 00:00 UTC.
    public init(seed: UInt64 = 1, now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        agenda = Agenda(seed: seed)
        executor = WorldExecutor(agenda)
        wall = Mutex(now - Double(Agenda.start.nanoseconds) / 1e9)
    }

    /// The environment of this world. `random` is drawn from the seed too.
    public var environment: Environment {
        Environment(
            now: { self.now }, uptime: { self.uptime }, random: { self.agenda.random() },
            lane: { [agenda] name, limit in VirtualLane(name: name, limit: limit, agenda: agenda) },
            spawn: { name, work in self.spawn(name, work) },
            sleep: { time async throws(CancellationError) in try await self.agenda.sleep(until: time) },
            spawnThread: { [agenda] _, work in
                let cancellation = Cancellation()
                agenda.add { work(cancellation) }
                return cancellation
            }, boot: "virtual world")
    }

    public var uptime: Uptime { agenda.uptime }

    /// The wall clock, which advances with time. Set it to make it jump.
    public var now: Date {
        get { wall.withLock { $0 } + Double(uptime.nanoseconds) / 1e9 }
        set { wall.withLock { $0 = newValue - Double(uptime.nanoseconds) / 1e9 } }
    }

    /// Runs everything that is ready, and what becomes ready by it. No time passes.
    public func run() { agenda.running { agenda.drain() } }

    /// Lets time pass: runs what is ready, then everything that becomes due on the way.
    public func advance(by span: Duration) {
        agenda.running {
            let end = agenda.uptime + span
            agenda.drain()
            while agenda.skip(notBeyond: end) { agenda.drain() }
            agenda.set(end)
        }
    }

    /// Lets time pass in steps as long as `goesOn` is true, for at most `longest`. Steps in which nothing is due are skipped
    /// together.
    public func advance(by step: Duration, atMost longest: Duration, while goesOn: () -> Bool) {
        let end = uptime + longest
        while goesOn(), uptime < end {
            let idle = agenda.idle(until: end).wholeNanoseconds / step.wholeNanoseconds
            if idle > 1 { agenda.set(uptime + .nanoseconds((idle - 1) * step.wholeNanoseconds)) }
            advance(by: step)
        }
    }

    /// Runs until nothing is ready or due at any time, letting time pass as needed.
    public func runUntilIdle() {
        agenda.running {
            agenda.drain()
            while agenda.skip() { agenda.drain() }
        }
    }

    /// Runs `work` as a task of this world to its end and returns its result, letting time pass only while nothing is ready.
    /// Traps when it waits for something that never happens.
    public func finish<Value: Sendable, Thrown: Error>(
        _ work: @escaping @Sendable () async throws(Thrown) -> Value
    ) throws(Thrown) -> Value {
        let outcome = Outcome<Result<Value, Thrown>>()
        _ = spawn("finish") {
            do throws(Thrown) {
                outcome.set(.success(try await work()))
            } catch {
                outcome.set(.failure(error))
            }
        }
        agenda.running {
            agenda.drain()
            while outcome.value == nil, agenda.skip() { agenda.drain() }
        }
        guard let result = outcome.value else { preconditionFailure("the work waits for what never comes") }
        return try result.get()
    }

    private func spawn(_ name: String, _ work: @escaping @Sendable () async -> Void) -> any Running {
        let task = Task(name: name, executorPreference: executor) { await work() }
        return VirtualTask(task: task)
    }
}

private struct VirtualTask: Running {
    let task: Task<Void, Never>
    func cancel() { task.cancel() }
}

private final class Outcome<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    var value: Value? { stored.withLock { $0 } }
    func set(_ value: Value) { stored.withLock { $0 = value } }
}

/// Adds each step of the world's tasks to the agenda.
private final class WorldExecutor: TaskExecutor {
    private let agenda: Agenda

    init(_ agenda: Agenda) { self.agenda = agenda }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        agenda.add { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
