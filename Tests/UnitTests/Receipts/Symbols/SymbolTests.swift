import Flow
import Testing

@testable import Receipts

@Suite struct SymbolTests {
    @Test(arguments: [
        (Symbol.Kind.ean13, "400638133393", "4006381333931"), (.ean13, "4006381333931", "4006381333931"),
        (.ean8, "9638507", "96385074"), (.upcA, "03600029145", "036000291452"), (.upcE, "425261", "04252614"),
        (.upcE, "04252614", "04252614"), (.dataBar(.limited), "0950110153000", "09501101530003"),
        (.code39, "A-1 $", "A-1 $"), (.itf, "1234", "1234"), (.codabar, "A12:3B", "A12:3B"), (.code128, "{x}~", "{x}~"),
        (.gs1_128, "(00)095011015300000010", "(00)095011015300000010"), (.qr(.high), "Grüße\nzwei", "Grüße\nzwei"),
    ])
    func aCheckDigitIsAddedWhereItIsMissing(kind: Symbol.Kind, written: String, content: String) throws {
        #expect(try Symbol(kind, written).content == content)
    }

    @Test(arguments: [
        (Symbol.Kind.qr(.low), "", "symbol.empty"), (.ean13, "4006381333930", "symbol.checkDigit"),
        (.ean13, "40063", "symbol.length"), (.ean8, "1234567a", "symbol.character"), (.itf, "123", "symbol.length"),
        (.code39, "a", "symbol.character"), (.codabar, "123", "symbol.length"), (.codabar, "A1B2C", "symbol.length"),
        (.upcE, "2123456", "symbol.length"), (.upcE, "04252615", "symbol.checkDigit"),
        (.qr(.low), "\u{10}\u{14}\u{1}", "symbol.character"), (.code128, "ä", "symbol.character"),
        (.code128, "\u{1B}@", "symbol.character"),
        (.dataBar(.limited), "2950110153000", "symbol.length"), (.gs1_128, "01", "symbol.elements"),
        (.gs1_128, "(01)1", "symbol.elements"), (.gs1_128, "(01)09501101530004", "symbol.elements"),
        (.gs1_128, "(1)09501101530003", "symbol.elements"), (.gs1_128, "(10)", "symbol.elements"),
        (.qr(.high), String(repeating: "x", count: 1_274), "symbol.tooLong"),
        (.code128, String(repeating: "x", count: 81), "symbol.tooLong"),
    ])
    func whatMakesNoSymbolIsRefusedByNameOfTheMistake(kind: Symbol.Kind, content: String, code: String) {
        #expect(throws: Failure.self) { _ = try Symbol(kind, content) }
        do throws(Failure) { _ = try Symbol(kind, content) } catch { #expect(error.code == code, "\(error)") }
    }

    @Test(arguments: [
        ("0425261", "04210000526"), ("0123450", "01200000345"), ("0123453", "01230000045"), ("0123454", "01234000005"),
        ("0123457", "01234500007"),
    ])
    func aUPCEStandsForAUPCA(short: String, long: String) { #expect(CheckDigit.upcA(ofShort: short) == long) }

    @Test func onlyBarsHaveTheirTextBelow() throws {
        #expect(try Symbol(.ean8, "1234567").showsText)
        #expect(try !Symbol(.ean8, "1234567", showsText: false).showsText)
        #expect(try !Symbol(.qr(.low), "x").showsText)
    }

    @Test func theElementsOfGS1DataAreKnown() throws {
        let elements = try Symbol(.gs1_128, "(01)09501101530003(10)A1").elements
        #expect(elements.map(\.identifier) == ["01", "10"])
        #expect(elements.map(\.hasPredefinedLength) == [true, false])
        #expect(try Symbol(.code128, "(01)").elements.isEmpty)
    }
}
