import Flow

/// A readable log of one run, kept only when it is wanted.
final class WorldLog: @unchecked Sendable {  // guards: written by the one thread that drives its world
    enum Event {
        case till([UInt8])
        case terminal([UInt8])
        case book(String)
        case world(String)
        case report(String)
        /// The text on the display at the terminal.
        case shown(String)
        /// A complete answer, only for the run's record.
        case detail(String)
    }

    let isKept: Bool
    private let uptime: @Sendable () -> Uptime
    private let start: Uptime
    private(set) var events: [(at: Duration, event: Event)] = []

    init(isKept: Bool, environment: Environment) {
        self.isKept = isKept
        uptime = environment.uptime
        start = environment.uptime()
    }

    func note(_ event: @autoclosure () -> Event) {
        guard isKept else { return }
        let now = uptime()
        events.append((.nanoseconds(now.nanoseconds - start.nanoseconds), event()))
    }

    var lines: [String] {
        events.compactMap { at, event in
            let seconds = Double(at.components.seconds) + Double(at.components.attoseconds) / 1e18
            let tenths = Int((seconds * 10).rounded())
            let time =
                String(repeating: " ", count: max(0, 7 - "\(tenths / 10).\(tenths % 10)".count))
                + "\(tenths / 10).\(tenths % 10) s  "
            switch event {
            case .till(let bytes): return time + "till      > " + TelegramWords.words(of: bytes)
            case .terminal(let bytes): return time + "terminal  < " + TelegramWords.words(of: bytes)
            case .book(let what): return time + "book        " + what
            case .world(let what): return time + "world       " + what
            case .report(let what): return time + "Till says   " + what
            case .shown(let what): return time + "display     " + what
            case .detail: return nil
            }
        }
    }
}
