import Flow
import Recorder
import Synchronization

/// Plays a recording on a pty of its own.
public final class ReplayOnPty: Sendable {
    /// Fast enough for every pause that a slower line had; a pty takes bytes at any speed.
    private static let baud = 115_200

    private let host: PtyHost
    private let player: ReplayPlayer

    /// The link a till opens is made by `start`.
    public init(_ replay: Replay, link: String, environment: Environment, ended: @escaping @Sendable () -> Void) {
        player = ReplayPlayer(replay, ended: ended)
        host = PtyHost(player, link: link, baud: Self.baud, environment: environment)
    }

    /// Opens the pty; a till can connect now.
    public func start() throws(Failure) { try host.start() }

    /// Hangs up, removes the link and waits for both. Tells how far it came.
    public func stop() -> ReplayEnding {
        host.stop()
        return player.ending
    }
}

/// How a replay ended.
public enum ReplayEnding: Hashable, Sendable {
    case played
    case diverged(Divergence)
    /// The till did not say all that it had said.
    case unfinished(remaining: Int)
}

private final class ReplayPlayer: PtyDevice {
    private struct State {
        var replay: Replay
        var ending: ReplayEnding?
    }

    private let state: Mutex<State>
    private let ended: @Sendable () -> Void

    init(_ replay: Replay, ended: @escaping @Sendable () -> Void) {
        state = Mutex(State(replay: replay))
        self.ended = ended
    }

    var ending: ReplayEnding { state.withLock { $0.ending ?? .unfinished(remaining: $0.replay.remaining) } }

    func attached(at now: Uptime) -> PtyOrders { play { $0.attached(at: now) } }
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { play { $0.received(bytes, at: now) } }
    func deadlineReached(at now: Uptime) -> PtyOrders { play { $0.proceed(at: now) } }

    private func play(_ input: (inout Replay) -> [Replay.Step]) -> PtyOrders {
        let (steps, deadline) = state.withLock { (input(&$0.replay), $0.replay.deadline) }
        var orders = PtyOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .unplug(let backAfter): orders.unplug = backAfter.map { .back(after: $0) } ?? .forGood
            case .diverged(let divergence):
                orders.unplug = .forGood
                end(.diverged(divergence))
            case .played: end(.played)
            }
        }
        return orders
    }

    private func end(_ ending: ReplayEnding) {
        state.withLock { $0.ending = ending }
        ended()
    }
}
