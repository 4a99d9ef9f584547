import Foundation
import Model
import Testing
import ZVTCodes

/// Values stored now must be readable as long as the journal exists. These tests fix their encoding.
struct ModelCodingTests {
    private let total = Money(minorUnits: 1_250, currency: .eur)

    private func stored(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func readBack<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test func anAmountIsStoredInMinorUnits() throws {
        #expect(try stored(total) == #"{"currency":"EUR","minorUnits":1250}"#)
        #expect(try readBack(total) == total)
    }

    @Test func identifiersAreStoredAsTheirPlainValues() throws {
        #expect(try stored([PaymentID(rawValue: "pay-1")]) == #"["pay-1"]"#)
        #expect(try stored([ReceiptID(rawValue: "rcp-1")]) == #"["rcp-1"]"#)
        #expect(try stored([OrderID(rawValue: 1042)]) == "[1042]")
        #expect(try stored([SiteID.embedded]) == "[0]")
    }

    @Test func anOrderStatusIsStoredInTheShopsSpelling() throws {
        #expect(try stored([OrderStatus.onHold, .other("wc-lost")]) == #"["on-hold","wc-lost"]"#)
    }

    @Test func anOrderIsReadBackAsItWas() throws {
        let order = Order(
            site: .embedded, id: OrderID(rawValue: 1042), number: "1042", status: .pending, currency: .eur,
            lines: [OrderLine(name: "Käsekuchen", quantity: 2, total: total)],
            taxes: [TaxLine(label: "VAT 19 %", amount: Money(minorUnits: 200, currency: .eur))], total: total,
            customer: nil)
        #expect(try readBack(order) == order)
    }

    @Test func aReceiptIsReadBackAsItWas() throws {
        let receipt = Receipt(
            id: ReceiptID(rawValue: "rcp-1"), copy: .merchant,
            merchant: Receipt.Merchant(name: "Café", address: ["Street 1"], taxID: "DE1"),
            payment: PaymentID(rawValue: "pay-1"), orderNumber: nil,
            issuedAt: Date(timeIntervalSince1970: 1_767_225_600),
            utcOffset: 3_600, lines: [], taxes: [], total: total, tip: nil,
            card: .terminalText(
                lines: [PrintedLine("Zahlung erfolgt", centred: true, doubleWidth: true, indent: 3)], result: .approved),
            footer: ["Danke"], language: "de")
        #expect(try readBack(receipt) == receipt)
    }

    @Test func aPrintedLineIsStoredWithoutWhatItDoesNotHave() throws {
        let look = PrintedLine("SUMME", centred: true, doubleWidth: true, doubleHeight: true, indent: 3)
        let whole = #"{"centred":true,"doubleHeight":true,"doubleWidth":true,"indent":3,"text":"SUMME"}"#
        #expect(try stored([PrintedLine("Danke"), look]) == #"[{"text":"Danke"},\#(whole)]"#)
        #expect(try readBack(look) == look)
    }

    @Test func aPrintedLineAsItWasStoredBeforeIsStillRead() throws {
        let stored = #"{"centred":false,"doubleHeight":false,"doubleWidth":true,"indent":0,"text":"Danke"}"#
        let line = try JSONDecoder().decode(PrintedLine.self, from: Data(stored.utf8))
        #expect(line == PrintedLine("Danke", doubleWidth: true))
    }

    @Test(arguments: [
        PaymentOutcome.approved(.approved), .declined(code: 0x6C, text: "declined"), .declined(code: 5, text: nil),
        .cancelled(code: 0x6C), .reversed(nil), .reversed(.approved), .notCharged(reason: Sentence(stored: "refused")),
        .inDoubt(reason: Sentence(stored: "line lost")),
    ])
    func anOutcomeIsReadBackAsItWas(_ outcome: PaymentOutcome) throws {
        #expect(try readBack(outcome) == outcome)
    }

    @Test(arguments: [PrintMark.original, .duplicate(2, at: Date(timeIntervalSince1970: 0))])
    func aPrintMarkIsReadBackAsItWas(_ mark: PrintMark) throws {
        #expect(try readBack(mark) == mark)
    }

    @Test func aDeviceIsReadBackAsItWas() throws {
        let address = DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0", options: ["baud": "9600"])
        let device = DeviceIdentity(kind: .terminal, address: address, model: "Desk", serialNumber: "1")
        #expect(try readBack(device) == device)
    }
}

extension TransactionResult {
    /// An approval with every kind of field.
    fileprivate static var approved: TransactionResult {
        var result = TransactionResult(resultCode: 0)
        result.amountMinor = 1_250
        result.currencyNumber = 978
        result.receiptNumber = 7
        result.technology = .contactless
        result.holderVerification = .onlinePINAndSignature
        return result
    }
}
