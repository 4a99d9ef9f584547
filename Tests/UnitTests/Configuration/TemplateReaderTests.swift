import Foundation
import Model
import Testing

@testable import Configuration
@testable import Receipts

@Suite struct TemplateReaderTests {
    private func read(_ text: String) -> ReadTemplates { ReceiptTemplates.read("t.toml", Array(text.utf8)) }

    @Test func aFileChangesWhatItNamesAndNothingElse() {
        let read = read(
            """
            [order_receipt]
            blocks = ["merchant", "copy", "title", "goods", "rule", "totals", "card", "references", "rule", "text:bye"]
            references = ["time", "order", "receipt"]
            unit_prices = false
            tax_table = false
            logo = "/etc/till/logo.png"

            [merchant_copy]
            details = false

            [texts]
            bye = ["Auf Wiedersehen!", "www.example.net"]

            [amounts]
            position = "right_space"
            thousand_separator = "."
            decimal_separator = ","
            decimals = 2
            symbol = "€"
            """)
        #expect(read.problems.map(\.line) == [])
        let order = read.templates.orderReceipt
        #expect(order.blocks.prefix(3) == [.part(.merchant), .part(.copy), .part(.title)])
        #expect(order.blocks.last == .text("bye"))
        #expect(order.texts["bye"] == ["Auf Wiedersehen!", "www.example.net"])
        #expect(order.references == [.time, .order, .receipt])
        #expect(!order.showsUnitPrices && order.showsDetails && !order.showsTaxTable)
        #expect(order.logo == "/etc/till/logo.png")
        #expect(read.templates.merchantCopy.blocks == ReceiptTemplates.builtIn.merchantCopy.blocks)
        #expect(!read.templates.merchantCopy.showsDetails)
        #expect(read.templates.cardSlip.currencyFormat?.position == .rightSpace)
        #expect(read.templates.endOfDay.currencyFormat?.symbol == "€")
    }

