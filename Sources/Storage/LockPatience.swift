import Foundation

/// How long a lock is waited for, and with which pauses. After two seconds of waiting a person is told.
struct LockPatience: Hashable {
    /// How long a person is told nothing of the wait.
    static let silence = Duration.seconds(2)
    /// The pauses before the next tries in milliseconds, as SQLite makes them; the last one is repeated.
    private static let pauses: [Int] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50]

    enum Step: Hashable {
        case pause(milliseconds: Int)
        /// A pause, before which a person is told of the wait.
        case sayAndPause(milliseconds: Int)
        case giveUp
    }

    let longestWait: Duration

    /// The step after a try that failed.
    /// - Parameter tries: how many failed before it.
    func step(after tries: Int) -> Step {
        let waited = Self.waited(before: tries)
        guard waited < longestWait else { return .giveUp }
        let pause = Self.pause(tries)
        let says = waited >= Self.silence && Self.waited(before: tries - 1) < Self.silence
        return says ? .sayAndPause(milliseconds: pause) : .pause(milliseconds: pause)
    }

    /// Makes the pause. Returns false where it is time to give up.
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
