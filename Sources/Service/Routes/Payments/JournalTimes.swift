import Failures
import Flow
import Foundation
import Model
import Storage

/// Keeps the journal's times from running backwards, since receipts and the day go by them. A clock that is known to be right
/// may show a time before the journal's last entry: the clock was wrong then.
struct JournalTimes: Sendable {
    /// How far the clock may be behind the journal, in seconds.
    private static let tolerance: TimeInterval = 60

    let till: any ServedTill

    /// Throws `service.clockIsBehind` if the clock shows a time before that of the journal's last entry.
    func check() throws(Failure) {
        let last = try till.storage.reading { reader in
            try reader.journalEntries(from: try reader.journalHead().sequence, limit: 1).first?.at
        }
        let now = till.environment.now()
        guard let last, now < last - Self.tolerance, !till.isClockSynchronised else { return }
        throw Failure(
            ServiceFailure.clockIsBehind,
            Sentence("failure.service.clockIsBehind", ["now": WrittenMoment(now, in: till.timeZone)]),
            remedy: Sentence("remedy.service.clockIsBehind"), recovery: .askOperator)
    }
}
