import ESCPOS
import Receipts
import Testing

@Suite struct EncoderTests {
    let encoder = ESCPOSEncoder(profile: .generic80)

    @Test func aJobStartsFromAKnownState() {
        let bytes = encoder.encode(LaidOutReceipt(columns: 48, lines: [])).bytes
        #expect(bytes == [0x1B, 0x40, 0x1B, 0x52, 0, 0x1B, 0x4D, 0, 0x1B, 0x74, 19])
    }

    @Test func aPrinterThatStartsInKanjiModeIsTakenOutOfItFirst() {
        let bytes = ESCPOSEncoder(profile: .generic58).encode("ü").bytes
        #expect(bytes.starts(with: [0x1B, 0x40, 0x1B, 0x52, 0, 0x1C, 0x2E]))
    }

    @Test func aPrinterWithoutKanjiModeIsNeverSentTheCommand() {
        #expect(!encoder.encode("ü").bytes.contains(0x1C))
    }

    @Test func everyJobSelectsItsPageItself() {
        #expect(encoder.read("Łódź").pageSwitches == 1)
        #expect(encoder.read("only ASCII").pageSwitches == 1)
    }

    @Test(arguments: [
        (PrinterProfile.Cutter.none(feedLines: 3), [UInt8](repeating: 0x0A, count: 3)),
        (.full(feed: 7), [0x1D, 0x56, 0x41, 7]), (.partial(feed: 0), [0x1D, 0x56, 0x42, 0]),
        (.fullAfterFeed(lines: 3), [0x0A, 0x0A, 0x0A, 0x1D, 0x56, 0]),
        (.partialAfterFeed(lines: 1), [0x0A, 0x1D, 0x56, 1]),
        (.simple(feedLines: 2), [0x0A, 0x0A, 0x1B, 0x69]),
    ])
    func aSheetEndsAsThePrinterCan(cutter: PrinterProfile.Cutter, bytes: [UInt8]) {
        let profile = PrinterProfile(
            name: "test", widthDots: 384, columnsA: 32, columnsB: 42, codePages: .epson, cutter: cutter)
        let job = ESCPOSEncoder(profile: profile).encode(LaidOutReceipt(columns: 32, lines: [.cut])).bytes
        #expect(Array(job.suffix(bytes.count)) == bytes)
        #expect(job.filter { $0 == 0x56 }.count == bytes.filter { $0 == 0x56 }.count)
    }

    @Test func aStyleIsSentWhenItChangesAndNeverOutlivesItsLine() {
        let line = LaidOutLine.text([
            StyledRun("a", .bold), StyledRun("b", [.bold, .doubleWidth, .doubleHeight]),
            StyledRun("c", [.underline, .inverse]),
        ])
        let bytes = encoder.encode(LaidOutReceipt(columns: 48, lines: [line, .text([StyledRun("d")])])).bytes
        #expect(
            Array(bytes.dropFirst(11)) == [
                0x1B, 0x45, 1, 0x61, 0x1D, 0x21, 0x11, 0x62, 0x1B, 0x45, 0, 0x1B, 0x2D, 1, 0x1D, 0x42, 1, 0x1D, 0x21, 0,
                0x63, 0x1B, 0x2D, 0, 0x1D, 0x42, 0, 0x0A, 0x64, 0x0A,
            ])
    }

    @Test func fontBGivesItsOwnColumns() {
        let small = ESCPOSEncoder(profile: .generic80, font: .b)
        #expect(small.columns == 64)
        #expect(small.encode("x").bytes.starts(with: [0x1B, 0x40, 0x1B, 0x52, 0, 0x1B, 0x4D, 1]))
    }

    @Test func aRuleCrossesThePaperWithoutChangingThePage() {
        let lines: [LaidOutLine] = [.text([StyledRun("Ж")]), .rule, .text([StyledRun("“")]), .rule]
        let job = CodePageMap.epson.encoder.encode(LaidOutReceipt(columns: 48, lines: lines)).bytes
        let reading = EncoderReading(job, pages: .epson)
        #expect(reading.lines[1] == String(repeating: "-", count: 48))
        #expect(reading.cells[3] == 48)
        #expect(reading.pageSwitches == 1)
    }

    @Test func aRuleIsDrawnThroughWhereThePageCanDraw() {
        let job = encoder.encode(LaidOutReceipt(columns: 48, lines: [.rule])).bytes
        #expect(EncoderReading(job, pages: .epson).lines[0] == String(repeating: "─", count: 48))
    }

    @Test func theProfilesAreFoundByName() {
        #expect(PrinterProfile.all.allSatisfy { PrinterProfile.named($0.name) == $0 })
        #expect(PrinterProfile.named("typewriter") == nil)
    }

    @Test(arguments: PrinterProfile.all)
    func theColumnsOfAProfileFitItsDots(profile: PrinterProfile) {
        // Font A is 12 dots wide, font B 9 dots.
        #expect(profile.columns(.a) * 12 <= profile.widthDots)
        #expect(profile.columns(.b) * 9 <= profile.widthDots)
    }
}
