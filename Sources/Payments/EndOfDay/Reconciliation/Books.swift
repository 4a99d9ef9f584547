import Flow
import Model

/// Compares the journal with the terminal's totals.
struct Books {
    /// The number at which a terminal's count of transactions begins again
    /// (docs/decisions/0055-device-codes-and-reasons.md).
    static let countCircle = 256
    /// The most candidates for one amount; more would say nothing.
    private static let mostSuspects = 5

    let day: ExpectedTotals
    let totals: TerminalTotals
    let terminalID: String?
    let range: ReceiptRange?
    let lines: [Reconciliation.SchemeLine]
    let terminalMinor: Int64?
    /// Receipts that the terminal counted and that the journal does not know.
    private let strangers: [Int]
    private let readings: TotalReadings

    init(day: ExpectedTotals, totals: TerminalTotals, terminalID: String?) {
        self.day = day
        self.totals = totals
        self.terminalID = terminalID
        lines = Self.lines(day, totals.schemes ?? [])
        range = totals.countsNothing ? nil : ReceiptRange(totals)
        let readings = TotalReadings(totals, day)
        self.readings = readings
        terminalMinor = Self.signed(totals, lines, day).map { sum in
            let sums = Set(readings.all.map(\.totalMinor))
            return sums.count == 1 && !readings.isContradiction ? sums.first ?? sum : sum
        }
        strangers = range.map { $0.receipts.filter { !day.knownReceipts.contains($0) } } ?? []
    }

    private static func lines(
        _ day: ExpectedTotals, _ told: [TerminalTotals.SchemeTotal]
    ) -> [Reconciliation.SchemeLine] {
        CardScheme.allCases.map { scheme in
            let ours = day.bookings.filter { $0.scheme == scheme }
            let its = told.first { $0.scheme == scheme }
            return Reconciliation.SchemeLine(
                scheme: scheme, journalCount: ours.count, journalMinor: ours.netMinor,
                terminalCount: its?.count ?? 0, terminalMinor: signed(its?.amountMinor ?? 0, as: ours.netMinor))
        }
    }

    /// Gives a sum the sign of ours. The protocol has no signs: for a negative sum the terminal tells its absolute
    /// value.
    private static func signed(_ told: Int64, as ours: Int64) -> Int64 { ours < 0 && told == -ours ? ours : told }

    private static func signed(
        _ totals: TerminalTotals, _ lines: [Reconciliation.SchemeLine], _ day: ExpectedTotals
    ) -> Int64? {
        let bySchemes = totals.schemes == nil ? nil : lines.map(\.terminalMinor).sum
        guard let total = totals.totalMinor else { return bySchemes }
        return signed(signed(total, as: day.netMinor), as: bySchemes ?? day.netMinor)
    }

    var terminalCount: Int? { totals.schemes.map { $0.reduce(0) { $0 + $1.count } } }

    /// By how much the terminal's sum exceeds the journal's; nil if it told no totals.
    private var surplus: Int64? { terminalMinor.map { $0 &- day.netMinor } }

    /// The surpluses that the terminal's sum may mean besides, with other signs. A terminal that tells no receipts may
    /// hide any transaction.
    private var otherSurpluses: Set<Int64> {
        let possible = readings.all.filter { reading in
            let other = reading.totalMinor &- day.netMinor
            return other != surplus
                && (range == nil || reading.differing <= strangers.count && strangersMayMakeUp(abs(other)))
        }
        return Set(possible.map { $0.totalMinor &- day.netMinor })
    }

    /// The refunds and reversals that were called not made and may have been booked later: they explain the terminal's
    /// sum with another sign.
    private var lateGivenBack: [ExpectedTotals.LedgerEntry] {
        let others = otherSurpluses
        return day.failed.filter { failed in
            guard failed.amountMinor < 0, others.contains(failed.amountMinor),
                let before = day.mayBeLate[failed.payment]
            else { return false }
            return range == nil || strangers.contains { before.isNewer($0) != false }
        }
    }

    // MARK: Agreement

    /// Whether the terminal's count of each scheme covers what the journal knows. Cards that terminals count
    /// differently may be in any scheme.
    private var schemesHold: Bool {
        guard totals.schemes != nil else { return true }
        let floating = day.bookings.filter { $0.scheme == nil }
        if floating.contains(where: { $0.amountMinor < 0 }) { return true }
        let isExact = floating.isEmpty && surplus == 0
        return lines.allSatisfy {
            isExact ? $0.terminalMinor == $0.journalMinor : $0.terminalMinor >= $0.journalMinor
        }
    }

