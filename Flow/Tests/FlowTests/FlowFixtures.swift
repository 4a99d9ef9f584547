import Flow
import Synchronization

/// What a test was told, in order, from any thread.
final class Heard<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    @Sendable func hear(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

extension Result where Failure == Flow.Failure {
    /// The code of a failure; nil for a success.
    var failureCode: String? {
        guard case .failure(let failure) = self else { return nil }
        return failure.code
    }
}

/// The actions of `CountStore`.
enum CountAction: Action {
    case add(Int, Reply<Int>)
    case read(Reply<Int>)
    case both(first: Reply<Int>, second: Reply<Int>)
    /// Keeps the reply until told to `forget`.
    case keep(Reply<Int>)
    case forget
}

struct WeighAction: Action {
    let object: String
    let reply: Reply<Int>
}

/// A store that counts.
final class CountStore: Store {
    private struct State {
        var count = 0
        var kept: [Reply<Int>] = []
    }

    private let state = Mutex(State())

    func onAction(_ action: CountAction) {
        switch action {
        case .add(let amount, let reply): reply(add(amount))
        case .read(let reply): reply(add(0))
        case .both(let first, let second):
            first(add(0))
            second(add(0))
        case .keep(let reply): state.withLock { $0.kept.append(reply) }
        case .forget: forget()
        }
    }

    /// The replies are dropped outside the lock: dropping answers them.
    private func forget() {
        let dropped = state.withLock { state in
            defer { state.kept = [] }
            return state.kept
        }
        withExtendedLifetime(dropped) {}
    }

    /// The replies of `keep`, until `forget`.
    var kept: [Reply<Int>] { state.withLock { $0.kept } }

    private func add(_ amount: Int) -> Int {
        state.withLock { state in
            state.count += amount
            return state.count
        }
    }
}

/// The actions of `WorkStore`.
enum WorkAction: Action {
    /// Works until cancelled, then needs `cleanUp` to end; never answers by itself.
    case work(cleanUp: Duration, Reply<Int>)
    /// Says `woke` in ten seconds.
    case wakeLater
}

/// A store that does long work in the environment it is given, and says how the work ends.
final class WorkStore: Store {
    private let environment: Environment
    private let lane: any Lane
    private let cleaning: any Lane
    private let log: Heard<String>

    /// `environment` is the session's; work on the lane `cleaning` does not end with the session.
    init(_ environment: Environment, cleaning: any Lane, log: Heard<String>) {
        self.environment = environment
        self.cleaning = cleaning
        self.log = log
        lane = environment.lane("work", 10)
    }

    func clearOperatorData() { log.hear("cleared") }

    func onAction(_ action: WorkAction) {
        let (environment, cleaning, log) = (environment, cleaning, log)
        switch action {
        case .work(let cleanUp, let reply):
            _ = environment.spawn("work") {
                try? await environment.sleep(environment.uptime() + .seconds(3_600))
                log.hear("cancelled")
                await cleaning.wait(until: environment.uptime() + cleanUp)
                log.hear("returned")
                reply(failing: .abandoned)
            }
        case .wakeLater:
            _ = lane.schedule(at: environment.uptime() + .seconds(10)) { log.hear("woke") }
        }
    }
}

extension Lane {
    /// Waits until this time, cancelled or not.
    fileprivate func wait(until time: Uptime) async {
        await withCheckedContinuation { continuation in
            _ = schedule(at: time) { continuation.resume() }
        }
    }
}
