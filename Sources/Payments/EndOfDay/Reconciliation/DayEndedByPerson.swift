import Flow
import Model
import Storage

// Receipts that this till booked on an earlier day which a person called ended. If the terminal had not ended it, it counts
// them in the next day, where they must not pass for transactions that were started at the terminal itself.

extension ExpectedTotals {
    /// An earlier day that a person called ended.
    struct DayEndedByPerson: Hashable, Sendable {
        let id: EndOfDayID
        /// What this till booked on that day.
        let bookings: [LedgerEntry]
    }
}

extension DayReading {
    /// The most days that are read; more in a row are not to be expected.
    private static let mostDays = 10

    /// The days before the terminal's present one that a person called ended, newest first, up to one of which the
    /// terminal told its end.
    func daysEndedByPersons(in currency: Currency) throws(StorageError) -> [ExpectedTotals.DayEndedByPerson] {
        let stated = try EndOfDayJournal.endedByPersons(in: reader)
        guard !stated.isEmpty else { return [] }
        var days: [ExpectedTotals.DayEndedByPerson] = []
        var day = try EndOfDayJournal.lastClosed(of: terminal, in: reader)
        while let ended = day, stated.contains(ended.id), days.count < Self.mostDays {
            day = try EndOfDayJournal.lastClosed(of: terminal, before: ended.through, in: reader)
            let bookings = try booked(since: day?.through ?? 0, through: ended.through, in: currency)
            days.append(ExpectedTotals.DayEndedByPerson(id: ended.id, bookings: bookings))
        }
        return days
    }
}

extension Reconciliation.Remark {
    /// The remark, or the ones that take its place if receipts that the day does not know have the numbers of receipts
    /// of these earlier days. If they are all of the receipts, their sum must be one that the terminal's may mean.
    func naming(_ days: [ExpectedTotals.DayEndedByPerson]) -> [Reconciliation.Remark] {
        var rest = unknownReceipts
        var named: [Reconciliation.Remark] = []
        var sum: Int64 = 0
        for day in days {
            let ours = day.bookings.filter { $0.currency == nil && $0.receipt.map(rest.contains) ?? false }
            let numbers = Set(ours.compactMap(\.receipt))
            guard !numbers.isEmpty else { continue }
            let receipts = rest.filter(numbers.contains)
            named.append(.dayEndedByPerson(day.id, receipts: receipts, amountMinor: ours.netMinor))
            rest.removeAll(where: numbers.contains)
            sum &+= ours.netMinor
        }
        if named.isEmpty || rest.isEmpty && !mayMean(sum) { return [self] }
        return named + (rest.isEmpty ? [] : [.startedAtTerminal(receipts: rest, amountMinor: nil)])
    }

    /// The receipts that the day does not know.
    private var unknownReceipts: [Int] {
        switch self {
        case .startedAtTerminal(let receipts, _), .takenOrGivenBack(let receipts, _, _): receipts
        case .dayEndedByPerson, .sinceBackup, .inDoubt, .reservationOpen, .counts, .shopNotToldYet, .paidElsewhere: []
        }
    }

    private func mayMean(_ sum: Int64) -> Bool {
        switch self {
        case .startedAtTerminal(_, let amount): amount.map { $0 == sum } ?? true
        case .takenOrGivenBack(_, let taken, let back): sum == taken || sum == -back
        case .dayEndedByPerson, .sinceBackup, .inDoubt, .reservationOpen, .counts, .shopNotToldYet, .paidElsewhere:
            false
        }
    }
}
