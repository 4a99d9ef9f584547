import Flow
import Hardware
import Model
import Readers
import Simulator

/// Plays one cell of the table, and records what is wrong with it.
struct FaultRun {
    private let cell: FaultCell
    private let usual: UsualRun
    private let scenario: TerminalScenario
    private let bench: FaultBench
    private(set) var broken: [String] = []

    init(_ cell: FaultCell) {
        self.cell = cell
        usual = UsualRun.of(cell.command, cell.profile, cell.line)
        var scenario = TerminalScenario(cell.profile)
        cell.fault.apply(at: cell.place, to: &scenario)
        self.scenario = scenario
        bench = FaultBench(scenario, past: cell.command.past, on: cell.line)
        _ = bench.register()
        play()
        judgeMoney()
        goOn()
        broken += bench.witness.seen.violations
        let bookings = newEntries.filter { $0.isBooking }
        if bookings.count > 1 { broken.append("booked \(bookings.count) times") }
        bench.end()
    }

    private var newEntries: ArraySlice<TerminalJournal.Entry> {
        bench.terminal.journal.entries.dropFirst(cell.command.past.entries.count)
    }

    /// The request must end once, in a way that the fault allows and in time; the command must be sent once; and the
    /// fault must occur.
    private mutating func play() {
        let limit = usual.took + cell.fault.delay(usual.wire.reduce(0) { $0 + $1.count })
        let took = bench.ask(cell.command.request, atMost: limit + .seconds(600))
        let seen = bench.witness.seen
        guard let took, let end = seen.ends.first else { return broken.append("it never ended") }
        if took > limit { broken.append("ended after \(took), not within \(limit)") }
        let endings = cell.fault.endings(on: cell.line) + (mayBeAskedAgain || followsAQuestion ? [.asUsual] : [])
        if !endings.contains(where: { allows($0, end) }) { broken.append("ended as \(end)") }
        let (times, usualTimes) = (bench.terminal.commands[cell.command.control, default: 0], sendings)
        if times > usualTimes { broken.append("sent \(times) times, not \(usualTimes)") }
        let isSeen = cell.fault == .mergedSegments ? usual.hasMergedSegment : seen.wire != usual.wire
        if !isSeen { broken.append("the fault was not seen") }
    }

    /// How often the command may be sent. When the ACK of a refused command is lost, the block is sent again and the
    /// terminal, which has done nothing, refuses it again.
    private var sendings: Int {
        let isRefused = if case .refused = usual.end { cell.fault == .lostAcknowledgement } else { false }
        return usual.commands[cell.command.control, default: 0] + (isRefused || mayBeAskedAgain ? 1 : 0)
    }

    /// Whether the fault may meet the registration that comes before each command on this line.
    private var followsAQuestion: Bool { cell.line == .stream(.transaction) && cell.fault == .aborted }

    /// Whether the command is a question to which the terminal may send the end of something in place of its response. Then it may
    /// have dropped the question.
    private var mayBeAskedAgain: Bool {
        cell.command.request.mayBeRepeated && [.aborted, .missingTelegram].contains(cell.fault)
    }

    private func allows(_ ending: Fault.Ending, _ end: TerminalEnd) -> Bool {
        switch (ending, end) {
        case (.asUsual, _): end.isLike(usual.end)
        case (.disturbed, .disturbed): true
        case (.refused(let code), .refused(let its)): code == its
        case (.aborted(let code), .aborted(let its)): code == its
        case (.disturbed, _), (.refused, _), (.aborted, _): false
        }
    }

    /// What stands booked was told and stored, or its outcome is not known; what was told and completed stands booked.
    private mutating func judgeMoney() {
        guard cell.command.request.movesMoney else { return }
        let seen = bench.witness.seen
        let journal = bench.terminal.journal
        let booking = newEntries.last { $0.isBooking }
        let undone = Set(journal.reversals.compactMap(\.originalTrace))
        let stands = booking.map { !undone.contains($0.trace ?? 0) } ?? false
        let isTold = booking?.trace.map(seen.stored.contains) ?? false
        switch seen.ends.first {
        case .aborted, .refused: if stands, !isTold { broken.append("told as not booked, and booked") }
        case .completed: if isTold, !stands { broken.append("told as booked, and not booked") }
        case .disturbed, nil: break
        }
    }

    /// After the fault the terminal must answer again, within the time that a till promises.
    private mutating func goOn() {
        if cell.fault.lasts {
            bench.terminal.switchOff()
            bench.terminal.switchOn(TerminalScenario(cell.profile))
            bench.world.advance(by: .milliseconds(100))
            _ = bench.connect()
        }
        let timers = scenario.timing.responseTimeout.duration + DialogueMachine.Timing().telegram * 2
        guard let waited = bench.askUntilAnswered(within: timers) else { return broken.append("never answered again") }
        if waited > .seconds(10) { broken.append("answered \(waited) after the terminal was at rest") }
        _ = bench.converse(.register(.eur))
        let outcome = bench.converse(.repeatReceipt)
        let newest = bench.terminal.journal.newestStored
        switch scenario.repeatReceipt.ability {
        case .full:
            if outcome?.result?.receiptNumber != newest?.receipt || outcome?.result?.trace != newest?.trace {
                broken.append("repeated \(String(describing: outcome)), stored is \(String(describing: newest))")
            }
        case .tellsNothing, .refuses, .onlyWithPrint, .onlyText: break
        }
    }
}

extension TerminalJournal {
    /// The last transaction that was neither declined nor voided, which is the one a terminal repeats.
    fileprivate var newestStored: Entry? {
        let void = Set(entries.filter { $0.event == .voided }.compactMap(\.originalTrace))
        return entries.last { $0.receipt != nil && $0.event != .declined && !void.contains($0.trace ?? 0) }
    }
}

extension TerminalJournal.Entry {
    /// Whether the entry moves or reserves money because a till asked for it.
    fileprivate var isBooking: Bool {
        switch event {
        case .booked, .reserved, .released, .refunded: true
        case .reversed: command == .reversal
        default: false
        }
    }
}

extension TerminalEnd {
    fileprivate func isLike(_ other: TerminalEnd?) -> Bool {
        switch (self, other) {
        case (.completed, .completed), (.disturbed, .disturbed): true
        case (.aborted(let code), .aborted(let its)): code == its
        case (.refused(let code), .refused(let its)): code == its
        case (.completed, _), (.disturbed, _), (.aborted, _), (.refused, _): false
        }
    }
}
