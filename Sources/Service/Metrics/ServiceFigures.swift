import Synchronization

/// What the service counts while it runs.
package final class ServiceFigures: Sendable {
    /// A request as it is counted. There are as many as routes and statuses.
    struct Answered: Hashable, Comparable {
        let method: String
        let route: String
        let status: Int

        static func < (one: Answered, other: Answered) -> Bool {
            (one.route, one.method, one.status) < (other.route, other.method, other.status)
        }
    }

    /// Something that went wrong on a line to a terminal. There are only a few kinds.
    struct LineError: Hashable, Comparable {
        let layer: String
        let error: String

        static func < (one: LineError, other: LineError) -> Bool {
            (one.layer, one.error) < (other.layer, other.error)
        }
    }

    private struct State {
        var answered: [Answered: Int] = [:]
        var lineErrors: [LineError: Int] = [:]
        var commits = Histogram([0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5])
    }

    private let state = Mutex(State())

    package init() {}

    /// Counts an answered request under its route, or under `other` if no route takes it.
    func count(_ route: Route?, status: Int) {
        let answered = Answered(method: route?.method ?? "other", route: route?.path ?? "other", status: status)
        state.withLock { $0.answered[answered, default: 0] += 1 }
    }

    /// Notes a commit that is synced. Never waits.
    package func committed(in span: Duration) {
        let seconds = Double(span.components.seconds) + Double(span.components.attoseconds) / 1e18
        state.withLock { $0.commits.observe(seconds) }
    }

    /// Notes something that went wrong on a line to a terminal. Never waits.
    ///
    /// - Parameter layer: the layer of the terminal's protocol.
    package func noticed(_ error: String, in layer: String) {
        state.withLock { $0.lineErrors[LineError(layer: layer, error: error), default: 0] += 1 }
    }

    var lineErrors: [(LineError, Int)] { state.withLock { $0.lineErrors }.sorted { $0.key < $1.key } }
    var answered: [(Answered, Int)] { state.withLock { $0.answered }.sorted { $0.key < $1.key } }
    var commits: Histogram { state.withLock { $0.commits } }
}
