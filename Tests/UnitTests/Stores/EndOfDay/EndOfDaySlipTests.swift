import Flow
import Foundation
import Hardware
import Model
import Receipts
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// The terminal's own report of its day, as it is stored and printed.
@Suite struct EndOfDaySlipTests {
    private let storage = MemoryStorage { Date(timeIntervalSince1970: 0) }
    private static let printer = DeviceAddress(scheme: "test", path: "printer")

    private static func text(_ lines: String..., ends: Bool) -> TerminalText {
        TerminalText(copy: nil, lines: lines.map { PrintedLine($0) }, endsReceipt: ends)
    }

    /// Stores the report of these texts, and returns its receipt and its prints.
    private func written(
        _ texts: [TerminalText], on printer: DeviceAddress? = printer, by merchantProfile: MerchantProfile = .test
    ) throws -> (receipt: StoredReceipt?, prints: [PrintJob]) {
        let terminal = TerminalName(address: DeviceAddress(scheme: "test", path: "reader"), id: "29001234")
        let now = Date(timeIntervalSince1970: 60)
        let report = EndOfDayReport(
            id: EndOfDayID(rawValue: "eod-1"), terminal: terminal, startedAt: now, outcome: .closed, totals: nil,
            reconciliation: Reconciliation(ExpectedTotals(currency: .eur), nil, []), through: 1, texts: texts)
        let slip = EndOfDaySlip(report: report, language: "de", merchantProfile: merchantProfile)
        try storage.write { try slip.write(to: $0, printer: printer, at: now) { "\($0)-1" } }
        return try storage.read { reader in
            let receipt = try reader.receipt(id: ReceiptID(rawValue: "rcp-1"))
            return (receipt, try reader.pendingPrintJobs(printer: nil))
        }
    }

    @Test func itIsTheMerchantsAndWaitsForThePrinter() throws {
        let (receipt, prints) = try written([Self.text("Kassenschnitt", ends: true)])
        #expect(receipt?.copy == .merchant)
        #expect(receipt?.payment.rawValue == "eod-1")
        #expect(receipt?.document.language == "de")
        #expect(prints.map(\.receipt) == [ReceiptID(rawValue: "rcp-1")])
        #expect(prints.map(\.printer) == [Self.printer.description])
    }

    /// The receipts stand one below the other, with a blank line between them.
    @Test func aBlankLineStandsWhereOneReceiptEnds() throws {
        let texts = [
            Self.text("Kassen-", ends: false), Self.text("schnitt", ends: true), Self.text("Summe", ends: false),
        ]
        guard case .terminalReport(let lines)? = try written(texts).receipt?.document.card else {
            Issue.record("it is no report of the terminal's")
            return
        }
        #expect(lines.map(\.text) == ["Kassen-", "schnitt", "", "Summe"])
    }

    @Test func aTerminalThatSentNoTextHasNoSlip() throws {
        let (receipt, prints) = try written([])
        #expect(receipt == nil && prints.isEmpty)
    }

    @Test func withoutAPrinterItIsKeptForAReprint() throws {
        let (receipt, prints) = try written([Self.text("Kassenschnitt", ends: true)], on: nil)
        #expect(receipt != nil && prints.isEmpty)
    }

    @Test func itComesOutWhereTheShopWantsItsReports() throws {
        let office = DeviceAddress(scheme: "test", path: "office")
        let merchantProfile = MerchantProfile(
            merchant: MerchantProfile.test.merchant, footer: { _ in [] }, utcOffset: { _ in 0 },
            printer: { kind, usual in kind == .endOfDay ? office : usual })
        #expect(
            try written([Self.text("x", ends: true)], by: merchantProfile).prints.map(\.printer) == [office.description]
        )
    }
}
