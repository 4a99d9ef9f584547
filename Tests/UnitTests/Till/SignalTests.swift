import Configuration
import Flow
import Foundation
import Model
import Simulator
import Storage
import StorageInMemory
import Testing

@testable import Stores
@testable import Payments
@testable import Till

/// A drawer opens with a receipt once for all copies of a payment that its printer prints.
@Suite struct SignalTests {
    private static let counter = DeviceAddress("file:/counter")
    private static let office = DeviceAddress("file:/office")

    /// The copies of an order's payment that open the drawer at a printer, if the counter's printer is the usual one.
    private func opening(
        _ routing: String, copies: String = "\"customer\", \"merchant\"", at printer: DeviceAddress? = counter,
        with kind: TransactionKind = .payment
    ) throws -> [ReceiptCopy] {
        let read = TillConfiguration.read(
            [
                (
                    "till.toml",
                    Array(
                        """
                        [routing]
                        \(routing)
                        [[printers]]
                        name = "counter"
                        address = "file:/counter"
                        drawer = 1
                        copies = [\(copies)]
                        [[printers]]
                        name = "office"
                        address = "file:/office"
                        drawer = 1
                        """.utf8)
                )
            ], environment: [:])
        #expect(read.problems.isEmpty)
        let setups = PrinterSetups(
            read.configuration, memory: LogoMemory(storage: MemoryStorage { Date(timeIntervalSince1970: 0) }),
            typesetter: .ofSimulation)
        let place = try #require(printer)
        return ReceiptCopy.allCases.filter { !setups.signals(with: receipt($0, kind), on: place).isEmpty }
    }

    private func receipt(_ copy: ReceiptCopy, _ kind: TransactionKind = .payment) -> Receipt {
        let total = Money(minorUnits: 380, currency: .eur)
        return Receipt(
            id: ReceiptID(rawValue: "rcp-\(copy)"), copy: copy,
            merchant: Receipt.Merchant(name: "Café", address: [], taxID: nil), payment: PaymentID(rawValue: "pay-1"),
            orderNumber: "1042", issuedAt: Date(timeIntervalSince1970: 0), utcOffset: 0,
            lines: [OrderLine(name: "Cappuccino", quantity: 1, total: total)], taxes: [], total: total, tip: nil,
            card: .terminalText(lines: [PrintedLine("Paid")], result: .approved), footer: [], language: "en",
            kind: kind)
    }

    @Test func aDrawerOpensWithTheFirstCopyThatComesOutBesideIt() throws {
        #expect(try opening("") == [.customer])
        #expect(try opening("", copies: "\"merchant\", \"customer\"") == [.merchant])
        #expect(try opening("", copies: "\"merchant\"") == [.merchant])
    }

    @Test func aDrawerOpensOnlyWhereMoneyWasTaken() throws {
        #expect(try opening("", with: .booking) == [.customer])
        for kind in [TransactionKind.refund, .reversal, .reservation, .release] {
            #expect(try opening("", with: kind) == [], "\(kind)")
        }
    }

    /// A printer is set to the font of the receipt: 64 columns on 80 mm, instead of the usual 48.
    @Test func aSheetIsPrintedInItsFont() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "till-\(UUID().uuidString).toml")
        let template = file.appendingPathExtension("sheet")
        defer { for file in [file, template] { try? FileManager.default.removeItem(at: file) } }
        try Data("[shop]\nreceipt_template = \"\(template.path)\"\n".utf8).write(to: file)
        try Data("[order_receipt]\nfont = \"B\"\n".utf8).write(to: template)
        let read = ConfigurationFiles(named: file.path, environment: [:]).read()
        #expect(read.problems.isEmpty)
        let memory = LogoMemory(storage: MemoryStorage { Date(timeIntervalSince1970: 0) })
        let renderer = PrinterSetups(read.configuration, memory: memory, typesetter: .ofSimulation).renderer
        let counter = try #require(Self.counter)
        for (copy, columns, font) in [(ReceiptCopy.customer, 64, UInt8(1)), (.merchant, 48, 0)] {
            let rendered = renderer.render(receipt(copy), .original, for: counter)
            let rules = rendered.text.split(separator: "\n").filter { $0.allSatisfy { $0 == "-" } }
            #expect(rules.allSatisfy { $0.count == columns } && !rules.isEmpty, "\(copy)")
            #expect(rendered.data.bytes.starts(with: [0x1B, 0x40, 0x1B, 0x52, 0, 0x1B, 0x4D, font]), "\(copy)")
        }
    }

    @Test func whatComesOutElsewhereIsNotTheFirst() throws {
        #expect(try opening("merchant_copy = \"office\"").first == .customer)
        #expect(try opening("order_receipt = \"office\"").contains(.merchant))
        #expect(try opening("card_slip = \"office\"") == [.customer])
    }
}