    /// Whether the terminal's count may exceed the journal's by a number in this range.
    private func mayHaveCounted(more: ClosedRange<Int>) -> Bool {
        guard let terminalCount else { return true }
        return day.bookings.counts.contains { ours in
            let extra = ((terminalCount - ours) % Self.countCircle + Self.countCircle) % Self.countCircle
            return more.contains(extra)
        }
    }

    /// Whether transactions that were made at the terminal itself explain its whole surplus. A transaction in doubt
    /// would explain it as well, and so would an attempt of that amount which the terminal may have booked after it was
    /// called not charged here.
    private var isTakenAtTerminal: Bool {
        guard let surplus, surplus > 0, day.open.isEmpty, !strangers.isEmpty, schemesHold,
            late(explaining: surplus).isEmpty, hidden(in: surplus).isEmpty, strangersMayMakeUp(surplus)
        else { return false }
        return mayHaveCounted(more: 1...strangers.count)
    }

    /// The most sums that are tried.
    private static let mostSums = 10_000

    /// Whether transactions of the terminal itself may come to this sum. Of some the terminal has told the amount; each of those may
    /// have been taken back. One of which nothing is known may be of any amount.
    private func strangersMayMakeUp(_ surplus: Int64) -> Bool {
        let known = day.known.filter { strangers.contains($0.receipt) }
        guard Set(known.map(\.receipt)).count == strangers.count else { return true }
        var sums: Set<Int64> = [0]
        for stranger in known {
            sums.formUnion(sums.map { $0 &+ stranger.amountMinor })
            guard sums.count <= Self.mostSums else { return true }
        }
        return sums.contains(surplus)
    }

    /// The attempts that may explain the surplus because the terminal may have booked one after it was called not
    /// charged. Such a booking has a receipt number that this till does not know and that follows the last one from
    /// before. Empty if the terminal's own receipts explain the surplus.
    private func late(explaining surplus: Int64) -> [ExpectedTotals.LedgerEntry] {
        let known = day.known.filter { strangers.contains($0.receipt) }.map(\.amountMinor)
        guard !known.contains(surplus), known.sum != surplus else { return [] }
        return day.failed.filter { failed in
            guard [surplus, surplus - known.sum].contains(failed.amountMinor),
                let before = day.mayBeLate[failed.payment]
            else { return false }
            return strangers.contains { before.isNewer($0) != false }
        }
    }

    /// The attempts that the terminal may have booked after they were called not charged, and that with something else
    /// make up the surplus. That takes two receipts of which nothing is known, one of them after the last one from
    /// before the attempt; a terminal that tells no receipts may have any.
    private func hidden(in surplus: Int64) -> [ExpectedTotals.LedgerEntry] {
        let known = day.known.filter { strangers.contains($0.receipt) }
        let unknown = strangers.filter { number in !known.contains { $0.receipt == number } }
        let rest = surplus &- known.map(\.amountMinor).sum
        guard rest > 0, range == nil || unknown.count > 1 && mayHaveCounted(more: 2...strangers.count) else {
            return []
        }
        return day.failed.filter { failed in
            // Where a person has read the terminal's journal, only the whole amount speaks against it.
            guard failed.amountMinor < rest, !day.stated.contains(failed.payment),
                let before = day.mayBeLate[failed.payment]
            else { return false }
            return range == nil || unknown.contains { before.isNewer($0) != false }
        }
    }

    private var sumsAgree: Bool { (surplus == 0 && schemesHold || isTakenAtTerminal) && lateGivenBack.isEmpty }

    /// What was started at the terminal itself, with its sum, or with both sums that the terminal's may mean.
    private func startedAtTerminal(_ receipts: [Int]) -> Reconciliation.Remark {
        let unknown = Reconciliation.Remark.startedAtTerminal(receipts: receipts, amountMinor: nil)
        guard let surplus, sumsAgree else { return unknown }
        let others = otherSurpluses
        if others.isEmpty { return .startedAtTerminal(receipts: receipts, amountMinor: surplus) }
        guard surplus > 0, others.count == 1, let other = others.first, other < 0 else { return unknown }
        return .takenOrGivenBack(receipts: receipts, takenMinor: surplus, givenBackMinor: -other)
    }

    // MARK: The words of a difference

