import Flow
import Foundation
import Hardware
import Model
import Networking
import Testing

@testable import Payments
@testable import Service

/// The three books of a day, as the kiosk's staff sees them.
@Suite struct KioskDayReportTests {
    private static func entry(_ amount: Int64, _ receipt: Int, _ scheme: CardScheme) -> ExpectedTotals.LedgerEntry {
        ExpectedTotals.LedgerEntry(
            payment: PaymentID(rawValue: "pay-\(receipt)"), receipt: receipt, scheme: scheme, amountMinor: amount)
    }

    private static func report(told: Int64, last: Int = 43, orders: [OrderReconciliation] = []) -> EndOfDayReport {
        var day = ExpectedTotals(currency: .eur)
        day.bookings = [entry(300, 42, .girocard), entry(700, 43, .visa)]
        day.knownReceipts = [42, 43]
        var totals = TerminalTotals()
        (totals.resultCode, totals.firstReceipt, totals.lastReceipt) = (0, 42, last)
        totals.schemes = CardScheme.allCases.map { scheme in
            let sum: Int64 = scheme == .girocard ? 300 : scheme == .visa ? told : 0
            return TerminalTotals.SchemeTotal(scheme, count: sum > 700 ? 2 : sum > 0 ? 1 : 0, amountMinor: sum)
        }
        totals.totalMinor = 300 + told
        return EndOfDayReport(
            id: EndOfDayID(rawValue: "eod-1"),
            terminal: TerminalName(address: DeviceAddress(scheme: "test", path: "reader"), id: nil),
            startedAt: Date(timeIntervalSince1970: 60), outcome: .closed, totals: totals,
            reconciliation: Reconciliation(day, totals, orders), through: 1, texts: [])
    }

    private static func rows(_ report: EndOfDayReport) -> [JSONValue] {
        KioskDayReport(report: report, name: "counter", language: .en).json["rows"]?.list ?? []
    }

    @Test func booksThatAgreeHaveATotalAndSchemes() {
        let rows = Self.rows(Self.report(told: 700))
        #expect(rows.map { $0["of"]?.text } == ["total", "scheme", "scheme"])
        #expect(rows.allSatisfy { $0["differs"] == false })
        #expect(rows[0]["till"]?["minor"] == 1000 && rows[0]["terminal"]?["minor"] == 1000)
        #expect(rows.allSatisfy { $0["shop"] == .null })
    }

    @Test func aTotalThatIsExplainedIsNotMarkedWhereTheBooksAgree() {
        // Receipt 44 was started at the terminal.
        let report = Self.report(told: 1200, last: 44)
        let document = KioskDayReport(report: report, name: "counter", language: .en).json
        #expect(document["verdict"] == "agrees", "\(document)")
        #expect(Self.rows(report).allSatisfy { $0["differs"] == false })
        #expect(document["remarks"]?.list?.isEmpty == false)
    }

    @Test func aReceiptThatTheTerminalLacksHasARowOfItsOwn() throws {
        let report = Self.report(told: 0)
        let rows = Self.rows(report)
        #expect(rows[0]["differs"] == true)
        let receipt = try #require(rows.first { $0["of"] == "receipt" })
        #expect(receipt["name"] == "43" && receipt["till"]?["minor"] == 700 && receipt["terminal"] == "missing")
        let document = KioskDayReport(report: report, name: "counter", language: .en).json
        #expect(document["verdict"] == "differs")
        let said = document["differences"]?.list ?? []
        #expect(!said.isEmpty && said.allSatisfy { $0["remedy"]?.text?.isEmpty == false })
    }

    @Test func whatTheShopSaysIsInItsOwnColumn() throws {
        let payment = PaymentID(rawValue: "pay-43")
        let orders = [
            OrderReconciliation(
                order: OrderID(rawValue: 7), number: "7", approved: [payment], standing: [payment], paidBy: payment,
                shopStatus: .pending),
            OrderReconciliation(order: OrderID(rawValue: 8), number: "8", paidBy: PaymentID(rawValue: "pay-9")),
            OrderReconciliation(
                order: OrderID(rawValue: 9), number: "9", approved: [payment, PaymentID(rawValue: "pay-9")],
                standing: [payment], paidBy: PaymentID(rawValue: "pay-9")),
        ]
        let rows = Self.rows(Self.report(told: 700, orders: orders)).filter { $0["of"] == "order" }
        #expect(rows.map { $0["name"]?.text } == ["7", "8", "9"])
        #expect(rows[0]["till"]?["minor"] == 700 && rows[0]["shop"] == "unpaid")
        #expect(rows[1]["till"] == "no_payment" && rows[1]["shop"] == "paid")
        #expect(rows[2]["till"]?["minor"] == 700 && rows[2]["shop"] == "refunded")
    }
}
