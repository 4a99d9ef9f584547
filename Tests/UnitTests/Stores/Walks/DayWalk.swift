import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

/// What the rules decide about ends of day drawn from a seed, and how states follow from events.
struct DayWalk {
    let seed: UInt64
    private var draw: Draw
    private(set) var lines: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        draw = Draw(seed: seed &+ 1_000_000)
        for _ in 0..<3 { judge() }
        for _ in 0..<2 { reconcile() }
        remember()
        spool()
        recover()
        deliver()
        show()
    }

    var digest: String { Said.digest(lines) }

    private mutating func say(_ rule: String, _ answer: some Any) { lines.append("\(rule): \(answer)") }

    // MARK: Days

    private mutating func booking() -> ExpectedTotals.LedgerEntry {
        ExpectedTotals.LedgerEntry(
            payment: PaymentID(rawValue: "pay-\(draw.number(1...99))"), receipt: draw.one(42, 43, 44, 9999, 1, nil),
            scheme: draw.one(.mastercard, .mastercard, .visa, nil),
            amountMinor: draw.one(1250, 1250, 700, 300, -1250, -300),
            orderNumber: draw.one(nil, "1042"))
    }

    private mutating func day() -> ExpectedTotals {
        var day = ExpectedTotals.of(
            (0..<draw.number(0...3)).map { _ in booking() }, failed: draw.isLucky(3) ? [booking()] : [],
            open: draw.isLucky(4) ? [booking()] : [], alsoKnown: draw.isLucky(3) ? [45] : [])
        if draw.isLucky(6) { day.foreign = [PaymentID(rawValue: "pay-CHF")] }
        if draw.isLucky(6) {
            day.openReservations = [.init(receipt: 7, payment: draw.one(nil, PaymentID(rawValue: "res-1")))]
        }
        return day
    }

    /// Totals for this day, mostly those that the terminal should tell.
    private mutating func totals(of day: ExpectedTotals) -> TerminalTotals {
        var totals = TerminalTotals()
        totals.resultCode = draw.one(0, 0, 0, nil, 5)
        let sum = abs(day.bookings.map(\.amountMinor).reduce(0, +))
        totals.totalMinor = draw.one(sum, sum, sum, sum + 300, sum - 1250, 0, nil)
        if !draw.isLucky(3) {
            totals.schemes = CardScheme.allCases.map { scheme in
                let its = day.bookings.filter { ($0.scheme ?? .visa) == scheme }
                let more = draw.isLucky(15) ? 1 : 0
                return .init(
                    scheme, count: its.count + more,
                    amountMinor: abs(its.map(\.amountMinor).reduce(0, +)) + Int64(more * 300))
            }
        }
        (totals.firstReceipt, totals.lastReceipt) = draw.one(
            (42, 44), (42, 43), (44, 44), (45, 46), (9999, 1), (0, 0), (nil, nil), (42, 10_000))
        totals.terminalID = draw.one("29001234", "29001234", nil, "29009999")
        totals.trace = draw.one(nil, 90, 91)
        if draw.isLucky(2) {
            (totals.month, totals.day, totals.hour, totals.minute) = (11, 21, draw.one(14, 13, 15), 22)
        }
        return totals
    }

    private mutating func judge() {
        let (before, after) = (day(), day())
        let now = totals(of: draw.one(before, after))
        let rule = EndOfDayRule(before: before, after: after, wasTold: draw.isLucky(3))
        lines.append(Said.json(before.bookings) + Said.json(after.bookings) + Said.json(now))
        say("after a break", [rule.judge(now), rule.judge(nil)])
        let previous = draw.one(nil, now, totals(of: before))
        let repeated = RepeatedTotals(
            before: before, previous: previous, told: nil, startedAt: PaymentIntent.sampleStart,
            utcOffset: draw.one(0, 3600), isClosed: false)
        say("told once more", repeated.judge(now))
        say("sums", "\(String(describing: now.sumMinor)) \(now.countsNothing) \(now.isSuccess)")
        if let range = ReceiptRange(now) {
            say("range", "\(range.count) \([1, 41, 42, 44, 46, 9999, 0, 10_000].map(range.contains))")
            if range.count < 9 { say("receipts", range.receipts) }
        }
        say("counts", "\(before.bookings.counts) \(before.netMinor)")
    }

    private mutating func reconcile() {
        let day = day()
        let orders = (0..<draw.number(0...2)).map { number in
            var book = OrderReconciliation.of(
                Int64(1042 + number), standing: draw.one([], ["pay-1"], ["pay-1", "pay-2"]),
                givenBack: draw.one([], ["pay-3"]), paidBy: draw.one(nil, "pay-1", "pay-3", "pay-9"),
                shop: draw.one(nil, .pending, .processing, .completed, .refunded), told: !draw.isLucky(4))
            if draw.isLucky(4) { book.underpaid = [PaymentID(rawValue: "pay-1")] }
            return book
        }
        let totals = draw.isLucky(8) ? nil : totals(of: day)
        let books = Reconciliation(day, totals, orders, terminalID: draw.one("29001234", nil))
        say("books", Said.json(books))
        for language in [OperatorLanguage.en, .de] {
            say("said", [books.headline.text(in: language)] + books.notices.map { $0.sentence.text(in: language) })
            say("advised", books.advice.flatMap { [$0.sentence.text(in: language), $0.correction.text(in: language)] })
        }
        say("words", books.differences.map { "\($0.word) \($0.receipt ?? 0)" } + books.remarks.map(\.word))
    }

    private mutating func remember() {
        let intent = EndOfDayIntent(
            id: EndOfDayID(rawValue: "eod-1"),
            terminal: TerminalName(address: Counter.terminal, id: draw.one(nil, "1")),
            language: "en", startedAt: PaymentIntent.sampleStart)
        var history = EndOfDayHistory(intent, sequence: 7)
        for _ in 0..<draw.number(1...7) {
            history.apply(endOfDayEvent())
            say("day", "\(history.totals.map(Said.json) ?? "-") \(history.texts) \(String(describing: history.end))")
            say(
                "is",
                "\(String(describing: history.decided)) \(history.wasTold) \(history.hasTotals) "
                    + "\(history.hasWholeText) \(history.doubt ?? "-") \(history.questions)")
        }
        let other = TerminalName(
            address: draw.one(Counter.terminal, Counter.printer), id: draw.one(nil, "1", "2"))
        say("same", [intent.terminal.isSame(as: other), other.isSame(as: intent.terminal)])
    }

    private mutating func endOfDayEvent() -> EndOfDayEvent {
        switch draw.number(0...8) {
        case 0: .totals(totals(of: day()))
        case 1, 2: .text(draw.text())
        case 3:
            .ended(draw.one(.completed, .aborted(code: draw.one(nil, 0x77, 5)), .refused(code: draw.one(0x77, 0x9C))))
        case 4: .asking(draw.one(.totals, .lastEndOfDay))
        case 5: .asked(totals(of: day()))
        case 6: .unclear("So.")
        case 7:
            .operatorSettled(
                EndOfDayEvidence(
                    draw.one(.ended(total: .sample), .ended(total: nil), .notEnded), words: "w", operatorName: "a"))
        default: .disturbed(.sample)
        }
    }

    // MARK: States

    private static let addresses = [Counter.printer, Counter.terminal, DeviceAddress(scheme: "test", path: "third")]
    private enum Code: String, FailureCode {
        case later = "a.b"
        case never = "c.d"
    }

    private static let failures = [
        Failure.sample, Failure(Code.later, "Later.", recovery: .retry),
        Failure(Code.never, "Never.", recovery: .giveUp),
    ]

    private mutating func spool() {
        var state = PrintSpoolState()
        for _ in 0..<16 {
            let printer = draw.one(of: Self.addresses)
            let report = PrintReport(
                receipt: ReceiptID(rawValue: "rcp"), copy: .customer, mark: .original, end: .confirmed,
                printer: printer,
                insteadBecause: nil, text: "", bytes: [], replaced: [])
            switch draw.number(0...9) {
            case 0, 1: state.reduce(.served(printer))
            case 2: state.reduce(.servedAll)
            case 3: state.reduce(.found([printer]))
            case 4: state.reduce(.notFound(draw.one(of: Self.failures)))
            case 5: state.reduce(.dismissed(printer))
            case 6: state.reduce(draw.one(.began(printer), .printed(printer, report)))
            case 7: state.reduce(.rested(printer, asked: draw.one(state.asked(printer), 0, 1)))
            case 8: state.reduce(.halted(printer, draw.one(of: Self.failures)))
            default: draw.isLucky(2) ? state.lookAgain() : state.look(at: printer)
            }
            for address in Self.addresses { say("printing", "\(state.printing(on: address)) \(state.asked(address))") }
            say("spool", Said.json(state))
        }
    }

    private mutating func recover() {
        var state = RecoveryState()
        for _ in 0..<14 {
            let payment = PaymentID(rawValue: draw.one("pay-1", "pay-2", "pay-3"))
            switch draw.number(0...6) {
            case 0: state.reduce(.served)
            case 1, 2: state.reduce(.found(payment, terminal: draw.one(of: Self.addresses), mayAsk: draw.isLucky(2)))
            case 3: state.reduce(.began(payment))
            case 4: state.reduce(draw.one(.settled(payment), .left(payment)))
            case 5: state.reduce(.unresolved(payment, draw.one(of: Self.failures)))
            default: state.lookAgain(at: draw.one(of: Self.addresses))
            }
            say("recovery", "\(Said.json(state)) \(state.isAtRest) \(String(describing: state.terminal(of: payment)))")
        }
    }

    private mutating func deliver() {
        var state = OutboxState()
        for _ in 0..<10 {
            switch draw.number(0...4) {
            case 0: state.reduce(.served)
            case 1: state.reduce(.began)
            case 2: state.reduce(.rested(asked: draw.one(state.rounds.asked, 0)))
            case 3: state.reduce(.halted(draw.one(of: Self.failures)))
            default: state.lookAgain()
            }
            say("outbox", "\(Said.json(state)) \(state.isAtRest) \(state.lastFailure?.code ?? "-")")
        }
    }

    private mutating func show() {
        var state = EndOfDayState()
        let screen = RecordedScreen()
        for _ in 0..<8 {
            let address = draw.one(of: Self.addresses)
            switch draw.number(0...2) {
            case 0: state.reduce(.began(address))
            case 1:
                state.reduce(
                    .shows(
                        address,
                        TerminalProgress(
                            draw.one(.presentCard, .wait, .watchPINPad, .waitingForHost), text: draw.one(nil, "Bitte")))
                )
            default: state.reduce(.ended(address))
            }
            state.show(on: screen)
        }
        say("shown", screen.lines)
    }
}
