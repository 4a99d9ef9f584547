import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// One receipt as each printer is sent it, compared with files that can be read beside the printer's manual.
/// `TILL_RECORD=1 swift test --filter GoldenStream` records them again; a person then reads the difference.
@Suite struct GoldenStreamTests {
    private static func lines(columns: Int) throws -> [LaidOutLine] {
        func row(_ name: String, _ amount: String, _ style: TextStyle = []) -> LaidOutLine {
            let gap = String(repeating: " ", count: columns - PrintableText(name).cells - PrintableText(amount).cells)
            return .text([StyledRun(name + gap + amount, style)])
        }
        return [
            .picture(Bitmap(width: 24, height: 16) { x, y in (x + y) % 3 == 0 }),
            .text([StyledRun("Café Müller", [.bold, .doubleWidth, .doubleHeight])]), .rule,
            row("2 x Käse", "7,00 €"), row("1 x Żurek", "4,50 €"), row("1 x Борщ", "5,50 €"), .rule,
            row("Total", "17,00 €", .bold), .blank, .text([StyledRun(" DUPLICATE 1 ", .inverse)]),
            .text([StyledRun("signed", .underline)]), .symbol(try Symbol(.ean13, "400638133393")),
            .symbol(try Symbol(.code128, "R-000123")), .symbol(try Symbol(.qr(.medium), "https://example.org/r/123")),
            .cut,
        ]
    }

    @Test(arguments: PrinterProfile.all)
    func theStreamIsThatOfItsFile(profile: PrinterProfile) throws {
        let encoder = ESCPOSEncoder(profile: profile)
        let receipt = LaidOutReceipt(columns: encoder.columns, lines: try Self.lines(columns: encoder.columns))
        var decoder = StreamDecoder(codePages: profile.codePages, wideText: profile.wideText)
        let commands = decoder.decode(encoder.encode(receipt).bytes) + decoder.finish()
        let file = GoldenFile(path: "escpos/\(profile.name).txt")
        let differences = try file.differences(to: commands.map(Self.written))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    /// The dots of downloaded characters depend on the installed fonts.
    @Test(.enabled(if: Drawing.isThatOfDebian12, Drawing.others))
    func charactersThatThePrinterIsGivenAreThoseOfTheirFile() throws {
        let lines: [LaidOutLine] = [
            .text([StyledRun("✓ STRAẞE", [.bold, .doubleWidth])]), .text([StyledRun("Çay ^ ₺120,00")]),
            .text([StyledRun("TOPLAM ", .bold), StyledRun("₺120,00", [.bold, .inverse])]), .cut,
        ]
        let encoder = ESCPOSEncoder(profile: .tmT88V)
        let bytes = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes
        var decoder = StreamDecoder(codePages: encoder.profile.codePages)
        let commands = decoder.decode(bytes) + decoder.finish()
        let differences = try GoldenFile(path: "user-characters/epson-tm-t88v.txt").differences(
            to: commands.map(Self.written))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test(arguments: PrinterProfile.all)
    func theDocumentationNamesEveryProfile(profile: PrinterProfile) throws {
        let page = GoldenFile.root.appending(path: "docs/printers.md")
        let row = "| `\(profile.name)` | \(profile.widthDots) | \(profile.columnsA), \(profile.columnsB) |"
        #expect(try String(contentsOf: page, encoding: .utf8).contains(row))
    }

    /// One command as text, such as `GS V
    ///
    /// 1d564200`; long data as its beginning, its length and its hash.
    private static func written(_ command: PrinterCommand) -> String {
        let hex = command.bytes.prefix(24).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let what =
            switch command.content {
            case .text(let text): "\"\(text)\""
            case .known: CommandTable.notation(of: command.bytes) ?? "?"
            case .unknown: "unknown"
            }
        guard command.bytes.count > 24 else { return "\(what)  \(hex)" }
        return "\(what)  \(hex)… \(command.count) bytes, sum \(StreamWords.sum(command.bytes))"
    }
}
