import Hardware
import Model
import Testing

@testable import Readers

@Suite struct PrintTests {
    @Test func attributesSayHowALineLooks() throws {
        let line = PrintAttribute(rawValue: 0x75).line("SUMME")
        #expect(
            line == PrintedLine("SUMME", centred: true, doubleWidth: true, doubleHeight: true, indent: 5))
    }

    @Test(arguments: [(0x80, false), (0x81, true), (0x8F, true), (0x00, false), (0x40, false)] as [(UInt8, Bool)])
    func theTopBitWithAnotherEndsAReceipt(_ value: UInt8, _ ends: Bool) {
        #expect(PrintAttribute(rawValue: value).endsReceipt == ends)
    }

    @Test func anAttributeHoldsUntilTheNext() throws {
        let block = PrintTextBlock(
            receiptType: .merchant,
            elements: [
                .line(Array("a".utf8)), .attribute(.centred), .line(Array("b".utf8)), .line(Array("c".utf8)),
                .attribute(.normal), .line(Array("d".utf8)), .attribute(.lastLine),
            ])
        let lines = block.lines(in: .cp437)
        #expect(lines.map(\.text) == ["a", "b", "c", "d"])
        #expect(lines.map(\.centred) == [false, true, true, false])
        #expect(block.endsReceipt)
    }

    @Test func aFeedIsAsManyBlankLinesAsItSaysAndNoEnd() throws {
        guard case .printLine(let line) = try Telegram(decoding: [0x06, 0xD1, 0x02, 0xFF, 0x03]) else {
            Issue.record("not a print line")
            return
        }
        #expect(line.lines(in: .cp437) == Array(repeating: PrintedLine(""), count: 3))
        #expect(!line.endsReceipt)
    }

    @Test func aLineWithoutTextIsALineFeedAndABareEndMarkIsNothing() {
        #expect(PrintLine(.normal).lines(in: .cp437) == [PrintedLine("")])
        #expect(PrintLine(.lastLine).lines(in: .cp437).isEmpty)
    }

    @Test func theTypeThatCardCompleteAppendsIsNotText() throws {
        let telegram = try Telegram(decoding: [UInt8](hex: "06 D1 0B 40 54 45 58 54 06 04 1F 07 01 02"))
        #expect(telegram == .printLine(PrintLine(.centred, Array("TEXT".utf8), receiptType: .customer)))
    }

    @Test func controlCharactersOfATerminalReachNoPrinter() {
        #expect(PrintLine(.normal, [0x1B, 0x69, 0x41, 0x0A, 0x07]).lines(in: .cp437) == [PrintedLine(" iA  ")])
    }

    @Test func theBlocksCharacterSetGoesBeforeTheRegistrationsAndThatBeforeCP437() throws {
        func text(registered: UInt8?, inBlock: UInt8?, _ bytes: [UInt8]) throws -> String? {
            var line = VirtualLine.running(.register(.eur))
            let echo = registered.map { TLV(TLVTag.characterSets, objects: [TLV(TLVTag.characterSet, [$0])]) }
            line.receive(.completion(Completion(objects: [echo].compactMap(\.self))))
            line.receive(Bytes.ack)
            line.start(.repeatReceipt)
            line.receive(Bytes.ack + Bytes.positive)
            line.receive(
                .printTextBlock(PrintTextBlock(receiptType: .customer, characterSet: inBlock, elements: [.line(bytes)]))
            )
            guard case .text(_, let text)? = line.events.last else { return nil }
            return text.lines.first?.text
        }
        #expect(try text(registered: 0xFE, inBlock: 0x01, [0xFC]) == "ü")
        #expect(try text(registered: 0xFE, inBlock: nil, [0xE2, 0x82, 0xAC]) == "€")
        #expect(try text(registered: nil, inBlock: nil, [0x81, 0x8E, 0xE1]) == "üÄß")
    }

    @Test(arguments: [0x00, 0x01, 0x02, 0x04, 0x05, 0x07, 0x09, 0x0A, 0x0D, 0x0F, 0xFE, 0xFF] as [UInt8])
    func everySetWritesWhatItReads(_ tag: UInt8) throws {
        let encoding = try #require(TextEncoding(tag14: tag))
        #expect(encoding.upperHalf.count == 128)
        let text = "Preis 5,00 " + encoding.upperHalf.filter { $0 != "\u{FFFD}" }.map(String.init).joined()
        #expect(encoding.decode(encoding.encode(text)) == text)
    }

    @Test func ofASetWeDoNotHaveOnlyASCIIIsRead() throws {
        let thai = try #require(TextEncoding(tag14: 0x0B))
        #expect(thai.decode([0x41, 0xA1]) == "A\u{FFFD}")
        #expect(TextEncoding(tag14: 0x77) == nil)
    }

    @Test func aSetThatABlockNamesHoldsForItsReceipt() throws {
        var line = VirtualLine.running(.reprint(.last, withResult: false))
        func print(_ set: UInt8?, _ elements: [PrintTextBlock.Element]) -> String? {
            line.receive(.printTextBlock(PrintTextBlock(receiptType: .customer, characterSet: set, elements: elements)))
            line.receive(Bytes.ack)
            guard case .text(_, let text)? = line.events.last(where: { $0.record != nil }) else { return nil }
            return text.lines.first?.text
        }
        #expect(print(0x01, [.line([0xFC])]) == "ü")
        #expect(print(nil, [.line([0xFC, 0x20]), .attribute(.lastLine)]) == "ü ")
        #expect(print(nil, [.line([0x81])]) == "ü")
    }

    @Test func whatATerminalShowsIsInTheRegistrationsSet() throws {
        var line = VirtualLine.running(.register(.eur))
        let echo = TLV(TLVTag.characterSets, objects: [TLV(TLVTag.characterSet, [0xFE])])
        line.receive(.completion(Completion(objects: [echo])))
        line.receive(Bytes.ack)
        line.start(.authorise(Terminal.twelveFifty))
        line.receive(Bytes.ack + Bytes.positive)
        line.receive(block: [UInt8](hex: "04 FF 0A 0A 00 06 06 24 04 07 02 C3 BC"))
        #expect(line.events.last == .progress(TerminalProgress(zvt: 0x0A, text: "ü")))
    }

    @Test func latin9HasTheEuroWhereLatin1HasNone() {
        #expect(TextEncoding.latin9.encode("€") == [0xA4])
        #expect(TextEncoding.latin1.encode("€") == [UInt8(ascii: "?")])
    }

    @Test func anUmlautOfTwoScalarsIsOneByte() { #expect(TextEncoding.cp437.encode("u\u{308}") == [0x81]) }

    @Test func theOldSevenBitSetHasUmlautsForBrackets() {
        #expect(TextEncoding.decodeField(Array("[\\]{|}~".utf8)) == "ÄÖÜäöüß")
    }
}
