import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

/// A till's book of some days, drawn from a seed, and what the stores answer about it.
struct BookWalk {
    let seed: UInt64
    var draw: Draw
    let counter: Counter
    let ledger: StoredLedger
    var lines: [String] = []
    var count = 0

    static let other = DeviceAddress(scheme: "test", path: "other")
    static let orders: [Int64] = [1042, 1043, 1044]

    init(seed: UInt64) throws {
        self.seed = seed
        draw = Draw(seed: seed &+ 2_000_000)
        counter = try Counter()
        ledger = StoredLedger.sample(counter.storage, counter.world)
        try saveOrders()
        for _ in 0..<draw.number(4...9) {
            counter.world.advance(by: .seconds(draw.one(1, 60, 4000)))
            step()
        }
        try dump()
        try askAboutPayments()
        try askAboutDays()
        try askTheTill()
        look()
        try dump()
    }

    var digest: String { Said.digest(lines) }

    mutating func say(_ what: String, _ answer: some Any) { lines.append("\(what): \(answer)") }

    // MARK: What happened

    private mutating func saveOrders() throws {
        let orders = Self.orders.map { id in
            Order(
                site: .embedded, id: OrderID(rawValue: id), number: draw.one("\(id)", "N-\(id)"),
                status: draw.one(.pending, .pending, .onHold, .refunded), currency: .eur, lines: [], taxes: [],
                total: Money(minorUnits: 1250, currency: .eur), customer: nil)
        }
        try counter.storage.write { try $0.save(orders, fetchedAt: PaymentIntent.sampleStart) }
    }

    private mutating func step() {
        switch draw.number(0...13) {
        case 0...5: transaction()
        case 6: word()
        case 7: withdraw()
        case 8: seemsBooked()
        case 9, 10: printing()
        case 11: delivery()
        default: endOfDay()
        }
    }

    private mutating func earlier() -> PaymentID { PaymentID(rawValue: "pay-\(draw.number(1...max(1, count)))") }

    func record(_ id: PaymentID) -> PaymentRecord? { try? counter.storage.read { try $0.payment(id: id) } }

    func history(_ id: PaymentID) -> PaymentHistory? {
        try? counter.storage.read { try StoredLedger.history(id, in: $0) }
    }

    private mutating func purpose() -> TransactionPurpose {
        let id = earlier()
        guard let record = record(id), draw.isLucky(2) else {
            return draw.one(.payment, .payment, .payment, .reservation)
        }
        switch record.kind {
        case .reservation:
            let reserved = OpenPreauthorisation(
                payment: id, amount: record.amount,
                name: Preauthorisation(receiptNumber: record.result?.receiptNumber ?? 7))
            return draw.one(
                .booking(
                    Capture(
                        reserved: reserved, command: draw.one(.bookTotal, .partialRelease), due: draw.one(nil, .sample))
                ),
                .release(of: reserved))
        case .payment, .refund, .reversal, .booking, .release:
            let booked = BookedPayment(
                payment: id, receiptNumber: record.result?.receiptNumber ?? 7, trace: record.result?.trace)
            return draw.one(.refund(of: id), .reversal(of: booked), .refund(of: nil))
        }
    }

