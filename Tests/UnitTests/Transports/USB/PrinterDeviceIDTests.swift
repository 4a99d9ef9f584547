import Testing

@testable import Transports

@Suite("What a printer on USB says that it is")
struct PrinterDeviceIDTests {
    private static let usual = "MFG:EPSON;CMD:ESC/POS;MDL:TM-T20II;CLS:PRINTER;"

    private func answer(_ text: String, length: Int? = nil, isLowFirst: Bool = false) -> [UInt8] {
        let length = length ?? text.utf8.count + 2
        let bytes = [UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
        return (isLowFirst ? bytes.reversed() : bytes) + Array(text.utf8)
    }

    @Test(arguments: [false, true]) func theLengthMayHaveEitherByteFirst(_ isLowFirst: Bool) throws {
        // Some printers send remains of an earlier answer after the id.
        let bytes = answer(Self.usual, isLowFirst: isLowFirst) + Array("MDL:OTHER;".utf8)
        let said = try #require(PrinterDeviceID(answer: bytes))
        #expect(said.title == "EPSON TM-T20II")
        #expect(said.languages == ["ESC/POS"])
        #expect(said.understandsESCPOS == true)
    }

    @Test(arguments: [0, 1, 2, 0xFFFF]) func aLengthThatCannotBeMeantIsIgnored(_ length: Int) throws {
        let said = try #require(PrinterDeviceID(answer: answer(Self.usual, length: length)))
        #expect(said.model == "TM-T20II")
    }

    @Test func theLongNamesOfTheFieldsCountToo() throws {
        let said = try #require(
            PrinterDeviceID(answer: answer("Manufacturer: Star ; Model:Star TSP143;COMMAND SET:STAR, PCL;")))
        #expect(said.manufacturer == "Star")
        #expect(said.title == "Star TSP143")
        #expect(said.languages == ["STAR", "PCL"])
        #expect(said.understandsESCPOS == false)
    }

    @Test func controlsAndWhatIsNoLetterAreLeftOut() throws {
        let said = try #require(PrinterDeviceID(answer: answer("MFG:E\u{1B}[31mP\u{7}SON;MDL:T\u{0}M\n-1\u{202E};")))
        #expect(said.title == "E[31mPSON TM-1")
    }

    @Test func aValueIsNotLongerThanALine() throws {
        let said = try #require(PrinterDeviceID(answer: answer("MDL:" + String(repeating: "A", count: 900) + ";")))
        #expect(said.title?.count == PrinterDeviceID.longestValue)
    }

    @Test(arguments: ["", "MFG", ":::;;;", "CLS:PRINTER;", "MFG:;MDL: ;"])
    func whatSaysNothingIsNone(_ text: String) {
        #expect(PrinterDeviceID(answer: answer(text)) == nil)
    }

    @Test(arguments: [[], [0], [0, 2], [0xFF, 0xFF], [0, 9, 0xFF, 0xFE]] as [[UInt8]])
    func bytesThatAreNoTextAreNone(_ bytes: [UInt8]) {
        #expect(PrinterDeviceID(answer: bytes) == nil)
    }

    /// An unknown name of a command set is no reason for a warning.
    @Test(
        arguments: [
            ("EPSON", true), ("ESC/POS,ZPL", true), ("ESCPOS", true), ("ZPL", false), ("STAR,PCL", false), ("XYZ", nil),
            ("", nil),
        ] as [(String, Bool?)])
    func whatItUnderstandsIsReadWithCaution(_ commands: String, _ understands: Bool?) throws {
        let said = try #require(PrinterDeviceID(answer: answer("MFG:X;CMD:\(commands);")))
        #expect(said.understandsESCPOS == understands)
    }
}
