import Flow
import Receipts
import Testing

@testable import ESCPOS

@Suite struct EncoderSymbolTests {
    private func encode(_ line: LaidOutLine, _ profile: PrinterProfile) -> [UInt8] {
        let encoder = ESCPOSEncoder(profile: profile)
        let bytes = encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: [line])).bytes
        return Array(bytes.dropFirst(encoder.encode(LaidOutReceipt(columns: encoder.columns, lines: [])).bytes.count))
    }

    private func printer(
        _ symbols: SymbolCapabilities, _ graphics: PrinterProfile.Graphics = .raster, dots: Int = 576
    ) -> PrinterProfile {
        PrinterProfile(
            name: "test", widthDots: dots, columnsA: dots / 12, columnsB: dots / 9, codePages: .epson,
            cutter: .partial(feed: 0), graphics: graphics, symbols: symbols)
    }

    private func has(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    @Test func aQRCodeIsStoredWithItsLengthAndPrintedInTheMiddle() throws {
        let bytes = encode(.symbol(try Symbol(.qr(.medium), "1234")), printer(.everything))
        let expected: [UInt8] =
            [0x1B, 0x61, 1, 0x1D, 0x28, 0x6B, 4, 0, 49, 65, 50, 0, 0x1D, 0x28, 0x6B, 3, 0, 49, 69, 49]
            + [0x1D, 0x28, 0x6B, 3, 0, 49, 67, 6, 0x1D, 0x28, 0x6B, 7, 0, 49, 80, 48, 0x31, 0x32, 0x33, 0x34]
            + [0x0A, 0x1D, 0x28, 0x6B, 3, 0, 49, 81, 48, 0x0A, 0x1B, 0x61, 0]
        #expect(bytes == expected)
    }

    @Test func aLongQRCodeCountsItsDataInTwoBytes() throws {
        let bytes = encode(
            .symbol(try Symbol(.qr(.low), String(repeating: "x", count: 300))), printer(.everything))
        #expect(has(bytes, [0x1D, 0x28, 0x6B, 0x2F, 0x01, 49, 80, 48]))
    }

    @Test func barcodesAreEndedOrCountedAsThePrinterTakesThem() throws {
        let code = LaidOutLine.symbol(try Symbol(.ean13, "400638133393"))
        #expect(has(encode(code, printer(.barcodesA)), [0x1D, 0x6B, 2] + Array("4006381333931".utf8) + [0]))
        #expect(has(encode(code, printer(.barcodesB)), [0x1D, 0x6B, 67, 13] + Array("4006381333931".utf8)))
    }

    @Test func whatThePrinterCannotDrawIsDrawnForIt() throws {
        for kind in [Symbol.Kind.qr(.low), .pdf417, .dataMatrix, .aztec, .maxiCode, .code128, .code93] {
            let bytes = encode(.symbol(try Symbol(kind, "ABC123")), printer(.barcodesA))
            #expect(has(bytes, [0x1D, 0x76, 0x30]), "\(kind)")
            #expect(!has(bytes, [0x1D, 0x28, 0x6B]))
        }
    }

    @Test func withoutGraphicsASymbolIsItsText() throws {
        let bytes = encode(.symbol(try Symbol(.qr(.low), "ABC123")), printer(.none, .none))
        #expect(String(decoding: bytes, as: UTF8.self).contains("[QR code] ABC123"))
    }

    @Test func aBarcodeThatDoesNotFitIsNarrowerAndThenText() throws {
        let printer = printer(.barcodesB, dots: 384)
        let middle = encode(.symbol(try Symbol(.code128, "ABCDEFGH")), printer)
        #expect(has(middle, [0x1D, 0x77, 2]))
        let long = encode(.symbol(try Symbol(.code128, String(repeating: "AB", count: 20))), printer)
        #expect(!has(long, [0x1D, 0x6B]))
        #expect(String(decoding: long, as: UTF8.self).contains("[CODE128]"))
    }

    @Test(arguments: Symbol.Kind.allCases)
    func everyKindFitsTheSmallestPaper(kind: Symbol.Kind) throws {
        let content = Self.example(kind)
        for profile in [printer(.none, dots: 384), printer(.everything, dots: 384)] {
            let bytes = encode(.symbol(try Symbol(kind, content)), profile)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("[\(kind)]"), "\(kind)")
        }
    }

    static func example(_ kind: Symbol.Kind) -> String {
        switch kind {
        case .qr, .pdf417, .maxiCode, .dataMatrix, .aztec: "Beleg 4711"
        case .dataBar(.expanded), .gs1_128: "(01)09501101530003"
        case .dataBar: "0950110153000"
        case .upcA: "01234567890"
        case .upcE: "425261"
        case .ean13: "400638133393"
        case .ean8: "1234567"
        case .code39, .code93, .code128: "BON47"
        case .itf: "123456"
        case .codabar: "A1234B"
        }
    }

    @Test(arguments: [
        ("123456", "{C\u{c}\u{22}\u{38}", 6), ("AB", "{BAB", 5), ("AB1234", "{BAB{C\u{c}\u{22}", 8),
        ("12345", "{B1{C\u{17}\u{2d}", 7), ("A12", "{BA12", 6), ("A{B", "{BA{{B", 6), ("1", "{B1", 4),
    ])
    func code128TakesAsFewSymbolsAsThereCanBe(text: String, data: String, symbols: Int) {
        let code = Code128(text.utf8.map { .character($0) })
        #expect(String(decoding: code.data, as: UTF8.self) == data)
        #expect(code.symbols == symbols)
    }

    /// In code set C, the digits 16 20 01 00 01 would become the bytes that open the drawer.
    @Test func noRequestHidesInABarcode() throws {
        let bytes = encode(.symbol(try Symbol(.code128, "1620010001")), printer(.everything))
        #expect(!has(bytes, [0x10, 0x14]))
        #expect(has(bytes, [0x1D, 0x76, 0x30]))
    }

    @Test func gs1DataIsSeparatedWhereAScannerCouldNotTell() throws {
        let symbol = try Symbol(.gs1_128, "(01)09501101530003(10)A1(17)261231")
        #expect(symbol.code128Pieces.first == .function1)
        #expect(symbol.code128Pieces.count { $0 == .function1 } == 2)
        #expect(Code128(symbol.code128Pieces).data.starts(with: [0x7B, 0x43, 0x7B, 0x31, 1, 9, 50]))
    }
}
