import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// Complaints of users of other libraries that no other test covers. docs/complaints.md lists all of them.
@Suite struct EncoderComplaintTests {
    private func commands(_ lines: [LaidOutLine], _ profile: PrinterProfile) -> [PrinterCommand] {
        let encoder = ESCPOSEncoder(profile: profile)
        var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
        return decoder.decode(encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes)
            + decoder.finish()
    }

    private func text(_ line: String) -> LaidOutLine { .text([StyledRun(line)]) }

    @Test(arguments: PrinterProfile.all)
    func escposPHP39_theEuroSignIsNeverAQuestionMark(profile: PrinterProfile) {
        let printed = commands([text("12,50 € ñ ù Ç")], profile).compactMap { command in
            if case .text(let text) = command.content { text } else { nil }
        }.joined()
        #expect(printed == "12,50 € ñ ù Ç")
    }

    /// Pages 19 and 0x19 differ, and one number can mean different pages at different makers. The expectations are from
    /// the makers' manuals.
    @Test(arguments: [
        (
            [PrinterProfile.tmT20III, .tmT88V, .tmT88VI, .tmT88VII, .tmM30],
            [0: CodePage.cp437, 2: .cp850, 13: .cp857, 14: .cp737, 16: .wpc1252, 17: .cp866, 18: .cp852, 19: .cp858]
        ),
        ([.srp350], [0: .cp437, 16: .wpc1252, 19: .cp858]),
        ([.ctE351], [0: .cp437, 2: .cp858, 6: .cp852, 7: .cp866, 8: .cp857]),
        ([.xprinter80], [0: .cp437, 6: .iso8859_1, 7: .wpc1253, 19: .cp858, 23: .wpc1251]),
        ([.pos5890], [0: .cp437, 6: .iso8859_1, 8: .cp862, 19: .cp858]),
    ])
    func pythonEscpos358_theNumbersOfPagesAreDecimal(profiles: [PrinterProfile], pages: [UInt8: CodePage]) {
        for profile in profiles {
            for (number, page) in pages { #expect(profile.codePages.page(number) == page, "\(profile) \(number)") }
        }
    }

    /// A printer whose only page is this one has it selected by its number, and gets each letter as its code there.
    @Test(arguments: PrinterProfile.all)
    func pythonEscpos358_eachNumberSelectsThePageOfItsName(profile: PrinterProfile) {
        for (page, number) in profile.codePages.numbers where CodePage.written.contains(page) {
            #expect(profile.codePages.page(number) == page)
            let only = PrinterProfile(
                name: "one-page", widthDots: profile.widthDots, columnsA: profile.columnsA, columnsB: profile.columnsB,
                codePages: CodePageMap([page: number]), cutter: profile.cutter)
            let codes = (0xA1...0xFF).filter { code in
                page.scalar(for: UInt8(code)).map { $0.cells == 1 && page.byte(for: $0) == UInt8(code) } ?? false
            }
            let letters = codes.compactMap { page.scalar(for: UInt8($0)) }.filter { $0.properties.isAlphabetic }.prefix(
                20)
            let said = commands([text(String(String.UnicodeScalarView(letters)))], only)
            #expect(Set(said.filter { $0.operation == .codePage }.map(\.parameters)) == [[number]], "\(page)")
            let bytes = letters.compactMap { page.byte(for: $0) }
            #expect(said.contains { $0.bytes == bytes }, "\(page)")
        }
    }

    @Test func pythonEscpos272_everyJobSelectsItsPageItself() {
        for line in ["ASCII", "Łódź", "Ж"] {
            #expect(commands([text(line)], .generic80).contains { $0.operation == .codePage })
        }
    }

    @Test func pythonEscpos570_aTextOfOneLanguageTakesOnePage() {
        for line in ["Zażółć gęślą jaźń", "Grüße € Ärger", "Съешь ещё булок", "Ελληνικά καφές"] {
            #expect(commands([text(line), text(line)], .generic80).count { $0.operation == .codePage } == 1)
        }
    }

    @Test func escPosUtils62_wideCharactersKeepTheColumns() throws {
        let profile = PrinterProfile.generic80
        func right(_ name: String) throws -> [Int] {
            let line = text(name + String(repeating: " ", count: 44 - PrintableText(name).cells) + "1,00")
            let bytes = commands([line], profile).flatMap(\.bytes)
            let page = try #require(try PaperComposer.pages(of: bytes, glyphs: CairoGlyphs()).first)
            return (40 * 12..<576).filter { x in (0..<30).contains { page.isBlack(x, $0) } }.map { $0 / 12 }
        }
        #expect(Set(try right("绿茶")) == Set(try right("tea")))
    }

    /// The simulated printer of the profile understands each command as well, and so prints none of them as letters.
    @Test(arguments: PrinterProfile.all + PrinterProfile.invented, [PrinterFont.a, .b])
    func receiptline31_onlyCommandsTheProfileHasAreSent(profile: PrinterProfile, font: PrinterFont) throws {
        let sent = try ReceiptOfEverything(profile: profile, font: font).commands
        let own = ProfileCommands(profile: profile, font: font)
        let strange = sent.filter { !own.has($0) || !profile.understands($0) }
        #expect(strange.map { $0.bytes.prefix(8) } == [])
        let operations = Set(sent.compactMap(\.operation))
        #expect(own.needed.subtracting(operations) == [], "not tried")
    }

    /// The blade is above the head. Either the cut command feeds that far, or the encoder feeds before it.
    @Test(arguments: PrinterProfile.all)
    func escPosEncoder90_theCutIsBelowTheLastLine(profile: PrinterProfile) {
        let tail = commands([text("x"), .cut], profile).suffix(2).map { Array($0.bytes) }
        switch profile.cutter {
        case .none(let lines): #expect(lines >= 3)
        case .full, .partial: #expect(tail.last?.starts(with: [0x1D, 0x56]) == true && tail.last?.count == 4)
        case .fullAfterFeed(let lines), .partialAfterFeed(let lines), .simple(let lines):
            #expect(lines >= 3 && tail.first == [0x0A])
        }
    }

    @Test(arguments: PrinterProfile.all)
    func escposPHP187_nothingIsFedAfterTheCut(profile: PrinterProfile) {
        let jobs = commands([text("x"), .cut, text("y"), .cut], profile)
        if let cut = jobs.firstIndex(where: { $0.operation == .cut }) {
            #expect(jobs[cut + 1].content == .text("y"))
            #expect(jobs.last?.operation == .cut)
        }
    }

    @Test func capacitorThermalPrinter5_aPrinterWithoutACutterIsSentNoCut() {
        #expect(!commands([text("x"), .cut], .pos5890).contains { $0.operation == .cut })
    }

    @Test func xmlEscposHelper45_thePrinterIsInitialisedOnceAtTheStart() {
        let starts = commands([.blank, .cut, .blank, .cut], .generic80).filter { $0.operation == .initialize }
        #expect(starts.map(\.offset) == [0])
    }

    @Test func escposNET129_aPrinterWithoutQRCodesGetsAPicture() throws {
        let sent = commands([.symbol(try Symbol(.qr(.medium), "https://example.org"))], .pos5890)
        #expect(sent.contains { $0.operation == .raster })
        #expect(!sent.contains { $0.operation == .symbol })
    }

    @Test(arguments: PrinterProfile.all)
    func dantSu44_aLongQRCodeIsCountedInTwoBytesAndFitsThePaper(profile: PrinterProfile) throws {
        let symbol = try Symbol(.qr(.low), String(repeating: "0123456789", count: 60))
        let bytes = commands([.symbol(symbol)], profile).flatMap(\.bytes)
        let page = try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, glyphs: CairoGlyphs()
        ).first
        // 600 bytes need at least version 17: 85 modules of two or more dots each.
        #expect(page.map { $0.height >= 170 } == true)
    }

    @Test func escposPHP762_codeSetsAreChosenForTheCaller() throws {
        let sent = commands([.symbol(try Symbol(.code128, "AB123456"))], .generic80)
        let barcode = sent.first { $0.operation == .barcode }
        #expect(barcode.map { Array($0.bytes.dropFirst(4)) } == [0x7B, 0x42, 0x41, 0x42, 0x7B, 0x43, 12, 34, 56])
        // Printers that would print the choice of the code set as letters are sent a picture.
        #expect(commands([.symbol(try Symbol(.code128, "AB"))], .pos5890).contains { $0.operation == .raster })
    }

    @Test func escposPHP113_aBarcodeThatIsTooWideIsNotLeftToThePrinter() throws {
        let wide = try Symbol(.code39, String(repeating: "X", count: 40))
        let sent = commands([.symbol(wide)], .generic80)
        #expect(!sent.contains { $0.operation == .barcode })
        #expect(sent.contains { if case .text(let text) = $0.content { text.contains("CODE39") } else { false } })
    }
}
