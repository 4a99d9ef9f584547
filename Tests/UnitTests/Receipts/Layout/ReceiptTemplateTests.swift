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

    /// The template gives this logo a name that differs from the name of its file.
    @Test(arguments: [(["kiosk": "a.png"], "#"), (["kiosk": "gone.png"], "##"), ([:], "##")])
    func aReceiptHasTheLogoThatItNamesElseThatOfTheSheet(named: [String: String], art: String) {
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.logo = "b.png"
        templates.orderReceipt.logos = named
        let logos: [LogoName: Bitmap] = ["a.png": Bitmap(art: ["#"]), "b.png": Bitmap(art: ["##"])]
        let layout = ReceiptLayout(columns: 42, templates: templates, logos: logos)
        #expect(layout.lay(Sample.everything, mark: .original).lines.first == .picture(Bitmap(art: [art])))
    }

    @Test func aCodeThatMakesNoSymbolIsWrittenOut() {
        let receipt = Receipt(
            id: ReceiptID(rawValue: "r"), copy: .customer, merchant: Sample.kiosk, payment: Sample.payment,
            orderNumber: nil, issuedAt: Sample.afternoon, utcOffset: 0, lines: [], taxes: [], total: Sample.euro(1),
            tip: nil, card: .terminalText(lines: [], result: .approved), footer: [], language: "en",
            codes: [.init(symbology: .ean13, content: "not a number")])
        #expect(text(receipt).contains { $0.hasSuffix("not a number") })
    }

    // MARK: Words

    @Test func wordsStandInPlaceOfTheLanguages() {
        let shown = text(Sample.everything) {
            $0.orderReceipt.words = ["total": "ZU ZAHLEN", "card_approved": "BEZAHLT", "tax_table_net": "ohne"]
        }
        #expect(shown.contains { $0.hasPrefix("ZU ZAHLEN") && $0.hasSuffix("34,62 €") })
        #expect(shown.contains { $0.hasSuffix("BEZAHLT") } && shown.contains { $0.contains("ohne") })
        #expect(!shown.contains { $0.contains("SUMME") || $0.contains("GENEHMIGT") || $0.contains("Netto") })
        #expect(shown.contains { $0.hasPrefix("Bestellung") })
    }

    @Test func aDuplicateCanBeWordedOtherwise() {
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.words = ["duplicate": "ZWEITSCHRIFT", "printed_at": "gedruckt"]
        let shown = ReceiptLayout(columns: 42, templates: templates)
            .lay(Sample.everything, mark: .duplicate(2, at: Sample.afternoon)).lines.map(\.text)
        #expect(shown.filter { $0.contains("ZWEITSCHRIFT 2") }.count == 2)
        #expect(!shown.contains { $0.contains("DUPLIKAT") })
    }

    @Test func everyWordHasItsKey() {
        #expect(Set(ReceiptTemplate.wordKeys).count == ReceiptTemplate.wordKeys.count)
        let composed = ["thanks", "details_left_out", "further_goods"]
        let all = Self.keys(of: ReceiptLanguage.of("en").words)
        #expect(ReceiptTemplate.wordKeys == all.filter { !composed.contains($0) })
        for key in ReceiptTemplate.wordKeys {
            let words = ReceiptLanguage.of("en").saying([key: "changed"]).words
            #expect(Words.places.filter { words[keyPath: $0.place] == "changed" }.map(\.key) == [key])
        }
    }

    private static func keys(of value: Any) -> [String] {
        Mirror(reflecting: value).children.flatMap { child -> [String] in
            let name = (child.label ?? "").replacing(/[A-Z]+/) { "_" + $0.output.lowercased() }
            return child.value is PrintableText ? [name] : keys(of: child.value).map { "\(name)_\($0)" }
        }
    }

    @Test func noVerdictReadsLikeAnother() {
        #expect(ReceiptTemplate.contradiction(in: ["card_declined": "Genehmigt"])?.other == "card_approved")
        let both = ReceiptTemplate.contradiction(in: ["card_approved": "OK", "card_cancelled": "ok"])
        #expect(both?.key == "card_approved" && both?.other == "card_cancelled")
        #expect(ReceiptTemplate.contradiction(in: ["card_approved": "PAID", "card_declined": "NOT PAID"]) == nil)
    }

    // MARK: Logos

    @Test func aSheetHasTheLogoInItsOwnDithering() {
        let (usual, other) = (Bitmap(art: ["#"]), Bitmap(art: ["##"]))
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.logoDithering = .atkinson
        let logos: [LogoName: Bitmap] = ["kiosk": usual, LogoName("kiosk", .atkinson): other]
        let layout = ReceiptLayout(columns: 42, templates: templates, logos: logos)
        #expect(layout.lay(Sample.everything, mark: .original).lines.first == .picture(other))
        let builtIn = ReceiptLayout(columns: 42, logos: logos)
        #expect(builtIn.lay(Sample.everything, mark: .original).lines.first == .picture(usual))
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
