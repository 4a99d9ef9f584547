import Receipts
import Model
import Testing

@testable import ESCPOS

@Suite struct SelfTestTests {
    private func commands(_ test: SelfTest) -> [PrinterCommand] {
        var decoder = StreamDecoder(codePages: test.profile.codePages, wideText: test.profile.wideText)
        return decoder.decode(test.data.bytes) + decoder.finish()
    }

    /// The rows of a test page below its number, as the printer of that profile prints them.
    private func printedRows(_ test: SelfTest, _ page: SelfTest.Page) -> [String] {
        let all = commands(test)
        let titles = all.indices.filter { all[$0].content == .text(page.title) }
        guard let title = titles.first else { return [] }
        let number = all[title...].firstIndex { $0.operation == .codePage }
        guard let number, Array(all[number].parameters) == [page.number] else { return [] }
        return all[number...].compactMap { if case .text(let row) = $0.content { row } else { nil } }.prefix(4).map(
            \.self)
    }

    @Test(arguments: PrinterProfile.all)
    func eachPageThatIsAskedForStandsUnderItsNumber(profile: PrinterProfile) {
        let test = SelfTest(ESCPOSEncoder(profile: profile), numbers: profile.codePages.numbers.values.sorted())
        for page in test.pages { #expect(printedRows(test, page) == page.rows, "\(page.title)") }
    }

    @Test(arguments: PrinterProfile.all)
    func eachPageOfTheProfileHasALineByWhichItIsKnown(profile: PrinterProfile) {
        let test = SelfTest(ESCPOSEncoder(profile: profile))
        #expect(test.pages.map(\.number) == profile.codePages.numbers.values.sorted())
        #expect(Set(test.pages.map(\.rows)).count == test.pages.count)
        let lines = commands(test).compactMap { if case .text(let line) = $0.content { line } else { nil } }
        for page in test.pages {
            let line = lines.filter {
                $0.contains(" \(page.number) \(page.page?.rawValue ?? "?") ") || $0.hasPrefix("\(page.number) ")
            }
            #expect(line.contains { $0.hasSuffix(page.rows.joined()) }, "\(page.title)")
            #expect(test.text.contains(page.rows.joined()))
        }
    }

    /// A technician holds the sheet in one hand. The distance of 15 mm from the head to the blade is added to its
    /// length.
    @Test(arguments: PrinterProfile.all)
    func theSheetIsNoLongerThanThirtyCentimetres(profile: PrinterProfile) throws {
        let pages = try PaperComposer.pages(
            of: SelfTest(ESCPOSEncoder(profile: profile)).data.bytes, dots: profile.widthDots,
            codePages: profile.codePages, wideText: profile.wideText, glyphs: CairoGlyphs())
        let millimetres = pages.reduce(0) { $0 + $1.height } / 8 + 15
        #expect(millimetres <= 300 && pages.count == 1)
    }

    /// The owner of a printer of unknown make finds its page numbers this way.
    @Test func escposPrinterDB66_anyNumberCanBeLookedAt() {
        let test = SelfTest(ESCPOSEncoder(profile: .generic80), numbers: [19, 200])
        #expect(test.pages.map(\.title) == ["19  CP858", "200  not in the profile"])
        let all = test.data.bytes
        let selected = [0x1B, 0x74, 200] + Array(0x80...0x9F) + [0x0A] as [UInt8]
        #expect(all.firstRange(of: selected) != nil)
    }

    @Test(arguments: PrinterProfile.all)
    func everyCommandIsWholeAndNoLineWraps(profile: PrinterProfile) {
        let sent = commands(SelfTest(ESCPOSEncoder(profile: profile)))
        #expect(sent.allSatisfy { $0.isComplete && $0.content != .unknown })
        let lines = sent.compactMap { if case .text(let line) = $0.content { line } else { nil } }
        #expect(lines.allSatisfy { PrintableText($0).cells <= profile.columnsB })
        #expect(lines.contains { $0.hasPrefix("1234567890") && $0.count == profile.columnsA })
        #expect(lines.contains { $0.hasPrefix("1234567890") && $0.count == profile.columnsB })
    }

    /// If the printer has fewer dots than its profile says, the right end of the scale is missing.
    @Test(arguments: PrinterProfile.all.filter { $0.graphics != .none })
    func theScaleReachesBothEdgesOfThePaper(profile: PrinterProfile) throws {
        let page = try #require(
            try PaperComposer.pages(
                of: SelfTest(ESCPOSEncoder(profile: profile)).data.bytes, dots: profile.widthDots,
                codePages: profile.codePages, wideText: profile.wideText, glyphs: CairoGlyphs()
            ).first)
        let edges = (0..<page.height).filter { page.isBlack(0, $0) && page.isBlack(profile.widthDots - 1, $0) }
        #expect(edges.count >= 24)
    }

