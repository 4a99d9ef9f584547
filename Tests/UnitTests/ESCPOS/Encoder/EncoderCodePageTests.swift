import ESCPOS
import Foundation
import Testing

@Suite struct EncoderCodePageTests {
    @Test(arguments: CodePage.allCases)
    func everyByteThatPrintsComesBackAsItself(page: CodePage) {
        for byte in UInt8.min...UInt8.max {
            guard let scalar = page.scalar(for: byte) else { continue }
            #expect(page.byte(for: scalar) == byte, "\(page.rawValue) byte \(byte) \(scalar)")
        }
    }

    @Test(arguments: CodePage.allCases)
    func noControlByteIsEverACharacter(page: CodePage) {
        for byte in [UInt8](0x00...0x1F) + [0x7F] { #expect(page.scalar(for: byte) == nil) }
        for value in [UInt32](0x00...0x1F) + [UInt32](0x7F...0x9F) {
            #expect(Unicode.Scalar(value).flatMap(page.byte) == nil)
        }
    }

    @Test(arguments: [
        (CodePage.cp858, UInt8?(0xD5)), (.wpc1252, 0x80), (.iso8859_15, 0xA4), (.wpc1250, 0x80), (.wpc1251, 0x88),
        (.cp437, nil), (.cp850, nil), (.cp852, nil), (.cp866, nil), (.iso8859_2, nil),
    ])
    func theEuroSignHasItsByteOnThePagesThatKnowIt(page: CodePage, byte: UInt8?) {
        #expect(page.byte(for: "€") == byte)
    }

    /// Compares with glibc's tables, which other people made from the standards.
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: iconvPath), "needs \(iconvPath)"),
        arguments: CodePage.allCases.filter { ![.cp720, .katakana].contains($0) })
    func thePageAgreesWithIconv(page: CodePage) throws {
        let printed = (UInt8(0x80)...0xFF).map { page.scalar(for: $0).map { String(Character($0)) } ?? "" }
        #expect(try upperHalfByIconv(page) == printed)
    }

    @Test func thePagesWithoutAWitnessAreRightWhereItMatters() {
        #expect(CodePage.katakana.byte(for: "ｱ") == 0xB1)
        #expect(CodePage.katakana.byte(for: "ﾟ") == 0xDF)
        #expect(CodePage.cp720.byte(for: "ا") == 0x9F)
    }

    @Test(arguments: [CodePageMap.epson, .bixolon, .citizen, .xprinter, .pos5890])
    func aNumberSelectsOnePageOnly(map: CodePageMap) {
        for (page, number) in map.numbers { #expect(map.page(number) == page) }
    }

    @Test func theSameNumberMeansAnotherPageOnAnotherMakersPrinter() {
        #expect(CodePageMap.epson.page(2) == .cp850)
        #expect(CodePageMap.citizen.page(2) == .cp858)
        #expect(CodePageMap.epson.number(of: .wpc1251) == 46)
        #expect(CodePageMap.xprinter.number(of: .wpc1251) == 23)
    }
}

private let iconvPath = "/usr/bin/iconv"

private func iconvName(_ page: CodePage) -> String {
    page == .kz1048 ? "RK1048" : page.rawValue.replacing("WPC", with: "CP")
}

/// The character that iconv reads from each byte from 80 up; empty where it knows none, or only a C1 control.
private func upperHalfByIconv(_ page: CodePage) throws -> [String] {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: iconvPath)
    process.arguments = ["-c", "-f", iconvName(page), "-t", "UTF-8"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data((UInt8(0x80)...0xFF).flatMap { [$0, 0x0A] }))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
        String(String.UnicodeScalarView(line.filter { $0.value >= 0xA0 }))
    }
}