    @Test func aLogoIsFoundFromTheRootOrFromTheFolderOfTheTemplate() {
        let text = """
            [card_slip]
            logo = "slip.png"
            [logos]
            kiosk = "pictures/kiosk.png"
            "Café" = "/etc/till/café.jpg"
            """
        for (name, folder) in [("/etc/till/t.toml", "/etc/till/"), ("docs/t.toml", "docs/"), ("t.toml", "")] {
            let read = ReceiptTemplates.read(name, Array(text.utf8))
            #expect(read.problems.map(\.line) == [])
            #expect(read.templates.cardSlip.logo == folder + "slip.png" && read.templates.orderReceipt.logo == nil)
            for kind in ReceiptTemplates.Kind.allCases {
                #expect(
                    read.templates[kind].logos == [
                        "kiosk": folder + "pictures/kiosk.png", "Café": "/etc/till/café.jpg",
                    ])
            }
            #expect(Set(read.logos.map(\.path)).count == 3)
        }
    }

    @Test func aSheetHasItsFontAndDitheringAndAllOfThemTheWords() {
        let read = read(
            """
            [order_receipt]
            logo_dithering = "atkinson"
            [merchant_copy]
            font = "B"
            [words]
            total = "ZU ZAHLEN"
            """)
        #expect(read.problems.map(\.line) == [])
        #expect(read.templates.orderReceipt.logoDithering == .atkinson && read.templates.orderReceipt.font == .a)
        #expect(read.templates.merchantCopy.font == .b && read.templates.cardSlip.logoDithering == .floydSteinberg)
        #expect(read.templates.endOfDay.words == ["total": "ZU ZAHLEN"])
    }

    /// "Valid until 2027" belongs to a voucher here, not to a card.
    @Test func aShopMayNameADate() {
        #expect(read("[texts]\nbye = [\"Gutschein gültig bis 31.12.2027\"]").problems == [])
        #expect(read("[texts]\nbye = [\"4111 1111 1111 1111 exp 12/27\"]").problems.count == 1)
    }

    @Test func nothingIsTheBuiltInTemplates() {
        #expect(read("").problems == [] && read("").templates == .builtIn)
    }

    private static let parts = ReceiptTemplate.Part.allCases.map(\.rawValue).joined(separator: ", ")

    @Test(arguments: [
        (
            "[order_receipt]\nblocks = [\"goods\",\n \"gods\"]",
            "t.toml:3:2: error: there is no block gods; did you mean goods?; there are \(parts), and text:NAME"
        ),
        ("[end_of_day]\nblocks = [3]", "t.toml:2:11: error: a block is a word, not 3"),
        (
            "[order_recipt]",
            "t.toml:1:2: error: there is no table order_recipt; did you mean order_receipt?; there are order_receipt, "
                + "card_slip, merchant_copy, end_of_day, texts, words, amounts, logos"
        ),
        (
            "[card_slip]\nlogos = \"/a\"",
            "t.toml:2:1: error: card_slip has no option logos; did you mean logo?; it has blocks, references, logo, "
                + "logo_dithering, font, unit_prices, details, tax_table, symbols"
        ),
        ("[card_slip]\nsymbols = \"left\"", "t.toml:2:11: error: symbols takes \"alone\" or \"beside\", not \"left\""),
        (
            "[card_slip]\nlogo = \"\"",
            "t.toml:2:8: error: logo takes a path from the root or from the template's folder, not \"\""
        ),
        ("[card_slip]\ndetails = \"no\"", "t.toml:2:11: error: details takes true or false, not \"no\""),
        (
            "[amounts]\ndecimal_separator = \"..\"",
            "t.toml:2:21: error: decimal_separator takes one character, no digit and no minus, not \"..\""
        ),
        (
            "[amounts]\ndecimal_separator = \"\"",
            "t.toml:2:21: error: decimal_separator takes one character, no digit and no minus, not \"\""
        ),
        (
            "[amounts]\nthousand_separator = \"-\"",
            "t.toml:2:22: error: thousand_separator takes at most one character, no digit and no minus, not \"-\""
        ),
        (
            "[amounts]\nthousand_separator = \".\"",
            "t.toml:2:22: error: amounts could be misread: \".\" parts thousands and decimals"
        ),
        (
            "[amounts]\nposition = \"middle\"",
            "t.toml:2:12: error: position takes \"left\" or \"right\" or \"left_space\" or \"right_space\", not \"middle\""
        ),
        (
            "[words]\ntotl = \"SUM\"",
            "t.toml:2:1: error: there is no word totl; did you mean total?; docs/receipts.md lists all of them"
        ),
        (
            "[words]\nduplicate = \"\"",
            "t.toml:2:13: error: duplicate takes text of 1 to 60 characters, not \"\""
        ),
        (
            "[words]\ncard_declined = \"  \"",
            "t.toml:2:17: error: card_declined takes text of 1 to 60 characters, not \"  \""
        ),
        (
            "[words]\ncard_declined = \"approved\"",
            "t.toml:2:17: error: card_declined would say what card_approved says: a payment's end could be misread"
        ),
        (
            "[amounts]\nsymbol = \" \"",
            "t.toml:2:10: error: symbol takes 1 to 5 characters, a currency's sign or letters and neither digit nor minus, "
                + "not \" \""
        ),
        (
            "[amounts]\nsymbol = \"9\"",
            "t.toml:2:10: error: symbol takes 1 to 5 characters, a currency's sign or letters and neither digit nor minus, "
                + "not \"9\""
        ),
        (
            "[card_slip]\nlogo_dithering = \"floyd\"",
            "t.toml:2:18: error: logo_dithering takes \"floyd_steinberg\" or \"atkinson\" or \"ordered\" or \"threshold\", "
                + "not \"floyd\""
        ),
        ("[card_slip]\nfont = \"small\"", "t.toml:2:8: error: font takes \"A\" or \"B\", not \"small\""),
        ("texts = 1", "t.toml:1:1: error: texts is a table: begin it with [texts], not with 1"),
        (
            "[card_slip]\nblocks = [\"text:bye\"]",
            "t.toml:2:11: error: there is no text bye in [texts]"
        ),
        (
            "[texts]\nbye = [\"Auf Wiedersehen!\", 7]",
            "t.toml:2:7: error: bye takes a list of at most 20 lines of text; number 2 of them is 7, not text of 1 to 100 "
                + "characters"
        ),
        (
            "[texts]\nbye = [\"4111 1111 1111 1111\"]",
            "t.toml:2:7: error: bye takes a list of at most 20 lines of text; number 1 of them is text with a card number "
                + "in it, not text of 1 to 100 characters"
        ),
        (
            "[card_slip]\nreferences = [\"order\", \"paymnt\"]",
            "t.toml:2:14: error: references takes a list of at most 4 of order, receipt, payment, time; number 2 of them is "
                + "\"paymnt\", not a row; did you mean payment?"
        ),
        ("[card_slip\n", "t.toml:1:11: error: a ] is missing here, after the table's name"),
    ])
    func aMistakeIsToldWithItsPlaceAndWhatWouldBeRight(text: String, line: String) {
        #expect(read(text).problems.first?.line == line)
    }

    @Test func eachBlockThatIsNoneIsAMistakeInItsPlace() {
        let problems = read("[card_slip]\nblocks = [\"logos\", 5, \"text:bye\"]").problems
        #expect(problems.map { String($0.line.prefix(14)) } == ["t.toml:2:11: e", "t.toml:2:20: e", "t.toml:2:23: e"])
    }

    /// Every template shows the merchant, the outcome of the payment, and its amount.
    @Test func whatAReceiptMustSayCannotBeLeftOut() {
        let needed = ["merchant", "copy", "title", "references", "totals", "card"]
        for part in needed {
            let blocks = needed.filter { $0 != part }.map { "\"\($0)\"" }.joined(separator: ", ")
            #expect(
                read("[merchant_copy]\nblocks = [\(blocks)]").problems.map(\.line)
                    == ["t.toml:2:10: error: merchant_copy needs the block \(part)"])
        }
        let report = "[end_of_day]\nblocks = [\"merchant\", \"copy\", \"title\", \"references\", \"card\"]"
        #expect(read(report).problems == [])
    }

    /// Every template also shows the time, and the receipt or the payment.
    @Test(arguments: [
        ("[\"order\", \"receipt\"]", ["time"]), ("[\"time\"]", ["receipt or payment"]),
        ("[]", ["receipt or payment", "time"]), ("[\"payment\", \"time\"]", []), ("[\"time\", \"receipt\"]", []),
    ])
    func aReceiptCanBeFoundAgainByWhatItSays(rows: String, missing: [String]) {
        for kind in ReceiptTemplates.Kind.allCases {
            #expect(
                read("[\(kind.rawValue)]\nreferences = \(rows)").problems.map(\.line)
                    == missing.map { "t.toml:2:14: error: \(kind.rawValue) needs the row \($0)" })
        }
    }

    @Test func whatIsThereTwiceIsNamed() {
        let blocks =
            "[\"merchant\", \"copy\", \"title\", \"references\", \"totals\", \"rule\", \"card\", \"rule\", \"card\"]"
        #expect(
            read("[card_slip]\nblocks = \(blocks)").problems.map(\.line) == [
                "t.toml:2:88: error: card is there already: only rule and blank may come again"
            ])
    }

    // MARK: docs/receipts.md

    private static let page: String = {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "docs/receipts.md"), encoding: .utf8)) ?? ""
    }()

    @Test(arguments: [TemplateOptions.sheet, TemplateOptions.amounts])
    func thePageListsTheOptionsOfTheCode(options: [OptionDescription]) {
        let rows = options.map { "| `\($0.key)` | \($0.takes) | \($0.fallback) | \($0.meaning) |" }
        #expect(Self.page.contains(rows.joined(separator: "\n")), "as it should be:\n\(rows.joined(separator: "\n"))")
    }

    @Test func thePageListsTheWords() {
        let english = ReceiptLanguage.of("en").words
        let rows = Words.places.map { "| `\($0.key)` | \(english[keyPath: $0.place].string) |" }
        #expect(Self.page.contains(rows.joined(separator: "\n")), "as it should be:\n\(rows.joined(separator: "\n"))")
    }

    @Test func theExampleIsSound() throws {
        let example = try #require(Self.page.components(separatedBy: "```toml\n").dropFirst().first)
        #expect(read(example.components(separatedBy: "```")[0]).problems == [])
    }
}
