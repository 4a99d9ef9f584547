import Model
import Testing

@testable import Receipts

@Suite struct ReceiptTemplateTests {
    private func text(_ receipt: Receipt, _ change: (inout ReceiptTemplates) -> Void = { _ in }) -> [String] {
        var templates = ReceiptTemplates.builtIn
        change(&templates)
        return ReceiptLayout(columns: 42, templates: templates, logos: ["kiosk": Bitmap(art: ["#"])])
            .lay(receipt, mark: .original).lines.map(\.text)
    }

    @Test func blocksStandInTheTemplatesOrder() throws {
        let shown = text(Sample.everything) {
            $0.orderReceipt.blocks = [.part(.card), .part(.rule), .part(.goods), .text("hello"), .part(.merchant)]
            $0.orderReceipt.texts = ["hello": ["Hallo!", "Hier."]]
        }
        #expect(shown.first?.hasSuffix("Kartenzahlung") == true)
        let hello = try #require(shown.firstIndex { $0.hasSuffix("Hallo!") })
        #expect(shown[hello + 1].hasSuffix("Hier."))
        #expect(shown[hello + 2].hasSuffix("Kiosk am Ring"))
    }

    @Test func eachKindOfSheetHasItsTemplate() {
        #expect(Sample.receipt(.customer).sheetKind == .orderReceipt)
        #expect(Sample.receipt(.customer, order: nil).sheetKind == .cardSlip)
        #expect(Sample.receipt(.merchant).sheetKind == .merchantCopy)
    }

    @Test func unitPricesDetailsAndTheTaxTableCanBeLeftOut() {
        let whole = text(Sample.everything)
        #expect(whole.contains("  2 x 3,90") && whole.contains("  Größe: XL"))
        #expect(whole.contains { $0.hasPrefix("MwSt. 19 %") && $0.hasSuffix("20,00    3,80   23,80") })
        let bare = text(Sample.everything) {
            $0.orderReceipt.showsUnitPrices = false
            $0.orderReceipt.showsDetails = false
            $0.orderReceipt.showsTaxTable = false
        }
        #expect(bare.contains { $0.hasPrefix("2 x Cappuccino") } && !bare.contains("  Größe: XL"))
        #expect(bare.contains { $0.hasPrefix("inkl. MwSt. 19 %") && $0.hasSuffix(" 3,80") })
    }

    @Test func aTableOfTaxesThatDoesNotFitIsALineForEachRate() {
        let shown = ReceiptLayout(columns: 24).lay(Sample.everything, mark: .original).lines.map(\.text)
        #expect(shown.contains { $0.hasPrefix("inkl. MwSt. 19 %") })
    }

    @Test func referencesAreThoseOfTheTemplate() {
        let shown = text(Sample.everything) { $0.orderReceipt.references = [.time, .order] }
        #expect(!shown.contains { $0.hasPrefix("Zahlungs-Nr.") })
        #expect(shown.firstIndex { $0.hasPrefix("Datum") } ?? 99 < shown.firstIndex { $0.hasPrefix("Bestellung") } ?? 0)
        #expect(shown.contains { $0.hasPrefix("Kasse ") && $0.hasSuffix(" K-2") })
    }

    @Test func aPartThatIsNotThereLeavesNoSecondRule() {
        let laid = ReceiptLayout(columns: 42).lay(Sample.receipt(.merchant, order: nil), mark: .original).lines
        #expect(!zip(laid, laid.dropFirst()).contains { $0 == .rule && $1 == .rule })
    }

    @Test func logoAndSymbolsAreOnThePaper() throws {
        let layout = ReceiptLayout(columns: 42, logos: ["kiosk": Bitmap(art: ["#"])])
        let laid = layout.lay(Sample.everything, mark: .original).lines
        #expect(laid.first == .picture(Bitmap(art: ["#"])))
        #expect(laid.contains(.symbol(try Symbol(.qr(.medium), "https://example.net/r/4T8V"))))
        #expect(laid.filter { if case .symbol = $0 { true } else { false } }.count == 2)
    }

    @Test func aCodeThatMakesNoSymbolIsWrittenOut() {
        let receipt = Receipt(
            id: ReceiptID(rawValue: "r"), copy: .customer, merchant: Sample.kiosk, payment: Sample.payment,
            orderNumber: nil, issuedAt: Sample.afternoon, utcOffset: 0, lines: [], taxes: [], total: Sample.euro(1),
            tip: nil, card: .terminalText(lines: [], result: .approved), footer: [], language: "en",
            codes: [.init(symbology: .ean13, content: "not a number")])
        #expect(text(receipt).contains { $0.hasSuffix("not a number") })
    }

    @Test func discountsShippingAndFeesLeadFromTheGoodsToTheTotal() {
        let shown = text(Sample.everything)
        for line in [
            ("Rabatt SOMMER10", "-3,08"), ("Versand Kurier", "4,90"), ("Gebühr", "1,00"), ("SUMME", "34,62 €"),
        ] {
            #expect(shown.contains { $0.hasPrefix(line.0) && $0.hasSuffix(" " + line.1) }, "\(line)")
        }
        #expect(shown.contains { $0.hasPrefix("Zwischensumme") && $0.hasSuffix(" 30,80") })
    }
}
