import Flow
import Hardware
import Synchronization

/// Limits how much a terminal can make the till write in one end of day, over all questions together.
final class PaperBudget: Sendable {
    /// The limit: far more telegrams than the report of one day takes.
    static let most = 20_000

    private let spent = Mutex(0)

    /// Throws once the budget is used up. The terminal is told so, and nothing more is written.
    func spend(on told: DurableTerminalRequest.Told) throws(Failure) {
        let total = spent.withLock { spent in
            spent += 1
            return spent
        }
        guard total <= Self.most else { throw .endless }
    }
}
