import Foundation
import Model
import Simulator
import Storage
import Payments

/// What the journal records of ends of day, in its order.
struct EndOfDayFacts {
    private(set) var intents: [EndOfDayIntent] = []
    private(set) var reports: [EndOfDayReport] = []
    private(set) var hasTotals = false
    private(set) var hasEnded = false

    mutating func add(_ event: EndOfDayEvent) {
        switch event {
        case .intended(let intent): intents.append(intent)
        case .totals: hasTotals = true
        case .ended: hasEnded = true
        case .settled(let report): reports.append(report)
        case .text, .textsCompleted, .disturbed, .onlyAsked, .asking, .asked, .unclear, .operatorSettled: break
        }
    }

    var closed: [EndOfDayReport] { reports.filter { $0.outcome == .closed || $0.outcome == .closedWithoutTotals } }

    /// The number of ends of day that counted nothing, so that their outcome is not known.
    var ofNothing: Int { reports.count { $0.outcome == .nothingCounted } }

    /// The bookings in the reports of the closed days, one day after the other.
    var bookings: [PaymentID] { closed.flatMap { $0.reconciliation.bookings.map(\.payment) } }
    var counted: Set<PaymentID> { Set(bookings) }

    func end(of intent: EndOfDayIntent) -> String {
        switch reports.first(where: { $0.id == intent.id })?.outcome {
        case nil, .inDoubt: "in doubt"
        case .closed: "closed"
        case .closedWithoutTotals: "closed without totals"
        case .notClosed: "not closed"
        case .nothingCounted: "nothing counted"
        case .totalsOnly: "asked only"
        }
    }
}

extension VirtualKiosk {
    private struct Fact: Decodable { let event: EndOfDayEvent }

    func endOfDayFacts() throws -> EndOfDayFacts {
        var facts = EndOfDayFacts()
        for entry in try storage.read({ try $0.journalEntries(from: 1, limit: .max) })
        where entry.kind.hasPrefix("endOfDay.") {
            facts.add(try entry.decoded(as: Fact.self).event)
        }
        return facts
    }

    /// The transactions that the till regards as booked. A reservation that is open or released belongs to no day.
    func approved() throws -> Set<PaymentID> {
        let payments = try storage.read { try $0.recentPayments(limit: .max) }
        return Set(payments.filter { $0.isApproved && !$0.kind.onlyHolds }.map(\.id))
    }

    /// Whether nothing is left to be ended: the outcome of every day is known, and every booking is in one of them.
    func isEnded() throws -> Bool {
        let facts = try endOfDayFacts()
        return try !facts.closed.isEmpty && openDays().isEmpty && facts.counted == approved()
    }

    /// The violations of what must hold of ends of day at any moment.
    func endOfDayViolations() throws -> [String] {
        let facts = try endOfDayFacts()
        let (closed, ends, open) = (facts.closed.count, endsOfDay, try openDays().count)
        var found: [String] = []
        if closed > ends { found.append("E1: \(closed) days are reported closed, the terminal has closed \(ends)") }
        if ends > closed + open + facts.ofNothing {
            found.append("E2: the terminal has closed \(ends) days, \(closed) are known and \(open) are open")
        }
        if facts.intents.count - facts.reports.count != open {
            found.append("E3: \(facts.intents.count) begun, \(facts.reports.count) settled, \(open) known as open")
        }
        for report in facts.reports where !report.reconciliation.differences.isEmpty {
            found.append("E4: \(report.outcome) differs: \(report.reconciliation.differences)")
        }
        return found
    }

    /// The violations of what must hold once everything is known, with the terminal of before: each day contains what
    /// the terminal booked in it.
    func endedDayViolations() throws -> [String] {
        let facts = try endOfDayFacts()
        var found: [String] = []
        if try !openDays().isEmpty { found.append("E5: not resolved") }
        if try facts.counted != approved() || facts.counted.count != facts.bookings.count {
            found.append("E6: the days hold \(facts.bookings), approved are \(try approved())")
        }
        for report in facts.closed {
            guard let totals = report.totals else { continue }
            guard let day = terminal.journal.day(endedBy: totals.trace) else {
                found.append("E8: \(report.id) has totals of no end of day: \(totals)")
                continue
            }
            let (taken, back) = (truth.standing.filter { day.holds($0) }, truth.givenBack.filter { day.holds($0) })
            let net = taken.map(\.entry.amountMinor).reduce(0, +) - back.map(\.entry.amountMinor).reduce(0, +)
            if totals.totalMinor != abs(day.turnoverMinor) || report.reconciliation.journalMinor != net {
                found.append("E9: \(report.id) tells \(totals), the terminal booked \(net) here, \(day) in all")
            }
            let theirs = Set((taken + back).compactMap(\.payment))
            if facts.ofNothing == 0, theirs != Set(report.reconciliation.bookings.map(\.payment)) {
                found.append("E10: \(report.id) holds \(report.reconciliation.bookings), the terminal \(theirs)")
            }
        }
        return found
    }
}

/// One day in a terminal's own journal.
private struct TerminalDay {
    let entries: ClosedRange<Int>
    let turnoverMinor: Int64

    func holds(_ charge: TerminalTruth.Charge) -> Bool { entries.contains(charge.entry.number) }
}

extension TerminalJournal {
    fileprivate func day(endedBy trace: Int?) -> TerminalDay? {
        guard let trace, let end = entries.last(where: { $0.event == .endOfDay && $0.trace == trace }) else {
            return nil
        }
        let before = entries.last { $0.event == .endOfDay && $0.number < end.number }?.number ?? 0
        return TerminalDay(entries: before + 1...end.number, turnoverMinor: end.amountMinor)
    }
}
