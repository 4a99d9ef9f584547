import Flow
import Foundation
import Hardware
import Model
import Payments
import Storage

/// What the rows of a journal tell about one day. Pure.
struct DayFigures {
    /// When a transaction passed the steps that are told apart.
    struct Timeline {
        var history: PaymentHistory?
        var intended: Date?
        var sending: Date?
        var told: Date?
        var settled: Date?
        var printed: Date?
        var wasDisturbed = false
    }

    /// A use of a device, and whether it went wrong.
    struct Use {
        let address: String
        let at: Date
        let wentWrong: Bool
    }

    let since: Date
    private var timelines: [PaymentID: Timeline] = [:]
    private var order: [PaymentID] = []
    private var devices: [String: TillStatus.LastActivity] = [:]
    private(set) var terminalPlaces: Set<String> = []
    private(set) var uses: [Use] = []

    /// Takes in the rows. Throws if one of them cannot be decoded.
    ///
    /// - Parameters:
    ///   - entries: the rows, oldest first. All rows of a transaction that was settled on that day must be among them.
    ///   - since: the beginning of the day.
    init(_ entries: [JournalEntry], since: Date) throws(StorageError) {
        self.since = since
        for entry in entries { try take(entry) }
    }

    private mutating func take(_ entry: JournalEntry) throws(StorageError) {
        if entry.kind == PrintFact.kind { return takePrint(try entry.decoded(as: PrintFact.self), entry) }
        guard let payment = entry.payment, entry.kind.hasPrefix("payment.") else { return }
        let event = try entry.decoded(as: PaymentEvent.self)
        var timeline = timelines[payment] ?? Timeline()
        if timelines[payment] == nil { order.append(payment) }
        if case .intended(let intent) = event { timeline.history = PaymentHistory(intent) }
        timeline.history?.apply(event)
        switch event {
        case .intended: timeline.intended = entry.at
        case .sending: timeline.sending = entry.at
        case .result: timeline.told = entry.at
        case .settled, .operatorSettled: timeline.settled = entry.at
        case .operatorWithdrew, .seemsBooked: timeline.settled = nil
        case .disturbed, .asking: timeline.wasDisturbed = true
        case .refused, .text, .textsCompleted, .repeatedText, .cancelRequested, .completed, .aborted, .evidence,
            .mayTake, .dayEnded, .inDoubt, .operatorConfirmed, .goods, .goodsTooLate:
            break
        }
        timelines[payment] = timeline
        note(event, of: timeline.history?.intent.terminal, at: entry.at)
    }

    private mutating func note(_ event: PaymentEvent, of terminal: DeviceAddress?, at time: Date) {
        guard let address = terminal?.description else { return }
        let trouble: Failure?
        switch event {
        case .result, .text, .repeatedText, .completed, .aborted, .refused, .evidence: trouble = nil
        case .disturbed(let failure): trouble = failure
        case .intended, .sending, .textsCompleted, .cancelRequested, .asking, .mayTake, .dayEnded, .seemsBooked,
            .inDoubt, .settled, .operatorSettled, .operatorWithdrew, .operatorConfirmed, .goods, .goodsTooLate:
            return
        }
        terminalPlaces.insert(address)
        uses.append(Use(address: address, at: time, wentWrong: trouble != nil))
        devices[address] = TillStatus.LastActivity(
            address: address, at: time, trouble: trouble, state: trouble == nil ? "answered" : "lost")
    }

    private mutating func takePrint(_ fact: PrintFact, _ entry: JournalEntry) {
        // What a terminal prints by itself tells nothing of it, and takes no time.
        guard !fact.isByTerminal else { return }
        uses.append(Use(address: fact.printer, at: entry.at, wentWrong: fact.failure != nil))
        devices[fact.printer] = TillStatus.LastActivity(
            address: fact.printer, at: entry.at, trouble: fact.failure, state: fact.end)
        guard let payment = entry.payment, fact.failure == nil, timelines[payment]?.printed == nil else { return }
        timelines[payment]?.printed = entry.at
    }

    // MARK: The figures

