import Flow
import Hardware
import Synchronization

/// How much of what a terminal tells is written down in one run of an end of day, over all questions together.
final class PaperBudget: Sendable {
    /// Far more telegrams than the report of one day takes.
    static let most = 20_000

    private let spent = Mutex(0)

    /// Throws once it is used up: the terminal is told so, and nothing more is written.
    func spend(on told: DurableTerminalRequest.Told) throws(Failure) {
        let total = spent.withLock { spent in
            spent += 1
            return spent
        }
        guard total <= Self.most else { throw .endless }
    }
}
