import Flow
import Foundation
import Hardware
import Model
import Storage

@testable import Payments
@testable import Stores

// The questions about the stored payments of a walk.
extension BookWalk {
    private var payments: [PaymentID] {
        (1...max(1, count)).map { PaymentID(rawValue: "pay-\($0)") } + [PaymentID(rawValue: "pay-X")]
    }

    private mutating func ask(_ what: String, _ question: (any StorageReader) throws -> some Any) {
        say(what, Said.orRefused { try counter.storage.read { try question($0) } })
    }

    mutating func askAboutPayments() throws {
        let rights = OperatorRights(
            unlinkedRefundLimit: draw.one(nil, .sample, .zero(.eur), Money(minorUnits: 500, currency: Draw.francs)))
        let giving = RefundPreflight(storage: counter.storage, rights: rights)
        for cents in [Int64(-1), 0, 1, 1250, 1251] {
            let amount = Money(minorUnits: cents, currency: .eur)
            say("unlinked \(cents)", Said.orRefused { try giving.subject(.unlinkedRefund(amount)) })
        }
        for id in payments {
            for cents in [nil, 0, 1, 500, 1250, 1251] as [Int64?] {
                let amount = cents.map { Money(minorUnits: $0, currency: .eur) }
                say("refund \(id)", Said.orRefused { try giving.subject(.refund(of: id, amount)) })
            }
            let francs = Money(minorUnits: 1, currency: Draw.francs)
            say("refund \(id)", Said.orRefused { try giving.subject(.refund(of: id, francs)) })
            say("reverse \(id)", Said.orRefused { try giving.subject(.reversal(of: id)) })
            askAboutReservation(id)
            guard let record = record(id), let intent = history(id)?.intent else { continue }
            ask("claimed besides \(id)") { try ClaimedTransaction.all(besides: intent, in: $0) }
            ask("numbers since \(id)") { reader in
                let reuse = ReceiptNumberReuse(reader: reader, transaction: record, receipt: 42)
                return [
                    "\(String(describing: try reuse.reason()))", "\(String(describing: try reuse.newerReservation()))",
                    "\(String(describing: try reuse.newestTerminalID(at: Counter.terminal)))",
                ]
            }
        }
        for order in Self.orders.map(OrderID.init(rawValue:)) {
            ask("standing for \(order)") { String(describing: try $0.standingPayment(order: order, site: .embedded)) }
        }
        ask("owed") { try UndeliveredCharge.all(in: $0).map { "\($0.payment) \($0.amount) \($0.command)" } }
        ask("cut off") { try CutOffPrint.left(in: $0).map { "\($0.print) \($0.isEnded)" } }
    }