    /// The transactions that were settled on that day, in the order of their first rows.
    var settled: [(history: PaymentHistory, outcome: PaymentOutcome, timeline: Timeline)] {
        order.compactMap { payment in
            guard let timeline = timelines[payment], let history = timeline.history, let time = timeline.settled,
                time >= since, let outcome = history.storedOutcome, outcome.isFinal
            else { return nil }
            return (history, outcome, timeline)
        }
    }

    var takings: [TillStatus.Takings] {
        var sums: [Currency: (payments: Int, taken: Int64, returns: Int, givenBack: Int64)] = [:]
        for (history, outcome, _) in settled {
            guard case .approved = outcome else { continue }
            let (currency, amount) = (history.intent.amount.currency, history.amount.minorUnits)
            var sum = sums[currency] ?? (0, 0, 0, 0)
            switch history.intent.purpose.kind {
            case .payment, .booking: (sum.payments, sum.taken) = (sum.payments + 1, sum.taken &+ amount)
            case .refund, .reversal: (sum.returns, sum.givenBack) = (sum.returns + 1, sum.givenBack &+ amount)
            case .reservation, .release: continue
            }
            sums[currency] = sum
        }
        return sums.sorted { $0.key.code < $1.key.code }.map { currency, sum in
            TillStatus.Takings(
                currency: currency, payments: sum.payments, taken: Money(minorUnits: sum.taken, currency: currency),
                returns: sum.returns, givenBack: Money(minorUnits: sum.givenBack, currency: currency))
        }
    }

    /// How often payments, and the bookings of reservations, ended in which way, the most frequent first.
    var outcomes: [TillStatus.OutcomeCount] {
        let ends = settled.filter { $0.history.intent.purpose.kind.takesMoney }
        return Dictionary(grouping: ends) { $0.outcome.word }.values
            .map { TillStatus.OutcomeCount(outcome: $0[0].outcome, count: $0.count) }
            .sorted { ($1.count, $0.outcome.word) < ($0.count, $1.outcome.word) }
    }

    /// How long the phases of payments took that were approved without a disturbance. Phases that none had are left out.
    var times: [TillStatus.PhaseTimes] {
        let undisturbed = undisturbed
        return TillStatus.Phase.allCases.compactMap { phase in
            let spans = undisturbed.compactMap { Self.span(of: phase, in: $0) }.sorted()
            guard !spans.isEmpty else { return nil }
            return TillStatus.PhaseTimes(
                phase: phase, count: spans.count, p50: Self.percentile(50, of: spans),
                p95: Self.percentile(95, of: spans))
        }
    }

    /// The timelines of payments that were approved without a disturbance.
    private var undisturbed: [Timeline] {
        settled.filter { end in
            guard case .approved = end.outcome else { return false }
            return end.history.intent.purpose.kind == .payment && !end.timeline.wasDisturbed
        }.map(\.timeline)
    }

    /// How long these payments took from the request until they were settled, in milliseconds.
    var wholeSpans: [Int64] { undisturbed.compactMap { Self.span(of: .whole, in: $0) } }

    private static func span(of phase: TillStatus.Phase, in timeline: Timeline) -> Int64? {
        let ends: (Date?, Date?) =
            switch phase {
            case .preparing: (timeline.intended, timeline.sending)
            case .terminal: (timeline.sending, timeline.told)
            case .settling: (timeline.told, timeline.settled)
            case .printing: (timeline.settled, timeline.printed)
            case .whole: (timeline.intended, timeline.settled)
            }
        guard let begin = ends.0, let end = ends.1 else { return nil }
        // The clock may have been set back meanwhile.
        return max(0, end.milliseconds - begin.milliseconds)
    }

    /// The smallest span that at least so many of a hundred do not exceed.
    static func percentile(_ percent: Int, of sorted: [Int64]) -> Int64 {
        sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }

    var terminals: [TillStatus.LastActivity] { lastKnown { terminalPlaces.contains($0) } }
    var printers: [TillStatus.LastActivity] { lastKnown { !terminalPlaces.contains($0) } }

    private func lastKnown(_ isWanted: (String) -> Bool) -> [TillStatus.LastActivity] {
        devices.values.filter { isWanted($0.address) }.sorted { $0.address < $1.address }
    }
}
