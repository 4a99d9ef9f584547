import ESCPOS
import Flow
import Receipts
import Testing

@Suite struct EncoderTextTests {
    @Test(arguments: CodePageMap.makers)
    func euroAndUmlautsAreRightOnEveryMakersPages(map: CodePageMap) {
        let text = "Grüße: ÄÖÜ äöüß 12,50 € (10 % Ermäßigung)"
        #expect(map.encoder.read(text).lines[0] == text)
        #expect(map.encoder.encode(text).replaced.isEmpty)
    }

    @Test(arguments: PrinterProfile.all)
    func euroAndUmlautsAreRightOnEveryProfile(profile: PrinterProfile) {
        let text = "äöüß ÄÖÜ € é ç ñ"
        #expect(ESCPOSEncoder(profile: profile).read(text).lines[0] == text)
    }

    @Test(arguments: [
        "Zażółć gęślą jaźń", "Příliš žluťoučký kůň", "Ελληνικά: καφές", "Съешь ещё булок",
        "Pijamalı hasta yağız şoföre",
        "Où ça? À l'œuvre!", "“Smart” – quotes",
    ])
    func aTextOfOneLanguageIsPrintedAsWrittenOnOnePage(text: String) {
        let reading = CodePageMap.epson.encoder.read(text)
        #expect(reading.lines[0] == text)
        #expect(reading.pageSwitches == 1)
    }

    @Test func thePageThatGetsFarthestIsChosenNotTheFirstThatFits() {
        // CP858 has the ü but not the Ł that follows; CP852 has both.
        let reading = CodePageMap.epson.encoder.read("ü ü Ł ü Ł ü")
        #expect(reading.lines[0] == "ü ü Ł ü Ł ü")
        #expect(reading.pageSwitches == 1)
    }

    @Test func aPageStaysAsLongAsItCanEncode() {
        let text = "üüü ЖЖЖ 1,00 ЖЖЖ üüü"
        let reading = CodePageMap.epson.encoder.read(text)
        #expect(reading.lines[0] == text)
        #expect(reading.pageSwitches == 3)
    }

    @Test func mixedLanguagesFarApartStillComeOutRight() {
        let text = String(repeating: "ü", count: 600) + "Ж" + String(repeating: "€", count: 3)
        let wide = LaidOutReceipt(columns: 48, lines: text.map { .text([StyledRun(String($0))]) })
        let bytes = CodePageMap.epson.encoder.encode(wide).bytes
        #expect(EncoderReading(bytes, pages: .epson).lines.joined() == text)
    }

    @Test(arguments: [
        ("ệ", "e"), ("ș", "ş"), ("ẞ", "ß"), ("→", ">"), ("✓", "√"), ("①", "1"), ("日", "■■"), ("😀", "■■"), ("ｍ", "m "),
        ("\u{E000}", "■"), ("₿", "■"),
    ])
    func aPrinterWithoutGraphicsReplacesACharacterVisiblyAndReportsIt(text: String, printed: String) {
        let encoded = CodePageMap.epson.encoder.encode(text)
        #expect(EncoderReading(encoded.bytes, pages: .epson).lines[0] == printed)
        #expect(encoded.replaced.map(\.printed) == [printed])
    }

    @Test func aReplacedCharacterIsReportedOnce() {
        let replaced = CodePageMap.epson.encoder.encode("日日本日").replaced
        #expect(replaced.map(\.character) == ["日", "本"])
    }

    @Test func aReplacementNeverMovesAColumn() {
        let text = "日本茶 → ệ ™½ 😀 ok      12.50"
        let encoder = CodePageMap([.cp437: 0]).encoder
        #expect(encoder.read(text).cells[0] == PrintableText(text).cells)
        #expect(encoder.read(text).lines[0].hasSuffix(" 12.50"))
    }

    @Test func aPrinterWithoutAnyEuroPrintsALetterAndSaysSo() {
        let encoded = CodePageMap([.cp437: 0]).encoder.encode("12,50 €")
        #expect(EncoderReading(encoded.bytes, pages: .epson).lines[0] == "12,50 E")
        #expect(encoded.replaced == [EncodedLines.Replacement("€", printed: "E")])
    }

    @Test func noQuestionMarkEverStandsForAnotherCharacter() {
        for value in stride(from: UInt32(0xA0), to: 0x3100, by: 1) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let reading = CodePageMap.citizen.encoder.read(String(Character(scalar)))
            #expect(!reading.lines[0].contains("?"), "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: CodePageMap.makers)
    func noControlByteLeavesTheTextPath(map: CodePageMap) {
        var random = SeededGenerator(seed: 0x7E57)
        for _ in 0..<2_000 {
            let text = random.hostileText(upTo: 20)
            let reading = map.encoder.read(text)
            #expect(reading.stray.isEmpty)
            #expect(reading.commands.count == 3 + reading.pageSwitches)
            #expect(reading.cells[0] == PrintableText(text).cells)
        }
    }
}

extension SeededGenerator {
    private static let nasty: [Unicode.Scalar] = [
        "\u{1B}", "\u{1D}", "\u{1C}", "\u{10}", "\u{04}", "\0", "\n", "\r", "\t", "\u{7F}", "\u{9B}", "\u{85}",
        "\u{202E}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{301}", "\u{2028}", "@", "p", "€", "ü", "Ж", "日", "😀",
    ]

    /// Text of an attacker: at most `most` characters, so at most twice as many cells.
    mutating func hostileText(upTo most: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<((0...most).randomElement(using: &self) ?? 0) {
            let any = Unicode.Scalar(UInt32(truncatingIfNeeded: next()) % 0x110000)
            let nasty = Self.nasty.randomElement(using: &self)
            text.append((next() % 2 == 0 ? any : nasty) ?? "x")
        }
        return String(text)
    }
}
