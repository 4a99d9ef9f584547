import Flow
import Model
import Simulator
import Storage
import StorageInMemory
import Stores
import Testing

/// What was booked before the day is ended.
enum DayBefore: String, CaseIterable {
    case nothing
    case payment = "a payment"
    case refund = "a payment and its refund"
    case reversal = "a payment and its reversal"
    case atTerminal = "a payment, and one at the terminal itself"
    case everything = "a payment, a declined one, one that is reversed and a refund in part"

    /// Whether the bookings of this day may add up to nothing.
    var mayCountNothing: Bool { [.nothing, .refund, .reversal].contains(self) }

    var journal: TerminalJournal { self == .atTerminal ? .earlierBooking : TerminalJournal(entries: []) }

    func live(in kiosk: VirtualKiosk, _ scenario: TerminalScenario) throws {
        let till = try kiosk.startTill()
        guard self != .nothing else { return }
        let paid = try #require(till.pay(order: 1042)).get().payment
        switch self {
        case .nothing, .payment, .atTerminal: break
        case .refund: _ = try #require(till.giveBack(.refund(of: paid, nil))).get()
        case .reversal: _ = try #require(till.giveBack(.reversal(of: paid))).get()
        case .everything:
            let other = try #require(till.pay(order: 1044)).get().payment
            _ = try #require(till.giveBack(.reversal(of: other))).get()
            _ = try #require(till.giveBack(.refund(of: paid, Money(minorUnits: 500, currency: .eur)))).get()
            kiosk.exchange(try TerminalScenario(.decline))
            #expect(till.pay(order: 1045)?.report?.outcome.word == "declined")
            kiosk.exchange(scenario)
        }
        _ = till.printPending()
    }
}

/// One way in which an end of day is cut off, without the place of the cut.
struct EndOfDayCrashCase: Sendable, CustomStringConvertible {
    var before: DayBefore
    var cut: CutKind
    var terminalState: TerminalAfterCut
    /// Whether the next request to the till is a payment and not the end of the day.
    var isPaidNext: Bool
    /// Whether the terminal demands its end of day, and the till runs it by itself when it is asked for a payment.
    var isDemanded = false

    var description: String {
        (isDemanded ? "demanded, " : "")
            + "\(before.rawValue), \(cut.rawValue), \(terminalState.rawValue), next \(isPaidNext ? "a payment" : "the end of day")"
    }

    var scenario: TerminalScenario {
        var scenario = TerminalScenario()
        terminalState.apply(to: &scenario)
        return scenario
    }

    /// Whether the terminal at the end is the one from before the cut.
    var isSameTerminal: Bool { ![.installedAnew, .exchanged].contains(terminalState) }
}

/// One run of a case: a day, its end, the cut, what follows, the repair, and what is wrong.
struct EndOfDayCrashRun: CustomStringConvertible {
    let run: EndOfDayCrashCase
    let kiosk: VirtualKiosk
    /// Where the cut found the end of day; nil when the cut never came.
    private(set) var row: EndOfDayCrashRow?
    /// How the end of day that was cut off ended.
    private(set) var end = "none"
    private(set) var violations: [String] = []
    private(set) var deeds: [Deed] = []
    private let cut: CutPoint?

    var description: String { "\(run), cut \(cut.map { "\($0.deed)\($0.isTorn ? " torn" : "")" } ?? "nowhere")" }

    /// Each further cut kills one of the lives that follow; the last life is undisturbed.
    init(_ run: EndOfDayCrashCase, at cut: CutPoint?, then further: [CutPoint] = []) throws {
        (self.run, self.cut) = (run, cut)
        let kiosk = try VirtualKiosk(
            run.scenario, journal: run.before.journal, orders: (1042...1046).map(OrderID.init(rawValue:))
        ) { world in MemoryStorage { world.now } }
        self.kiosk = kiosk
        try run.before.live(in: kiosk, run.scenario)
        if run.isDemanded { kiosk.exchange(demanding) }
        try firstLife()
        for cut in further { try live(TillLife(cut: cut)) }
        try live(TillLife())
        kiosk.repair(run.terminalState, run.scenario)
        try live(TillLife())
        try judge()
        kiosk.end()
    }

    /// A terminal that accepts nothing more until its day is ended.
    private var demanding: TerminalScenario {
        var scenario = run.scenario
        scenario.endOfDayAfter = kiosk.terminal.journal.entries.count { $0.receipt != nil && $0.event != .declined }
        return scenario
    }

    private func startTill(_ life: TillLife) throws -> VirtualTill {
        try kiosk.startTill(life, endOfDay: run.isDemanded ? .whenDemanded : .manual)
    }

    private mutating func firstLife() throws {
        let life = TillLife(cut: cut)
        let box = CutBox<EndOfDayCrashRow>()
        life.whenCut { [run, kiosk] in
            box.set((try? kiosk.endOfDayFacts()).map(EndOfDayCrashRow.init))
            run.cut.strike(life, kiosk)
        }
        let till = try startTill(life)
        if run.isDemanded { _ = till.pay(order: 1043) } else { _ = till.endDay() }
        deeds = life.deeds
        try look(life)
        guard life.deedsBeforeCut != nil else { return }
        row = box.row
        kiosk.comes(run.terminalState, after: run.cut, run.scenario)
    }

    /// Runs the next life, which asks for a payment, for the end of the day, or for both.
    private mutating func live(_ life: TillLife) throws {
        let till = try startTill(life)
        if run.isPaidNext || run.isDemanded {
            _ = till.pay(order: 1043)
            try look(life)
        }
        // Nobody asks to end a day that is known to be ended and contains all payments.
        if try !kiosk.isEnded() { _ = till.endDay() }
        _ = till.printPending()
        try look(life)
        kiosk.world.advance(by: .seconds(1))
    }

    /// Records violations of what must hold at any moment.
    private mutating func look(_ life: TillLife) throws {
        violations += try kiosk.endOfDayViolations() + life.violations
    }

    private mutating func judge() throws {
        violations += try kiosk.violations()
        let facts = try kiosk.endOfDayFacts()
        end = facts.intents.first.map { facts.end(of: $0) } ?? "none"
        if let row, !row.legalEnds(of: run).contains(end) { violations.append("\(row.rawValue) ends as \(end)") }
        // No day is ended while a payment is in doubt, and with a terminal that repeats nothing the refused payment
        // stays in doubt.
        let doubts = try kiosk.storage.read { try $0.unsettledPayments() }
        guard run.isSameTerminal, doubts.isEmpty || run.terminalState.repeatsReports else { return }
        violations += try kiosk.endedDayViolations()
        if run.before.mayCountNothing { return }
        let days = kiosk.terminal.journal.entries.split(omittingEmptySubsequences: false) { $0.event == .endOfDay }
        if days.dropLast().contains(where: { day in day.allSatisfy { $0.receipt == nil } }) {
            violations.append("E7: the terminal was asked again, and ended a day with nothing in it")
        }
    }
}
