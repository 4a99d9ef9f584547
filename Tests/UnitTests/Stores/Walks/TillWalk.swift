import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

/// Some days of a till at terminals whose answers are drawn from a seed: payments, refunds and reversals, reservations,
/// ends of day, prints, an operator's statements, restarts. Everything that is said and stored is recorded.
struct TillWalk {
    let seed: UInt64
    private var draw: Draw
    private let counter: Counter
    private let readers: DrawnReaders
    private var till: TillStores
    private var known: [PaymentID] = []
    private(set) var lines: [String] = []

    private static let other = DeviceAddress(scheme: "test", path: "other")
    private static let orders: [Int64] = [1042, 1043, 1044]

    init(seed: UInt64) throws {
        self.seed = seed
        draw = Draw(seed: seed &+ 3_000_000)
        counter = try Counter()
        readers = DrawnReaders(Draw(seed: seed &+ 4_000_000), in: counter.world)
        till = try counter.start(readers: readers)
        for _ in 0..<draw.number(5...9) {
            try step()
            counter.world.advance(by: .seconds(draw.one(1, 30, 400)))
        }
        lines += readers.lines
        lines += counter.shop.requests.map {
            "\($0.method) \($0.path) \($0.body.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
        }
        lines.append("sheets: \(counter.printers.sheets) of \(counter.printers.connections)")
        lines += try counter.storage.recorded(Self.orders)
    }

    var digest: String { Said.digest(lines) }

    private mutating func say(_ what: String, _ answer: String) { lines.append("\(what): \(answer)") }

    private mutating func ask<Asked: Action, Value: Sendable>(
        _ what: String, _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) -> Value? {
        let value = Result { try counter.ask(till, make) }
        say(what, Said.orRefused { try value.get() })
        say("open lines", "\(readers.book.withLock { $0.open.count })")
        return try? value.get()
    }

    private mutating func step() throws {
        switch draw.number(0...15) {
        case 0...6: pay()
        case 7: word()
        case 8: withdraw()
        case 9, 10: endDay()
        case 11: printing()
        case 12: _ = ask("deliver") { OutboxAction.deliver($0) }
        case 13: _ = ask("recover") { RecoveryAction.recoverAll($0) }
        case 14:
            till = try counter.start(readers: readers)
            _ = ask("settle known") { RecoveryAction.settleKnown($0) }
        default: trouble()
        }
    }

    private mutating func earlier() -> PaymentID { known.isEmpty ? PaymentID(rawValue: "pay-X") : draw.one(of: known) }

    private mutating func subject() -> PaymentRequest.Subject {
        let (order, amount) = (
            OrderID(rawValue: draw.one(of: Self.orders)), Money(minorUnits: draw.one(1250, 500, 0), currency: .eur)
        )
        let of = earlier()
        switch draw.number(0...9) {
        case 0...3: return .order(order)
        case 4: return .amount(amount)
        case 5:
            return .giveBack(
                draw.one(.refund(of: of, draw.one(nil, amount)), .reversal(of: of), .unlinkedRefund(amount)))
        case 6: return .giveBack(.reversal(of: of))
        case 7: return .reserve(draw.one(.order(order), .amount(amount)))
        case 8: return .book(of, draw.one(.all, .only(amount), .allBut(Money(minorUnits: 250, currency: .eur))))
        default: return draw.one(.release(of), .giveBack(.refund(of: of, nil)))
        }
    }

    private mutating func pay() {
        let subject = subject()
        let request = PaymentRequest(
            subject: subject, tip: draw.isLucky(6) ? Money(minorUnits: draw.one(150, -1), currency: .eur) : nil,
            key: draw.one(nil, "key-\(draw.number(0...3))"),
            terminal: draw.one(Counter.terminal, Counter.terminal, Self.other),
            printer: Counter.printer, language: draw.one("en", "de"), giveUpAfter: .seconds(draw.one(30, 300)))
        let report = ask("pay \(request.fingerprint)") { CardPresentPaymentsAction.collectPayment(request, $0) }
        guard let report else { return }
        say("advice", report.advice.map(\.rawValue) ?? "none")
        if !known.contains(report.payment) { known.append(report.payment) }
    }

