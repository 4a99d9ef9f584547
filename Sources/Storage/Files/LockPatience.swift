import Foundation

/// How long to wait for a lock, and how often to try. After two seconds the user is told.
struct LockPatience: Hashable {
    /// How long to wait before the user is told.
    static let silence = Duration.seconds(2)
    /// The pauses between tries in milliseconds, as in SQLite; the last one repeats.
    private static let pauses: [Int] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]

    enum Step: Hashable {
        case pause(milliseconds: Int)
        /// Tell the user about the wait, then pause.
        case sayAndPause(milliseconds: Int)
        case giveUp
    }

    let longestWait: Duration

    /// The next step after failed tries.
    ///
    /// - Parameter tries: how many tries have failed.
    func step(after tries: Int) -> Step {
        let waited = Self.waited(before: tries)
        guard waited < longestWait else { return .giveUp }
        let pause = Self.pause(tries)
        let says = waited >= Self.silence && Self.waited(before: tries - 1) < Self.silence
        return says ? .sayAndPause(milliseconds: pause) : .pause(milliseconds: pause)
    }

    /// Pauses. Returns false when it is time to give up.
    func endure(after tries: Int, say: () -> Void) -> Bool {
        switch step(after: tries) {
        case .giveUp: return false
        case .sayAndPause(let pause):
            say()
            poll(nil, 0, Int32(pause))
        case .pause(let pause): poll(nil, 0, Int32(pause))
        }
        return true
    }

    private static func pause(_ tries: Int) -> Int { pauses[min(max(tries, 0), pauses.count - 1)] }

    private static func waited(before tries: Int) -> Duration {
        guard tries > 0 else { return .zero }
        let begun = pauses.prefix(tries).reduce(0, +)
        let further = max(0, tries - pauses.count) * pauses[pauses.count - 1]
        return .milliseconds(begun + further)
    }
}
