import Foundation
import Model
import Testing

@testable import Receipts

/// The printed report of a terminal's day.
@Suite struct ReportLayoutTests {
    @Test func aReportIsTheTerminalsWordsAndNoPayment() {
        let report = Receipt(
            id: ReceiptID(rawValue: "rcp-9"), copy: .merchant, merchant: Sample.kiosk,
            payment: PaymentID(rawValue: "eod-1"), orderNumber: nil, issuedAt: Sample.afternoon, utcOffset: 0,
            lines: [],
            taxes: [], total: .zero(.eur), tip: nil,
            card: .terminalReport(lines: [
                PrintedLine("KASSENSCHNITT", centred: true), PrintedLine("2 x girocard 7,00"),
            ]),
            footer: [], language: "de")
        let text = TextRenderer().render(ReceiptLayout(columns: 32).lay(report, mark: .original))
        #expect(text.contains("KASSENSCHNITT") && text.contains("2 x girocard 7,00"))
        #expect(text.contains("eod-1"))
        #expect(!text.contains("SUMME") && !text.contains("Zahlungs-Nr."))
    }
}