    private mutating func word() {
        let (payment, booked) = (earlier(), OperatorEvidence.Statement.booked(receipt: 60, trace: 160, amount: .sample))
        let statement = draw.one(booked, .notBooked(newestReceipt: 61), .takenBack(newestReceipt: 61))
        counter.world.advance(by: .seconds(draw.one(0, 400)))
        let (words, anew) = (draw.one(nil, "Journal", "Journal"), draw.isLucky(3))
        _ = ask("settle") {
            CardPresentPaymentsAction.settleDoubt(payment, statement, words: words, numbersRestarted: anew, $0)
        }
    }

    private mutating func withdraw() {
        let payment = earlier()
        _ = ask("withdraw") { CardPresentPaymentsAction.withdrawSettlement(payment, words: "Irrtum", $0) }
    }

    private mutating func endDay() {
        let request = EndOfDayRequest(
            terminal: draw.one(Counter.terminal, Self.other), printer: draw.one(Counter.printer, nil),
            giveUpAfter: .seconds(20))
        let report =
            draw.isLucky(3)
            ? ask("totals") { EndOfDayAction.compareTotals(request, $0) }
            : ask("end of day") { EndOfDayAction.endDay(request, $0) }
        say("report", report.map(Said.json) ?? "none")
        let open = (try? counter.storage.read { try EndOfDayIntent.open(in: $0) }) ?? []
        if let id = open.map(\.id).sorted(by: { $0.rawValue < $1.rawValue }).first, draw.isLucky(2) {
            let statement = draw.one(EndOfDayEvidence.Statement.ended(total: .sample), .ended(total: nil), .notEnded)
            _ = ask("settle the day") { EndOfDayAction.settle(id, statement, words: "Beleg", $0) }
        }
        let reader = draw.one(nil, request.terminal)
        _ = ask("last") { EndOfDayAction.lastReport(terminal: reader, $0) }
    }

    private mutating func printing() {
        let name = draw.one("last", "1042", "1043", "rcp-X")
        let reference = ReceiptReference(name, copy: draw.one(nil, .customer, .merchant))
        let copies = draw.one(0, 1, 2, 3)
        switch draw.number(0...4) {
        case 0: _ = ask("serve") { PrintSpoolAction.serve(printer: Counter.printer, $0) }
        case 1: _ = ask("serve all") { PrintSpoolAction.serveAll($0) }
        case 2: _ = ask("reprint") { PrintSpoolAction.reprint(reference, printer: Counter.printer, $0) }
        case 3: _ = ask("copies") { PrintSpoolAction.printCopies(reference, copies, printer: Counter.printer, $0) }
        default: _ = ask("print") { PrintSpoolAction.print(reference, printer: Counter.printer, $0) }
        }
        counter.world.advance(by: .seconds(20))
        say("printing", "\(till.prints.current.printing(on: Counter.printer)) \(till.prints.current.cutOff)")
    }

    private mutating func trouble() {
        switch draw.number(0...3) {
        case 0:
            let end = draw.one(PrintResultDrawn.confirmed, .unknown, .failed)
            counter.printers.state.withLock { $0.end = end.result }
        case 1: counter.shop.cutOff(draw.isLucky(2))
        case 2:
            let paper = draw.one(PrinterStatus.Paper.ok, .out)
            counter.printers.state.withLock { $0.paper = paper }
        default:
            counter.shop.set(draw.one(of: Self.orders), to: draw.one("pending", "completed", "refunded", "cancelled"))
        }
    }

    private enum PrintResultDrawn {
        case confirmed, unknown, failed

        var result: PrintResult {
            switch self {
            case .confirmed: .confirmed
            case .unknown: .unknown(.sample)
            case .failed: .failed(.sample)
            }
        }
    }
}
