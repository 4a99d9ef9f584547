import Flow
import Foundation
import Receipts
import Testing

@testable import ESCPOS

/// Every kind of symbol, printed by every printer and read from the picture of its paper.
@Suite(.enabled(if: Scanner.isInstalled, Scanner.missing))
struct ScannerTests {
    private static func content(_ kind: Symbol.Kind) -> String {
        switch kind {
        case .qr: "https://example.org/r/4711?Grüße=€"
        case .pdf417, .dataMatrix, .aztec, .maxiCode: "R-0001234567 https://example.org"
        case .dataBar(.expanded), .gs1_128: "(17)261121(10)A1"
        case .dataBar: "09501101530003"
        case .upcA: "036000291452"
        case .upcE: "04252614"
        case .ean13: "4006381333931"
        case .ean8: "96385074"
        case .code39: "BON-47"
        case .itf: "12345670"
        case .codabar: "A12345B"
        case .code93: "R-47/11"
        case .code128: "R-0001234567{x}"
        }
    }

    /// What a scanner reports: it adds the digits that UPC leaves out of an EAN-13, and reads a truncated DataBar as a
    /// full one.
    private static func reading(_ kind: Symbol.Kind) throws -> Scanner.Reading {
        let symbol = try Symbol(kind, content(kind))
        return switch kind {
        case .qr: .init(format: "QRCode", text: symbol.content)
        case .pdf417: .init(format: "PDF417", text: symbol.content)
        case .maxiCode: .init(format: "MaxiCode", text: symbol.content)
        case .dataMatrix: .init(format: "DataMatrix", text: symbol.content)
        case .aztec: .init(format: "Aztec", text: symbol.content)
        case .dataBar(.expanded): .init(format: "DataBarExp", text: symbol.content)
        case .dataBar(.limited): .init(format: "DataBarLtd", text: "(01)\(symbol.content)")
        case .dataBar(.omnidirectional), .dataBar(.truncated):
            .init(format: "DataBarOmni", text: "(01)\(symbol.content)")
        case .upcA: .init(format: "EAN13", text: "0\(symbol.content)")
        case .upcE: .init(format: "UPCE", text: "0\(symbol.fullUPC)")
        case .ean13: .init(format: "EAN13", text: symbol.content)
        case .ean8: .init(format: "EAN8", text: symbol.content)
        case .code39: .init(format: "Code39", text: symbol.content)
        case .itf: .init(format: "ITF", text: symbol.content)
        case .codabar: .init(format: "Codabar", text: symbol.content)
        case .code93: .init(format: "Code93", text: symbol.content)
        case .code128, .gs1_128: .init(format: "Code128", text: symbol.content)
        }
    }

    private static func page(_ kind: Symbol.Kind, _ profile: PrinterProfile, _ glyphs: CairoGlyphs) throws -> Bitmap {
        let encoder = ESCPOSEncoder(profile: profile)
        let lines: [LaidOutLine] = [.blank, .symbol(try Symbol(kind, content(kind))), .blank, .cut]
        let bytes = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: lines)).bytes
        let pages = try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, wideText: profile.wideText, glyphs: glyphs
        )
        return try #require(pages.first)
    }

    /// Scans the pages whose dots are recorded in files: the code is also read with everything else on the paper.
    @Test(.enabled(if: Drawing.isThatOfDebian12, Drawing.others), arguments: GoldenSample.all)
    func aScannerReadsTheCodeOfEveryGoldenPage(sample: GoldenSample) throws {
        let glyphs = try CairoGlyphs()
        var streams: Set<[UInt8]> = []
        let pages = try PrinterProfile.all.filter { streams.insert(sample.stream(for: $0)).inserted }.map { profile in
            try #require(
                PaperComposer.pages(
                    of: sample.stream(for: profile), dots: profile.widthDots, codePages: profile.codePages,
                    wideText: profile.wideText, glyphs: glyphs
                ).first)
        }
        let read = try Scanner.read(pages)
        #expect(read.count == pages.count)
        for found in read { #expect(found == [.init(format: "QRCode", text: GoldenSample.code)]) }
    }

    @Test(arguments: PrinterProfile.all)
    func aScannerReadsEverySymbolThatAPrinterPrints(profile: PrinterProfile) throws {
        let (kinds, glyphs) = (Symbol.Kind.allCases, try CairoGlyphs())
        let read = try Scanner.read(kinds.map { try Self.page($0, profile, glyphs) })
        #expect(read.count == kinds.count)
        for (kind, found) in zip(kinds, read) { #expect(found == [try Self.reading(kind)], "\(kind)") }
    }
}
