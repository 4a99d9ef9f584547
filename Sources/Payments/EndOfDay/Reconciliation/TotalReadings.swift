import Model

/// The sums that a terminal's totals may mean. They have no sign in the protocol: 20.00 are told for 20.00 taken and for
/// 20.00 more given back than taken.
struct TotalReadings {
    /// A sum with its sign, and how many schemes differ from the journal if it is meant.
    struct Reading: Hashable {
        let totalMinor: Int64
        let differing: Int
    }

    let all: Set<Reading>
    /// Whether the terminal's own sum is none of its schemes' with any signs.
    let isContradiction: Bool

    init(_ totals: TerminalTotals, _ day: ExpectedTotals) {
        guard let schemes = totals.schemes else {
            isContradiction = false
            all = Set(
                (totals.totalMinor.map { [$0, -$0] } ?? []).map {
                    Reading(totalMinor: $0, differing: $0 == day.netMinor ? 0 : 1)
                })
            return
        }
        let isFloating = day.bookings.contains { $0.scheme == nil }
        var found: Set = [Reading(totalMinor: 0, differing: 0)]
        for told in schemes {
            let ours = day.bookings.filter { $0.scheme == told.scheme }
            // A scheme that the terminal counts just as the journal, in sum and number, has the journal's sign.
            let isOurs =
                !isFloating && told.amountMinor == abs(ours.netMinor) && ours.mayBeCounted(as: told.count)
            let signed = isOurs ? [ours.netMinor] : Array(Set([told.amountMinor, -told.amountMinor]))
            found = Set(
                found.flatMap { reading in
                    signed.map { amount in
                        Reading(
                            totalMinor: reading.totalMinor &+ amount,
                            differing: reading.differing + (isFloating || amount == ours.netMinor ? 0 : 1))
                    }
                })
        }
        let asTold = found.filter { reading in totals.totalMinor.map(reading.isTold) ?? true }
        isContradiction = asTold.isEmpty
        all = asTold.isEmpty ? found : asTold
    }
}

extension TotalReadings.Reading {
    fileprivate func isTold(as total: Int64) -> Bool { totalMinor.magnitude == total.magnitude }
}

extension Collection<ExpectedTotals.LedgerEntry> {
    /// How many transactions the terminal may have counted. For money that was given back, some count both sides and
    /// some neither.
    var counts: ClosedRange<Int> {
        let back = count { $0.amountMinor < 0 }
        let taken = count - back
        return Swift.max(0, taken - back)...taken + back
    }

    /// Whether the terminal may have counted just these, by the number that it told.
    fileprivate func mayBeCounted(as told: Int) -> Bool {
        counts.contains { ($0 - told) % Books.countCircle == 0 }
    }
}
