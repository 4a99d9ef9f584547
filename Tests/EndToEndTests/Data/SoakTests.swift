import Flow
import Foundation
import Glibc
import Testing

/// Kills real processes as often as requested (`scripts/soak`). Each kill has a kiosk of its own; its moment, line,
/// request and terminal are drawn from the seed. The terminal's journal is the oracle.
@Suite(.enabled(if: Soak.kills > 0, "only in scripts/soak"))
struct SoakTests {
    @Test(arguments: 0..<max(Soak.kills, 1))
    func whoeverIsKilledWheneverLosesNothingAndDoesNothingTwice(_ number: Int) async throws {
        let death = SoakDeath(number)
        try await Kiosk.run(on: death.line) { kiosk in
            try await kiosk.startTerminal(death.terminal)
            try await kiosk.startPrinter()
            try await death.errand.prepare(kiosk)
            let child = try await kiosk.startTill(death.errand.command(kiosk))
            await kiosk.pass(milliseconds: death.milliseconds)
            child.send(SIGKILL)
            let killed = try await child.end()
            let next = try await kiosk.startTill(death.errand.command(kiosk)).end()
            let what: Comment = "\(death)\n\(killed)\n\(next)\n\(try kiosk.terminalJournal().entries)"
            #expect(death.errand.followers.contains(next.code ?? -1), what)
            try await death.errand.judge(kiosk, what)
            let unmarked = try kiosk.pages().filter { !$0.isDuplicate }.compactMap(\.receipt)
            #expect(Set(unmarked).count == unmarked.count, "a second print without a mark: \(what)")
            #expect(try await kiosk.till("journal", "verify").code == 0, what)
            let payments = try kiosk.terminalJournal().entries.count { $0.event == .requested }
            let outcome = "\(death.errand.rawValue)-\(next.code == 0 ? "done-next" : "found")"
            let kill = killed.signal == SIGKILL ? "killed" : "ended-before"
            print("soak: \(payments) payments, \(outcome), \(kill), \(death)")
        }
    }
}

/// The settings passed by scripts/soak.
private enum Soak {
    static let kills = ProcessInfo.processInfo.environment["TILL_SOAK_KILLS"].flatMap { Int($0) } ?? 0
    static let seed = ProcessInfo.processInfo.environment["TILL_SOAK_SEED"].flatMap { UInt64($0) } ?? 1
}

/// One kill, determined entirely by its number and the seed.
private struct SoakDeath: CustomStringConvertible {
    let errand: SoakErrand
    let line: Kiosk.Line
    let undoing: String
    let milliseconds: Int

    init(_ number: Int) {
        var chance = SeededGenerator(seed: Soak.seed &* 1_000_003 &+ UInt64(number))
        errand = SoakErrand.allCases.randomElement(using: &chance) ?? .pay
        line = [Kiosk.Line.pty, .network].randomElement(using: &chance) ?? .pty
        undoing = errand.undoings.randomElement(using: &chance) ?? "keeps"
        milliseconds = Int.random(in: 0...errand.milliseconds, using: &chance)
    }

    var description: String { "\(errand.rawValue) after \(milliseconds) ms, \(line.rawValue), terminal \(undoing)" }

    /// A terminal that soon notices when nobody answers.
    var terminal: String {
        """
        {"on_missing_response": "\(undoing)", \(errand == .settle ? #""silence": "after-command","# : "") "timing": {
            "card_delay": 0.05, "step_delay": 0.01, "host_delay": 0.05, "response_timeout": 1, "answer_timeout": 1,
            "block_timeout": 1}}
        """
    }
}

/// What a till is doing when it is killed, and what must hold after the next till has done the same.
private enum SoakErrand: String, CaseIterable {
    case pay, refund, reverse, reserve, book, release, settle, reprint
    case endOfDay = "end-of-day"

    /// What the terminal may do with an unacknowledged transaction. A terminal that reverses a reversal books a third
    /// transaction, whose meaning its journal alone does not tell.
    var undoings: [String] { self == .reverse ? ["keeps", "declines"] : ["keeps", "declines", "reverses"] }

    /// Roughly how long the request takes; some processes are killed after they have ended.
    var milliseconds: Int {
        switch self {
        case .pay, .refund, .reverse, .reserve, .book, .release: 1000
        case .endOfDay: 800
        case .settle, .reprint: 400
        }
    }

    func prepare(_ kiosk: Kiosk) async throws {
        switch self {
        case .pay, .reserve: break
        case .book, .release:
            #expect(try await kiosk.startTill(SoakErrand.reserve.command(kiosk)).end().code == 0)
        case .settle: #expect(try await kiosk.pay(giveUpAfter: 1).code == 5)
        case .refund, .reverse, .reprint, .endOfDay: #expect(try await kiosk.pay().code == 0)
        }
    }

    func command(_ kiosk: Kiosk) -> [String] {
        let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
        return switch self {
        case .pay: kiosk.payment()
        case .refund: ["refund", "1042", "--give-up-after", "20"] + devices
        case .reverse: ["reverse", "1042", "--give-up-after", "20"] + devices
        case .reserve: ["reserve", "--order", "1042", "--give-up-after", "20"] + devices
        case .book: ["reservations", "book", "1042", "--give-up-after", "20"] + devices
        case .release: ["reservations", "release", "1042", "--give-up-after", "20"] + devices
        case .settle: ["settle", "last", "--not-booked", "--newest-receipt", "1", "--evidence", "its journal"]
        case .reprint: ["reprint", "1042", "--printer", kiosk.printer]
        case .endOfDay: ["end-of-day", "--give-up-after", "20"] + devices
        }
    }

    /// The exit codes of the next process: it carried out the request, or found it done.
    var followers: Set<Int32> {
        switch self {
        case .pay, .refund, .reverse, .reserve, .book, .release, .settle: [0, 8]
        case .reprint, .endOfDay: [0]
        }
    }

    func judge(_ kiosk: Kiosk, _ what: Comment) async throws {
        let journal = try kiosk.terminalJournal()
        let charges = journal.standingCharges.map(\.amountMinor)
        let status = try await kiosk.order().status
        #expect(try await kiosk.why().final, what)
        switch self {
        case .pay, .reprint, .book:
            #expect(charges == [1150] && status == "processing", what)
            #expect(journal.openReservations.isEmpty, what)
        case .reserve:
            #expect(charges.isEmpty && status == "pending", what)
            #expect(journal.openReservations.map(\.amountMinor) == [1150], what)
        case .release:
            #expect(charges.isEmpty && status == "pending" && journal.openReservations.isEmpty, what)
        case .refund:
            #expect(charges == [1150] && status == "refunded", what)
            #expect(journal.standingRefunds.map(\.amountMinor) == [1150], what)
        case .reverse: #expect(charges.isEmpty && status == "pending", what)
        case .settle: #expect(charges.isEmpty && status == "pending", what)
        case .endOfDay:
            let delivered = journal.entries.filter { $0.event == .endOfDay }.map(\.amountMinor)
            #expect(charges == [1150] && delivered.filter { $0 != 0 } == [1150], what)
        }
    }
}