    private mutating func askAboutReservation(_ id: PaymentID) {
        let reservations = PreauthorisationPreflight(storage: counter.storage)
        say("stands \(id)", Said.orRefused { try reservations.checkStands(id) })
        guard let record = try? reservations.find(id) else { return }
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur, lines: [],
            taxes: [],
            total: Money(minorUnits: draw.one(1250, 1000, 2000), currency: .eur), customer: nil)
        let amounts =
            [Int64(0), 1, 1000, 1250, 1251].map { Money(minorUnits: $0, currency: .eur) }
            + [Money(minorUnits: 1, currency: Draw.francs)]
        let uses = [PaymentRequest.Used.all] + amounts.flatMap { [.only($0), .allBut($0)] }
        for used in uses {
            for order in [nil, order] {
                say("book \(used)", Said.orRefused { try reservations.booking(of: record, used, order) })
            }
        }
        say("release", Said.orRefused { try reservations.release(of: record) })
    }

    mutating func askAboutDays() throws {
        let names = [Counter.terminal, Self.other].flatMap { address in
            [nil, "29001234", "29009999"].map { TerminalName(address: address, id: $0) }
        }
        for name in names {
            ask("day of \(name)") { reader in
                let reading = DayReading(terminal: name, reader: reader)
                let payments = try reading.payments(since: 3)
                let day = try reading.day(of: payments, in: .eur)
                return [
                    "\(payments.map(\.id)) \(try reading.payments(since: 0, through: 9).map(\.id))",
                    Said.json(day.bookings),
                    Said.json(day.failed), Said.json(day.open), "\(day.foreign) \(day.knownReceipts.sorted())",
                    Said.json(try NamedReservations(reader: reader, terminal: name).known([42, 43, 44])),
                    "\(try reading.orders(of: payments, [SiteOrder(OrderID(rawValue: 1042), at: .embedded): .pending]))",
                ]
            }
            ask("ends of \(name)") { reader in
                [
                    "\(try EndOfDayJournal.last(of: name, in: reader)?.id.rawValue ?? "-")",
                    "\(try EndOfDayJournal.wasEnded(name, after: 5, in: reader))",
                    "\(try EndOfDayJournal.dayBegins(after: name, in: reader))",
                    "\(try EndOfDayJournal.open(of: name, in: reader)?.intent.id.rawValue ?? "-")",
                ]
            }
        }
        ask("open days") { try EndOfDayIntent.open(in: $0).map(\.id).sorted { $0.rawValue < $1.rawValue } }
    }

    mutating func askTheTill() throws {
        let till = try counter.start()
        let references = payments.map(\.rawValue) + Self.orders.map(String.init) + ["last", "N-1042", "rcp-X"]
        let receipts = try counter.storage.read { try $0.receipts(limit: 100) }.map(\.id.rawValue)
        for reference in references + receipts {
            for copy in [nil, ReceiptCopy.customer, .merchant] {
                let name = ReceiptReference(reference, copy: copy)
                say(
                    "receipt \(reference)",
                    Said.orRefused {
                        Said.json(try counter.ask(till) { ReceiptAction.loadReceipt(name, $0) })
                    })
            }
            let name = ReceiptReference(reference)
            say("prints \(reference)", Said.orRefused { try counter.ask(till) { ReceiptAction.listPrints(name, $0) } })
        }
        for reference in references { try askAbout(reference, till) }
        for payment in payments {
            say(
                "waiting",
                Said.orRefused {
                    try counter.ask(till) { ReceiptAction.listPrintsOfPayment(payment, $0) }.map(\.job)
                        .filter { $0.state == .pending }.map(\.id)
                })
        }
        say(
            "reservations",
            Said.orRefused {
                try counter.ask(till) { JournalAction.listReservations($0) }.map { "\($0.reservation.id) \($0.state)" }
            })
        say(
            "listed",
            Said.orRefused {
                try counter.ask(till) { ReceiptAction.listReceipts(limit: 5, $0) }.receipts.map {
                    "\($0.receipt.id) \($0.state)"
                }
            })
    }

    private mutating func askAbout(_ reference: String, _ till: TillStores) throws {
        say(
            "find \(reference)",
            Said.orRefused {
                Said.json(try counter.ask(till) { JournalAction.findPayment(reference: reference, $0) })
            })
        say(
            "reservation \(reference)",
            Said.orRefused {
                try counter.ask(till) { JournalAction.findReservation(reference: reference, $0) }.id
            })
        say(
            "why \(reference)",
            Said.orRefused {
                Self.words(try counter.ask(till) { JournalAction.explainPayment(reference: reference, $0) })
            })
    }

    private static func words(_ told: PaymentExplanation) -> [String] {
        [OperatorLanguage.en, .de].flatMap { language in
            [told.title(in: language), told.state(in: language), told.resolution(in: language) ?? "nothing to do"]
                + told.facts.map { "\($0.sequence) \($0.kind) \($0.text(in: language))" }
                + told.prints.map { $0.text(in: language) }
        }
    }

    /// Compares the terminal's last transaction with the payments that are called not charged, as before the next
    /// payment.
    mutating func look() {
        let check = LateBookingCheck(storage: counter.storage, ledger: ledger)
        for _ in 0..<6 {
            let (last, id) = (draw.isLucky(6) ? nil : draw.result(), draw.one("29001234", nil, "29009999"))
            let address = draw.one(Counter.terminal, Self.other)
            say("seen late", Said.orRefused { try check.check(last, of: id, at: address) })
        }
    }

    mutating func dump() throws { lines += try counter.storage.recorded(Self.orders) }
}
