import Flow
import Receipts
import Testing

@testable import ESCPOS

/// What each printer gets for generated lines, by its sum: whoever makes the encoder faster changes no byte, and no end of
/// a command.
@Suite struct GeneratedStreamTests {
    /// Some lines are drawn, and letters differ between fonts.
    @Test(.enabled(if: Drawing.isThatOfDebian12, Drawing.others))
    func theStreamsOfGeneratedLinesAreThoseOfTheFile() throws {
        let sums = PrinterProfile.all.flatMap { profile in
            [PrinterProfile.Font.a, .b].map { font in "\(profile.name) \(font): \(Self.sum(profile, font))" }
        }
        let differences = try GoldenFile(path: "escpos/generated.txt").differences(to: sums)
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    private static func sum(_ profile: PrinterProfile, _ font: PrinterProfile.Font) -> String {
        var random = SeededGenerator(seed: UInt64(profile.columns(font)))
        let picture = Bitmap(width: 40, height: 30) { x, y in (x ^ y) % 5 == 0 }
        var bytes: [UInt8] = []
        for round in 0..<40 {
            let encoder = ESCPOSEncoder(
                profile: profile, font: font, stored: round % 3 == 0 ? StoredPicture(key: "L1", picture) : nil,
                isForSlowLine: round % 5 == 0)
            let lines = (0..<30).map { _ in random.line(columns: encoder.columns, picture) } + [.cut]
            let job = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines))
            for part in job.data.parts { bytes += part.bytes + [part.resets ? 1 : 0, UInt8(part.bytes.count & 0xFF)] }
            bytes += job.replaced.map(\.description).joined().utf8
        }
        return StreamWords.sum(bytes)
    }
}

extension SeededGenerator {
    private static let words = [
        "Cappuccino", "Summe", "EUR 65,40", "19 %", "Käsekuchen", "Größe", "€ 12,50", "Żółć", "Příčná", "Ελληνικός",
        "Борщ", "İstiklâl", "抹茶ラテ", "ﾎｯﾄ", "שוקולד", "قهوة", "₺120,00", "✓", "กาแฟ", "“Yes”", "a\u{300}\u{320}", "ꙮ",
    ]

    fileprivate mutating func line(columns: Int, _ picture: Bitmap) -> LaidOutLine {
        switch next() % 16 {
        case 0: return .rule
        case 1: return .blank
        case 2: return .rightToLeft(runs(columns: columns))
        case 3: return next() % 4 == 0 ? .picture(picture) : .text([])
        case 4: return next() % 4 == 0 ? .cut : .text([StyledRun("")])
        default: return .text(runs(columns: columns))
        }
    }

    private mutating func runs(columns: Int) -> [StyledRun] {
        let count = Int(next() % 3) + 1
        // Half of all lines have nothing but Latin letters, as most receipts do.
        let words = next() % 2 == 0 ? Self.words.prefix(7) : Self.words[...]
        return (0..<count).map { _ in
            let style = TextStyle(rawValue: next() % 2 == 0 ? 0 : UInt8(next() % 32))
            let text = (0..<(next() % 4)).map { _ in words[Int(next() % UInt64(words.count))] }.joined(separator: " ")
            let width = columns / count / (style.contains(.doubleWidth) ? 2 : 1)
            return StyledRun(PrintableText(text).wrapped(width)[0], style)
        }
    }
}