    var differences: [Reconciliation.Difference] {
        var found: [Reconciliation.Difference] = day.foreign.map { .otherCurrency($0) }
        if let its = totals.terminalID, let ours = terminalID, its != ours {
            found.append(.otherTerminal(journal: ours, terminal: its))
        }
        if let number = totals.currencyNumber, !totals.isCounted(in: day.currency) {
            found.append(.totalsInOtherCurrency(Currency(number: number)?.code ?? String(number)))
        }
        if let total = totals.totalMinor, let schemes = totals.schemes?.map(\.amountMinor).sum, total != schemes,
            readings.isContradiction, total != abs(lines.map(\.terminalMinor).sum)
        {
            found.append(.terminalContradictsItself(total: total, schemes: schemes))
        }
        guard let terminalMinor, let surplus, !sumsAgree else { return found }
        if surplus != 0 { found.append(.total(journal: day.netMinor, terminal: terminalMinor)) }
        return found + schemeDifferences + suspects(surplus)
    }

    private var schemeDifferences: [Reconciliation.Difference] {
        guard totals.schemes != nil else { return [] }
        let isExact = day.bookings.allSatisfy { $0.scheme != nil }
        return lines.filter { isExact ? $0.terminalMinor != $0.journalMinor : $0.terminalMinor < $0.journalMinor }
            .map { .scheme($0.scheme, journal: $0.journalMinor, terminal: $0.terminalMinor) }
    }

    /// The receipts that may explain the surplus.
    private func suspects(_ surplus: Int64) -> [Reconciliation.Difference] {
        let missing = day.bookings.filter { booking in
            guard let receipt = booking.receipt else { return false }
            return range.map { !$0.contains(receipt) } ?? (terminalMinor == 0)
        }
        let named = missing.map(Reconciliation.Difference.notCounted)
        let rest = surplus &+ missing.netMinor
        let all = (day.failed + day.open).filter { rest != 0 && $0.amountMinor == rest }
        let late = late(explaining: rest) + day.open.filter { rest != 0 && $0.amountMinor == rest }
        // A transaction that the terminal itself ended with a failure is named only if nothing else would explain the
        // surplus.
        let booked = late.isEmpty ? all : late
        let hidden = late.isEmpty ? hidden(in: rest) : []
        let back = day.bookings.filter { rest < 0 && !missing.contains($0) && $0.amountMinor == -rest }
        let others = otherSurpluses
        let given = (lateGivenBack + day.open.filter { others.contains($0.amountMinor) })
            .filter { !booked.contains($0) && !hidden.contains($0) }
        return named + booked.prefix(Self.mostSuspects).map { .mayBeBooked($0) }
            + hidden.prefix(Self.mostSuspects).map { .mayBePartOfSurplus($0) }
            + back.prefix(Self.mostSuspects).map { .mayBeTakenBack($0) }
            + given.prefix(Self.mostSuspects).map { .mayBeGivenBack($0) }
    }

    /// Receipts without turnover where this till began transactions that were cancelled or refused without a number.
    /// There are at most as many as there were such transactions.
    private var ownAttempts: Set<Int> {
        let places = Dictionary(
            (range?.receipts ?? []).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var found: Set<Int> = []
        var (last, untold) = (-1, 0)
        let end = ExpectedTotals.Attempt(receipts: [], isUntold: false)
        for (index, attempt) in (day.attempts + [end]).enumerated() {
            let told = attempt.receipts.compactMap { places[$0] }
            let next = index == day.attempts.count ? Int.max : told.min()
            if attempt.isUntold { untold += 1 }
            guard let next else { continue }
            let between = strangers.filter { places[$0].map { last < $0 && $0 < next } ?? false }
            if between.count <= untold { found.formUnion(between) }
            (last, untold) = (max(last, told.max() ?? last), 0)
        }
        return found
    }

    var remarks: [Reconciliation.Remark] {
        var found: [Reconciliation.Remark] = []
        let isWithoutTurnover = surplus == 0 && sumsAgree
        let started = isWithoutTurnover ? strangers.filter { !ownAttempts.contains($0) } : strangers
        if !started.isEmpty { found.append(startedAtTerminal(started)) }
        found += day.open.map { .inDoubt($0) }
        if let terminalCount, sumsAgree, !mayHaveCounted(more: 0...strangers.count) {
            found.append(.counts(journal: day.bookings.counts, terminal: terminalCount))
        }
        return found
    }
}