    private mutating func transaction() {
        let purpose = purpose()
        count += 1
        let original = purpose.original.flatMap { record($0) }
        let isPart = purpose.kind == .refund || purpose.kind == .booking
        let whole = original?.amount ?? .sample
        let amount = isPart ? Money(minorUnits: draw.one(500, 750, whole.minorUnits), currency: .eur) : whole
        let ordered = OrderID(rawValue: draw.one(of: Self.orders))
        let order = original == nil ? draw.one(nil, ordered) : original?.order
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-\(count)"), purpose: purpose,
            givesGoods: purpose == .payment && draw.isLucky(4),
            key: draw.one(nil, "key-\(count)"), fingerprint: "print \(count)", site: .embedded, order: order,
            orderNumber: order.map { "\($0)" }, amount: amount,
            tip: purpose == .payment && draw.isLucky(4) ? Money(minorUnits: 150, currency: .eur) : nil,
            terminal: draw.one(Counter.terminal, Counter.terminal, Self.other), printer: Counter.printer,
            terminalID: draw.one("29001234", "29001234", nil), watermark: .receipt(41),
            watermarkTrace: draw.one(122, nil),
            habits: TerminalHabits(cardPhaseSeconds: draw.one(0, 60)), language: draw.one("en", "de"),
            startedAt: counter.world.now, utcOffset: 3600)
        write([.intended(intent)] + events(intent, Int64(amount.minorUnits)), PaymentHistory(intent))
    }

    private mutating func events(_ intent: PaymentIntent, _ amount: Int64) -> [PaymentEvent] {
        var result = TransactionResult.approved(
            amount: amount, receipt: draw.one(41 + count, 41 + count, 41 + count, 42, nil),
            terminalID: draw.one("29001234", "29001234", "29009999"))
        result.trace = draw.one(122 + count, 122 + count, 123, nil)
        result.panLastDigits = draw.one(nil, "1234")
        result.scheme = draw.one(.visa, .mastercard, nil)
        (result.hour, result.minute) = (draw.number(13...15), draw.number(0...59))
        let texts = draw.isLucky(2) ? [PaymentEvent.text(draw.text()), .text(draw.text())] : []
        var failed = result
        failed.resultCode = 0x6C
        var part: [PaymentEvent] = []
        if intent.givesGoods { part = [.goods(draw.goods())] }
        return switch draw.number(0...9) {
        case 0: [.sending, .inDoubt(reason: "The cable.")]
        case 1:
            [.sending, .result(failed, answer: .stored)] + texts + [
                .aborted(code: 0x6C), .settled(.declined(code: 0x6C, text: nil)),
            ]
        case 2: [.sending, .result(failed, answer: .stored)] + texts + [.settled(.cancelled(code: 0x6C))]
        case 3: [.settled(draw.outcome())]
        case 4: [.sending, .result(result, answer: .refuse), .settled(.notCharged(reason: "Refused."))]
        default:
            [.sending, .result(result, answer: intent.givesGoods ? .goods : .stored)] + part + texts
                + [.completed, .settled(.approved(result))]
        }
    }

    private mutating func write(_ events: [PaymentEvent], _ start: PaymentHistory) {
        var history = start
        for event in events {
            history.apply(event)
            let answer = Said.orRefused { try ledger.write(event, of: history) }
            say("write \(event.kind) of \(start.intent.payment)", answer)
            if answer != "()" { return }
        }
    }

    private mutating func word() {
        guard let history = history(earlier()) else { return }
        let booked = OperatorEvidence.Statement.booked(
            receipt: 50 + count, trace: 150 + count,
            amount: Money(minorUnits: draw.one(history.intent.amount.minorUnits, 1400, 1000), currency: .eur))
        let evidence = OperatorEvidence(
            draw.one(booked, booked, .notBooked(newestReceipt: 60), .takenBack(newestReceipt: 60)), words: "Journal",
            operatorName: "anna", numbersRestarted: draw.isLucky(3))
        do {
            let outcome = try OperatorRule(history: history).outcome(of: evidence)
            write([.operatorSettled(evidence, outcome)], history)
        } catch { say("a person's word", "\(error)") }
    }

    private mutating func withdraw() {
        guard let history = history(earlier()), history.wasSettledByOperator || draw.isLucky(3) else { return }
        write([.operatorWithdrew(words: "Irrtum", operatorName: "anna")], history)
    }

    private mutating func seemsBooked() {
        guard let history = history(earlier()), let outcome = history.storedOutcome, outcome.isFinal else { return }
        write([.seemsBooked(draw.result())], history)
    }

    private mutating func printing() {
        let (end, storage) = (
            draw.one(PrintEnd.confirmed, .probably, .failed(.sample), .unknown(.interrupted)), counter.storage
        )
        let (now, finishes) = (counter.world.now, !draw.isLucky(3))
        say(
            "print",
            Said.orRefused {
                try storage.write { transaction in
                    guard let job = try transaction.pendingPrintJobs(printer: nil).first else { return "none" }
                    try transaction.claimPrint(id: job.id, at: now)
                    if finishes { try transaction.finishPrint(id: job.id, as: end, at: now) }
                    return "\(job.id) \(job.receipt)"
                }
            })
    }

    private mutating func delivery() {
        let storage = counter.storage
        let now = counter.world.now
        say(
            "deliver",
            Said.orRefused {
                try storage.write { transaction in
                    guard let item = try transaction.pendingOutbox(limit: 1).first else { return "none" }
                    try transaction.markDelivered(outbox: item.id, at: now)
                    return item.id
                }
            })
    }

    private mutating func endOfDay() {
        let name = TerminalName(address: draw.one(Counter.terminal, Self.other), id: draw.one("29001234", nil))
        let id = EndOfDayID(rawValue: "eod-\(lines.count)")
        let intent = EndOfDayIntent(id: id, terminal: name, language: "en", startedAt: counter.world.now)
        let storage = counter.storage
        let isSettled = !draw.isLucky(3)
        let outcome = draw.one(
            EndOfDayReport.Outcome.closed, .closed, .closedWithoutTotals, .notClosed(reason: "So."), .nothingCounted,
            .totalsOnly)
        say(
            "end of day",
            Said.orRefused {
                try storage.write { transaction in
                    let sequence = try EndOfDayJournal.append(.intended(intent), of: id, to: transaction)
                    guard isSettled else { return }
                    let report = EndOfDayReport(
                        id: id, terminal: name, startedAt: intent.startedAt, outcome: outcome, totals: nil,
                        reconciliation: Reconciliation(ExpectedTotals(currency: .eur), nil, []), through: sequence,
                        texts: [])
                    try EndOfDayJournal.append(.settled(report), of: id, to: transaction)
                }
            })
    }
}
