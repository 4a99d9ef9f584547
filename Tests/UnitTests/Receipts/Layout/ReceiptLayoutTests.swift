import Flow
import Foundation
import Model
import Receipts
import Testing
import ZVTCodes

@Suite struct ReceiptLayoutTests {
    private func lines(_ receipt: Receipt, _ columns: Int, mark: PrintMark = .original) -> [LaidOutLine] {
        ReceiptLayout(columns: columns).lay(receipt, mark: mark).lines
    }

    @Test func aDuplicateSaysSoFirstAndLast() {
        let mark = PrintMark.duplicate(3, at: Sample.afternoon.addingTimeInterval(60))
        let text = lines(Sample.receipt(.merchant), 42, mark: mark).map(\.text)
        #expect(text.first?.contains("DUPLICATE 3") == true)
        #expect(text[1].contains("2026-11-21 15:05:05 +01:00"))
        #expect(text.suffix(3).first?.contains("DUPLICATE 3") == true)
    }

    @Test func theFirstPrintIsUnmarked() {
        #expect(!lines(Sample.receipt(.customer), 42).contains { $0.text.contains("DUPLICATE") })
    }

    @Test(arguments: [24, 32, 42, 48, 64])
    func everySheetEndsWithOneCut(columns: Int) {
        let laid = lines(Sample.receipt(.customer), columns)
        #expect(laid.last == .cut)
        #expect(laid.filter { $0 == .cut }.count == 1)
    }

    @Test func theTotalStandsOutAndTheMerchantMore() {
        let laid = lines(Sample.receipt(.customer), 48)
        #expect(laid.first.map(styles) == [[], [.bold, .doubleWidth, .doubleHeight]])
        #expect(laid.first { $0.text.hasPrefix("TOTAL") }.map(styles) == [[.bold, .doubleHeight]])
    }

    @Test func aNameTooLongForDoubleWidthIsNotBrokenForIt() {
        let merchant = Receipt.Merchant(name: "Feinkostmanufaktur Niederschönhausen", address: [], taxID: nil)
        let receipt = ReceiptComposer(merchant: merchant, language: "de", utcOffset: 0).compose(
            payment: Sample.payment, order: nil, total: Sample.euro(1), tip: nil, result: Sample.approval,
            verdict: .approved, texts: [:], issuedAt: Sample.afternoon, ids: Sample.ids)[0]
        let text = lines(receipt, 32).prefix(2).map { $0.text.trimmingCharacters(in: .whitespaces) }
        #expect(text == ["Feinkostmanufaktur", "Niederschönhausen"])
    }

    @Test(arguments: [Receipt.Verdict.declined, .cancelled])
    func whereNothingWasChargedThePaperSaysSoBeforeAnyAmount(verdict: Receipt.Verdict) throws {
        let text = [PrintedLine("Betrag 15,45 EUR")]
        let laid = lines(Sample.receipt(.customer, verdict: verdict, text: text), 42).map(\.text)
        let word = verdict == .declined ? "DECLINED" : "CANCELLED"
        let said = try #require(laid.firstIndex { $0.contains(word) })
        let amount = try #require(laid.firstIndex { $0.contains("15.45") || $0.contains("15,45") })
        #expect(said < amount)
        #expect(!laid.contains { $0.contains("TOTAL") })
    }

    @Test func anAmountTooWideForItsDescriptionStandsBelowIt() {
        let lines = ReceiptLayout(columns: 24).lay(Self.huge(exponentFrom: "CLF"), mark: .original).lines.map(\.text)
        #expect(lines.contains { $0.trimmingCharacters(in: .whitespaces) == "-922337203685477.5808" })
        #expect(lines.contains { $0.hasPrefix("TOTAL CLF") } || lines.contains { $0.contains("CLF -9223") })
    }

    /// The largest amounts that exist, in every currency with its decimals.
    @Test(arguments: ["JPY", "EUR", "KWD", "CLF"], [24, 32, 42, 48])
    func everyAmountStandsWholeOnOneLine(code: String, columns: Int) {
        let receipt = Self.huge(exponentFrom: code)
        let text = lines(receipt, columns).map(\.text)
        for money in receipt.lines.map(\.total) + receipt.taxes.map(\.amount) + [receipt.total] {
            #expect(text.contains { $0.contains(money.formatted()) }, "\(money)")
        }
    }

