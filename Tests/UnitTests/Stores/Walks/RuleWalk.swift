import Flow
import Foundation
import Hardware
import Model

@testable import Storage
@testable import Payments
@testable import Stores

/// What the rules about payments decide in cases drawn from a seed.
struct RuleWalk {
    let seed: UInt64
    private var draw: Draw
    private(set) var lines: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        draw = Draw(seed: seed)
        for _ in 0..<6 { judge() }
        for _ in 0..<4 { ask() }
        for _ in 0..<4 { remember() }
        compare()
        compose()
        list()
    }

    var digest: String { Said.digest(lines) }

    private mutating func say(_ rule: String, _ answer: some Any) { lines.append("\(rule): \(answer)") }

    /// Records decisions of the matching rule.
    private mutating func judge() {
        let (intent, evidence) = (draw.intent(), draw.evidence())
        let told = draw.maybe { $0.result() }
        let refused = draw.isLucky(4) ? draw.result() : nil
        let goods = intent.givesGoods ? draw.maybe { $0.goods() } : nil
        let rule = LastTransactionMatcher(intent: intent, told: told, refused: refused, goods: goods)
        lines.append(Said.json(intent) + Said.json([told, refused]) + Said.json(evidence))
        say("judged", rule.judge(evidence))
        let claimed = (0..<draw.number(0...2)).map { place in
            ClaimedTransaction(
                payment: PaymentID(rawValue: draw.one("pay-OLD", "pay-\(place)")), result: draw.result(),
                cameAfter: draw.isLucky(2), isNewest: draw.isLucky(2))
        }
        let result = draw.result()
        say("judged with others", rule.judge(result, claimedBy: claimed))
        let copy = claimed.first?.result ?? result
        say("judged with its holder", rule.judge(copy, claimedBy: claimed))
        say("from before", [intent.isFromBefore(result), intent.isDatedBefore(result)])
        say("told again", claimed.map { $0.isToldAgain(by: result) })
        say("may book", [Int64(1250), 500, 0, 3750].map { intent.mayBook($0, goods) })
        say("reservations", rule.judge(openReservations: [41], after: .unclear("So.")))
    }

    /// Records what a person may state about a payment.
    private mutating func ask() {
        let (history, evidence) = (draw.history(), draw.evidenceOfOperator())
        lines.append(Said.json(history.intent) + Said.json(evidence))
        say("a person's word", Said.orRefused { try OperatorRule(history: history).outcome(of: evidence) })
        say("goods", DispenseRule(history: history).consequence(of: draw.goods()))
        let result = draw.result()
        say("answer", history.answer(to: result))
        let rule = OperatorRule(history: history)
        let typed = Money(minorUnits: 1251, currency: .eur)
        say("keeps", [nil, "read"].map { rule.keeps(result, receipt: 42, typed, words: $0) })
    }

    /// Records the state that follows from the journal's facts.
    private mutating func remember() {
        let history = draw.history()
        let now = BootTime(boot: "a", milliseconds: Int64(draw.number(0...400)) * 1000)
        say("stage", history.stage)
        say("results", [history.storedResult, history.storedBeforeEnd, history.toldResult, history.latestResult])
        say("acknowledged", [history.acknowledgedSuccess, history.refusedResult, history.seemsBooked])
        say("asked", [history.isAskedSince(now), history.isAskedSince(now, within: .seconds(90))])
        say("waits", [history.cardPhase, history.mayStillRun(at: now), history.mayStillRun(at: .unknown)])
        say(
            "flags",
            [
                history.isDecided, history.refusedAResult, history.toldOldResult, history.wasCancelled,
                history.hungOnGoods,
                history.wasSettledByOperator, history.bookedAnUntoldPart, history.awaitsGoods,
                history.suffices,
            ])
        say("numbers", [history.amount, history.due, history.share, history.excess, history.otherAmount])
        say("read up to", [history.readUpTo.map(String.init), history.doubt?.description])
        say("texts", [history.texts, history.texts(of: history.storedOutcome ?? .goodsUnpaid)])
        let evidence = draw.evidence()
        say("known", [history.isKnown(evidence, .notBooked), history.isKnown(evidence, .reversed(nil))])
        let outcome = draw.outcome()
        say("called", [history.withGoods(outcome), history.asCharged(outcome)])
        let report = PaymentReport(history, outcome, wasKnown: draw.isLucky(2))
        say("report", report)
        say("advice", report.advice.map(\.rawValue) ?? "none")
        say("differs", AmountDifference(history).map(Said.json) ?? "no")
        say(
            "owed",
            UndeliveredCharge(history, givenBack: Money(minorUnits: draw.one(0, 100, 1250), currency: .eur)).map {
                "\($0.amount) \($0.command)"
            } ?? "nothing")
        say("record", Said.json(PaymentRecord(history, at: PaymentIntent.sampleStart)))
    }

    /// Records comparisons of numbers and times.
    private mutating func compare() {
        let (purpose, result, last) = (draw.purpose(), draw.result(), draw.maybe { $0.result() })
        let booked = BookedPayment(
            payment: PaymentID(rawValue: "pay-OLD"), receiptNumber: draw.one(42, 41, 9999), trace: draw.one(123, nil),
            cardDigits: draw.one("1234", nil), terminalID: nil)
        say("reused", "\(String(describing: ReceiptNumberReuse.reason(booked, told: result, last: last)))")
        say("purpose", Said.json(purpose))
        say("unproven", purpose.isUnproven(by: result))
        say("may reverse", [122, 123, 99].map(purpose.mayReverse))
        say("may tell", [Int64(1250), 3750, 0, 1].map { purpose.mayTell($0, of: .sample) })
        say("command", purpose.request(.sample))
        say("kind", [purpose.tellsAmount, purpose.original == nil, purpose.kind.takesMoney])
        let receipt = draw.one(1, 41, 42, 5040, 5041, 4999, 9998, 9999)
        say("newer", ["\(receipt)", "\(String(describing: draw.watermark().isNewer(receipt)))"])
        let traces = (draw.number(0...999_999), draw.one(0, 1, 499_999, 500_000, 999_999))
        say(
            "newer trace",
            [
                LastTransactionMatcher.isNewer(traces.0, than: traces.1),
                LastTransactionMatcher.isNewer(traces.1, than: traces.0),
            ])
        let minutes = [-16, -15, -14, 0, 14, 15, 16, 600, 260_000]
        for minute in minutes {
            let moment = PaymentIntent.sampleStart.addingTimeInterval(Double(minute) * 60)
            guard let time = result.timestamp else { break }
            say("\(time)", [time.isBefore(moment, utcOffset: 3600), time.isAfter(moment, utcOffset: 3600)])
        }
        if let one = result.exactTimestamp, let other = last?.exactTimestamp {
            say("later", [one.isLater(than: other), other.isLater(than: one)])
        }
    }

    /// Records receipts made from a terminal's texts.
    private mutating func compose() {
        let texts = (0..<draw.number(0...6)).map { _ in draw.text() }
        let found = TerminalReceipts(texts).byCopy
        say("copies", ReceiptCopy.allCases.map { found[$0]?.map(\.text) })
        var kept = ResultTexts()
        for _ in 0..<draw.number(1...8) {
            switch draw.number(0...3) {
            case 0: kept.take(draw.result(), refused: draw.isLucky(4))
            case 1: kept.replace(with: [draw.text()], of: draw.maybe { $0.result() })
            default: kept.take(draw.text())
            }
            say("kept", "\(kept.texts) \(kept.texts(of: draw.outcome(), cutOff: draw.isLucky(3)))")
        }
        let lines = [PrintedLine("4111 1111"), PrintedLine("1111 1111"), PrintedLine("EXP"), PrintedLine("12/27")]
        var incoming = IncomingTexts()
        for _ in 0..<draw.number(1...4) {
            let text = TerminalText(copy: nil, lines: [lines[draw.number(0...3)]], endsReceipt: true)
            say("masked", "\(incoming.take(text))")
        }
        say("masked in the end", "\(incoming.end())")
    }

    /// Records the list of a receipt's prints.
    private mutating func list() {
        let prints = (1...draw.number(1...5)).map { place in
            let state = draw.one(of: PrintState.allCases)
            let started: Date? = draw.isLucky(4) ? nil : PaymentIntent.sampleStart + Double(draw.number(0...3))
            return PrintJob(
                id: PrintJobID(rawValue: Int64(place)), receipt: ReceiptID(rawValue: "rcp"), copy: .customer,
                mark: .original, printer: "p", state: state, failureCode: draw.one(nil, PrintJob.cutOff.rawValue, "x"),
                failureSentence: nil, createdAt: PaymentIntent.sampleStart, startedAt: started, finishedAt: nil)
        }
        let receipt = StoredReceipt(
            id: ReceiptID(rawValue: "rcp"), payment: PaymentID(rawValue: "pay"), orderNumber: nil, copy: .customer,
            document: .recorded, printCount: 0, createdAt: PaymentIntent.sampleStart,
            withdrawnAt: draw.isLucky(8) ? PaymentIntent.sampleStart : nil)
        say("prints", prints.map { "\($0.state) \($0.startedAt?.timeIntervalSince1970 ?? 0) \($0.failureCode ?? "-")" })
        say("listed", ListedReceipt(receipt: receipt, prints: prints).state)
    }
}

extension Receipt {
    static let recorded = Receipt(
        id: ReceiptID(rawValue: "rcp"), copy: .customer, merchant: Merchant(name: "Café", address: [], taxID: nil),
        payment: PaymentID(rawValue: "pay"), orderNumber: nil, issuedAt: PaymentIntent.sampleStart, utcOffset: 0,
        lines: [], taxes: [], total: .sample, tip: nil, card: .terminalReport(lines: []), footer: [], language: "en")
}
