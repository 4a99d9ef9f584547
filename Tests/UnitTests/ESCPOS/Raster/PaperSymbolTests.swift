import Flow
import Receipts
import Testing

@testable import ESCPOS

/// Symbols on paper. zint draws them; these tests check that a scanner could read what a real printer would print.
@Suite struct PaperSymbolTests {
    private func page(_ stream: [UInt8], dots: Int = 576) throws -> Bitmap? {
        try PaperComposer.pages(of: stream, dots: dots, glyphs: CairoGlyphs()).first
    }

    /// The lengths of the black and white bars along a row, in modules.
    private func bars(_ page: Bitmap, row: Int, module: Int) -> [Int] {
        var lengths: [Int] = []
        var last: Bool?
        for x in 0..<page.width {
            let dot = page.isBlack(x, row)
            if dot == last { lengths[lengths.count - 1] += 1 } else { lengths.append(1) }
            last = dot
        }
        return lengths.dropFirst(page.isBlack(0, row) ? 0 : 1).dropLast().map { $0 / module }
    }

    @Test func bothFormsOfABarcodeDrawTheSameBars() throws {
        let digits = Array("400638133393".utf8)
        let counted = try page([0x1D, 0x6B, 67, 12] + digits)
        let ended = try page([0x1D, 0x6B, 2] + digits + [0])
        #expect(counted == ended)
        // An EAN-13 begins with three narrow bars, and has 59 bars and spaces in all.
        let row = bars(try #require(counted), row: 80, module: 3)
        #expect(row.prefix(3) == [1, 1, 1])
        #expect(row.count == 59)
        #expect(row.reduce(0, +) == 95)
    }

    @Test func heightAndWidthAreAsSet() throws {
        let page = try #require(
            try page([0x1D, 0x68, 50, 0x1D, 0x77, 2] + [0x1D, 0x6B, 4] + Array("A1".utf8) + [0]))
        #expect(page.height == 50)
        #expect(bars(page, row: 10, module: 2).prefix(3) == [1, 2, 1])
    }

    @Test(arguments: [(0, 0), (1, 24), (2, 24), (3, 48)] as [(UInt8, Int)])
    func theTextStandsWhereItIsAskedFor(position: UInt8, rows: Int) throws {
        let stream: [UInt8] = [0x1D, 0x68, 50, 0x1D, 0x48, position, 0x1D, 0x6B, 69, 2, 0x41, 0x31]
        #expect(try page(stream)?.height == 50 + rows)
    }

    @Test func aBarcodeWiderThanThePaperIsLeftOut() throws {
        let long = [UInt8](repeating: 0x41, count: 40)
        #expect(try page([0x1D, 0x77, 6, 0x1D, 0x6B, 69, 40] + long) == nil)
    }

    @Test func whatIsNoBarcodeIsALabelledBox() throws {
        #expect(try page([0x1D, 0x6B, 67, 3, 0x41, 0x42, 0x43])?.isBlank == false)
    }

    @Test func codeSetsChosenInTheDataAreNotPrinted() throws {
        let setB = try #require(try page([0x1D, 0x48, 2, 0x1D, 0x6B, 73, 5, 0x7B, 0x42, 0x41, 0x31, 0x32]))
        let plain = BarcodeData(8, [0x7B, 0x42, 0x41, 0x31, 0x32])
        #expect(plain?.text == "A12")
        #expect(!setB.isBlank)
    }

    @Test func pairsOfDigitsAreReadAsTwoDigitsEach() {
        #expect(BarcodeData(8, [0x7B, 0x43, 12, 34, 0x7B, 0x42, 0x41])?.text == "1234A")
    }

    @Test(arguments: ["(01)09501101530003(10)A1(17)261231", "(01)09501101530003(3103)000123(21)X"])
    func gs1DataComesBackAsItsElements(content: String) throws {
        let symbol = try Symbol(.gs1_128, content)
        let data = BarcodeData(8, Code128(symbol.code128Pieces).data)
        #expect(data?.text == content)
        #expect(data?.code == .gs1_128)
    }

    @Test(arguments: [("04210000526", "0425261"), ("01200000345", "0123450"), ("01234500007", "0123457")])
    func aUPCEMayBeGivenInFull(full: String, short: String) {
        #expect(Symbol.shortUPC(of: full) == short)
        #expect(BarcodeData(1, Array(full.utf8))?.text.hasPrefix(short) == true)
    }

    @Test func twoDimensionalCodesHaveTheSizeOfTheirModules() throws {
        func side(_ module: UInt8) throws -> Int? {
            let stored: [UInt8] = [0x1D, 0x28, 0x6B, 7, 0, 49, 80, 48, 0x31, 0x32, 0x33, 0x34]
            return try page(
                [0x1D, 0x28, 0x6B, 3, 0, 49, 67, module] + stored + [0x1D, 0x28, 0x6B, 3, 0, 49, 81, 48])?.height
        }
        #expect(try side(4) == 84)
        #expect(try side(8) == 168)
    }

    @Test(arguments: Symbol.Kind.allCases)
    func whatThePrinterDrawsIsWhatIsDrawnForIt(kind: Symbol.Kind) throws {
        let content = EncoderSymbolTests.example(kind)
        func modules(_ symbols: SymbolCapabilities) throws -> Set<Int> {
            let profile = PrinterProfile(
                name: "test", widthDots: 576, columnsA: 48, columnsB: 64, codePages: .epson,
                cutter: .partial(feed: 0), symbols: symbols)
            let receipt = LaidOutReceipt(columns: 48, lines: [.symbol(try Symbol(kind, content, showsText: false))])
            let page = try #require(try page(ESCPOSEncoder(profile: profile).encode(receipt).bytes))
            return Set((0..<page.height).map { y in (0..<page.width).count { page.isBlack($0, y) } })
        }
        // The number of black dots in each row does not depend on the place on the paper. PDF417 and MaxiCode have
        // sizes of their own.
        if ![.pdf417, .maxiCode].contains(kind) { #expect(try modules(.everything) == modules(.none)) }
    }
}