    @Test(arguments: [24, 25, 32, 42, 48])
    func noHostileOrderMakesALineTooWideOrAnAmountBroken(columns: Int) {
        var random = SeededGenerator(seed: UInt64(columns))
        for round in 0..<150 {
            let receipt = random.hostileReceipt(cents: Int64(round))
            // LaidOutReceipt itself traps on a line wider than the paper.
            let laid = lines(receipt, columns, mark: .duplicate(round, at: Sample.afternoon))
            #expect(laid.allSatisfy { $0.cells <= columns })
            #expect(laid.flatMap { $0.text.unicodeScalars }.allSatisfy(isPrintable))
            for line in receipt.lines {
                let amount = line.total.formatted(separator: receipt.language == "de" ? "," : ".")
                #expect(laid.contains { $0.text.hasSuffix(amount) })
            }
        }
    }

    private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category != .control && category != .format && category != .lineSeparator
            && category != .paragraphSeparator
    }

    private func styles(_ line: LaidOutLine) -> [TextStyle] {
        guard case .text(let runs) = line else { return [] }
        return runs.map(\.style)
    }

    private static func huge(exponentFrom code: String) -> Receipt {
        let currency = Currency(code: code) ?? .eur
        let most = Money(minorUnits: .max, currency: currency)
        let least = Money(minorUnits: .min, currency: currency)
        return Receipt(
            id: ReceiptID(rawValue: "rcp-1"), copy: .customer, merchant: Sample.kiosk, payment: Sample.payment,
            orderNumber: "1", issuedAt: Sample.afternoon, utcOffset: 0,
            lines: [
                OrderLine(name: "Gold", quantity: .max, total: most), OrderLine(name: "", quantity: .min, total: least),
            ],
            taxes: [TaxLine(label: "VAT", amount: most)], total: least, tip: most,
            card: .terminalText(lines: [], result: .approved), footer: [], language: "en")
    }
}

extension SeededGenerator {
    private static let nasty: [Unicode.Scalar] = [
        "\u{1B}", "\u{1D}", "\0", "\n", "\r", "\t", "\u{7F}", "\u{9B}", "\u{85}", "\u{202E}", "\u{200D}", "\u{AD}",
        "\u{301}", "\u{2028}", " ", " ", "a", "9", ",", "€", "ü", "Ж", "日", "😀", "…",
    ]

    mutating func hostileText(upTo most: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<((0...most).randomElement(using: &self) ?? 0) {
            let any = Unicode.Scalar(UInt32(truncatingIfNeeded: next()) % 0x110000)
            let nasty = Self.nasty.randomElement(using: &self)
            text.append((next() % 4 == 0 ? any : nasty) ?? "x")
        }
        return String(text)
    }

    mutating func hostileReceipt(cents: Int64) -> Receipt {
        let amount = Money(minorUnits: Int64(truncatingIfNeeded: next()), currency: .eur)
        var status = TransactionResult(resultCode: DeviceCode(zvt: UInt8(truncatingIfNeeded: next())))
        status.cardName = hostileText(upTo: 60)
        status.additionalText = hostileText(upTo: 200)
        status.terminalID = hostileText(upTo: 60)
        status.trace = Int(truncatingIfNeeded: next())
        let text = (0..<5).map { _ in
            PrintedLine(
                hostileText(upTo: 70), centred: next() % 2 == 0, doubleWidth: next() % 2 == 0,
                indent: Int(truncatingIfNeeded: next() % 100) - 40)
        }
        let spoken = next() % 2 == 0
        return Receipt(
            id: ReceiptID(rawValue: hostileText(upTo: 40)), copy: next() % 2 == 0 ? .customer : .merchant,
            merchant: Receipt.Merchant(
                name: hostileText(upTo: 40), address: [hostileText(upTo: 90)], taxID: hostileText(upTo: 40)),
            payment: PaymentID(rawValue: hostileText(upTo: 40)), orderNumber: hostileText(upTo: 40),
            issuedAt: Date(timeIntervalSince1970: Double(bitPattern: next())),
            utcOffset: Int(truncatingIfNeeded: next()),
            lines: [OrderLine(name: hostileText(upTo: 120), quantity: Int(cents), total: amount)],
            taxes: [TaxLine(label: hostileText(upTo: 60), amount: amount)], total: amount, tip: amount,
            card: spoken
                ? .terminalText(lines: text, result: .approved) : .composed(status: status, result: .declined),
            footer: [hostileText(upTo: 100)], language: next() % 2 == 0 ? "de" : "en")
    }
}
