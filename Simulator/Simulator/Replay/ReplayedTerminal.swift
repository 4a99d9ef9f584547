import Flow
import Recorder
import Synchronization

/// Plays the terminal of a recording, on a pty or the network, as it was recorded.
package final class ReplayedTerminal: Sendable {
    /// A baud rate that is high enough to keep every pause of a slower line. A pty accepts any baud rate.
    private static let baud = 115_200

    private enum Host { case pty(PtyHost), network(TCPHost) }

    private let host: Host
    private let player: ReplayPlayer

    /// Plays on a pty, with the link that `start` creates.
    package init(_ replay: Replay, link: String, environment: Environment, ended: @escaping @Sendable () -> Void) {
        player = ReplayPlayer(replay, ended: ended)
        host = .pty(PtyHost(PtyPlayer(player), link: link, baud: Self.baud, environment: environment))
    }

    /// Plays on the network; port 0 takes any free one.
    package init(
        _ replay: Replay, host: String, port: UInt16, environment: Environment, ended: @escaping @Sendable () -> Void
    ) {
        player = ReplayPlayer(replay, ended: ended)
        self.host = .network(TCPHost(NetworkPlayer(player), host: host, port: port, environment: environment))
    }

    /// Starts and returns the address, to which a till can connect now.
    package func start() throws(Failure) -> String {
        switch host {
        case .pty(let host):
            try host.start()
            return host.link
        case .network(let host):
            try host.start()
            return "\(host.host):\(host.port ?? 0)"
        }
    }

    /// Hangs up, waits for it, and returns how the replay ended.
    package func stop() -> ReplayEnding {
        switch host {
        case .pty(let host): host.stop()
        case .network(let host): host.stop()
        }
        return player.ending
    }
}

/// The replay, independent of the line.
private final class ReplayPlayer: Sendable {
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

    func play(_ input: (inout Replay) -> [Replay.Step]) -> (steps: [Replay.Step], deadline: Uptime?) {
        let (steps, deadline) = state.withLock { (input(&$0.replay), $0.replay.deadline) }
        for step in steps {
            switch step {
            case .diverged(let divergence): end(.diverged(divergence))
            case .played: end(.played)
            case .write, .unplug: break
            }
        }
        return (steps, deadline)
    }

    private func end(_ ending: ReplayEnding) {
        state.withLock { $0.ending = ending }
        ended()
    }
}

private final class PtyPlayer: PtyDevice {
    private let player: ReplayPlayer
    init(_ player: ReplayPlayer) { self.player = player }

    func attached(at now: Uptime) -> PtyOrders { play { $0.attached(at: now) } }
    func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders { play { $0.received(bytes, at: now) } }
    func deadlineReached(at now: Uptime) -> PtyOrders { play { $0.proceed(at: now) } }

    private func play(_ input: (inout Replay) -> [Replay.Step]) -> PtyOrders {
        let (steps, deadline) = player.play(input)
        var orders = PtyOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .unplug(let backAfter): orders.unplug = backAfter.map { .back(after: $0) } ?? .forGood
            case .diverged: orders.unplug = .forGood
            case .played: break
            }
        }
        return orders
    }
}

/// Plays a recording on the network. A connection that was lost in the recording is closed; if the recording has
/// another one, a till can connect at once.
private final class NetworkPlayer: NetworkDevice {
    private let player: ReplayPlayer
    init(_ player: ReplayPlayer) { self.player = player }

    func attached(at now: Uptime) -> NetworkOrders { NetworkOrders() }
    func connected(at now: Uptime) -> NetworkOrders { play { $0.attached(at: now) } }
    func received(_ bytes: [UInt8], at now: Uptime) -> NetworkOrders { play { $0.received(bytes, at: now) } }
    func disconnected(at now: Uptime) -> NetworkOrders { play { $0.proceed(at: now) } }
    func deadlineReached(at now: Uptime) -> NetworkOrders { play { $0.proceed(at: now) } }

    private func play(_ input: (inout Replay) -> [Replay.Step]) -> NetworkOrders {
        let (steps, deadline) = player.play(input)
        var orders = NetworkOrders(deadline: deadline)
        for step in steps {
            switch step {
            case .write(let bytes): orders.write += bytes
            case .unplug(let backAfter): orders.end = backAfter == nil ? .unplugged(backAfter: nil) : .closed
            case .diverged: orders.end = .unplugged(backAfter: nil)
            case .played: break
            }
        }
        return orders
    }
}
