import Failures
import Flow
import Foundation
import Model
import Storage

/// Keeps the journal's times from running backwards, since receipts and the day go by them. A clock that is known to be right
/// may show a time before the journal's latest: the clock was wrong then. A payment at the command line is not held up, so it is the
/// way out where nothing keeps the clock right.
struct JournalTimes: Sendable {
    /// How far the clock may be behind the journal, in seconds.
    private static let tolerance: TimeInterval = 60

    let till: any ServedTill

    /// Throws `service.clockIsBehind` if the clock shows a time before the journal's latest (`latestTime`).
    func check() throws(Failure) {
        let latest = try till.storage.reading { try $0.latestTime() }
        let now = till.environment.now()
        guard let latest, now < latest - Self.tolerance, !till.isClockSynchronised else { return }
        throw Failure(
            ServiceFailure.clockIsBehind,
            Sentence("failure.service.clockIsBehind", ["now": WrittenMoment(now, in: till.timeZone)]),
            remedy: Sentence("remedy.service.clockIsBehind"), recovery: .askOperator)
    }
}