    /// The downloaded characters stand beside the signs that they replace. On a printer that ignores the command, both
    /// sides are equal.
    @Test(arguments: PrinterProfile.all)
    func charactersThatItIsGivenStandBesideTheSignsInTheirPlace(profile: PrinterProfile) throws {
        let test = SelfTest(ESCPOSEncoder(profile: profile))
        let takes = profile.definableFonts.contains(.a)
        #expect(test.questions.contains { $0.description.contains("user_characters") } == takes)
        #expect(test.text.contains("Given: ₺ẞ✓ for ^<>") == takes)
        let sent = commands(test)
        #expect(sent.count { $0.operation == .defineCharacters } == (takes ? 3 : 0))
        guard takes else { return }
        let printed = sent.filter { $0.operation != .defineCharacters }.compactMap { command in
            if case .text(let text) = command.content { text } else { nil }
        }.joined()
        #expect(printed.contains("Given: ^<> for ^<>"))
    }

    @Test func whatIsAskedForIsWhatThePrinterHas() {
        let bare = PrinterProfile(
            name: "bare", widthDots: 384, columnsA: 32, columnsB: 42, codePages: .common, cutter: .none(feedLines: 4),
            graphics: .none)
        let questions = SelfTest(ESCPOSEncoder(profile: bare)).questions.map(\.description).joined()
        #expect(questions.contains("torn") && !questions.contains("Dots:") && !questions.contains("Logo:"))
        let logo = Bitmap(width: 8, height: 8) { $0 == $1 }
        #expect(
            SelfTest(ESCPOSEncoder(profile: .generic80), logo: logo).questions.map(\.description).joined().contains(
                "Logo:"))
    }

    @Test func whatToLookAtIsAskedInTheOperatorsLanguage() {
        for question in SelfTest(ESCPOSEncoder(profile: .generic80), numbers: [0]).questions {
            let told = OperatorLanguage.allCases.map { question.text(in: $0) }
            #expect(Set(told).count == told.count, "\(told)")
        }
    }

    /// The headings are translated, and the narrowest paper has 32 columns.
    @Test(arguments: OperatorLanguage.allCases)
    func theHeadingsFitTheNarrowestPaperInEveryLanguage(language: OperatorLanguage) {
        for profile in PrinterProfile.all {
            let test = SelfTest(ESCPOSEncoder(profile: profile), in: language)
            for case .text(let runs) in test.head + test.tail {
                let width = runs.reduce(0) {
                    $0 + $1.text.cells * ($1.style.contains(.doubleWidth) ? 2 : 1)
                }
                #expect(width <= profile.columnsA, "\(profile.name): \(runs.map(\.text.string).joined())")
            }
        }
        let numbers = SelfTest(ESCPOSEncoder(profile: .generic80), numbers: [200], in: language)
        #expect(numbers.pages.map(\.title) == ["200  " + language.text("selfTest.notInProfile")])
    }
}
