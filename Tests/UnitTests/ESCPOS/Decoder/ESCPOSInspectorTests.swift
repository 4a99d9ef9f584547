import ESCPOS
import Testing

@Suite struct ESCPOSInspectorTests {
    @Test func anEntryNamesTheCommandAndItsParameters() {
        let entry = ESCPOSInspector.entries(of: [0x1D, 0x76, 0x30, 0, 2, 0, 1, 0, 0xFF, 0x81])[0]
        #expect(entry.offset == 0)
        #expect(entry.hex == "1d76300002000100ff81")
        #expect(entry.command == "raster")
        #expect(entry.name == "GS v 0")
        #expect(entry.args == ["m": 0, "x": 2, "y": 1, "data_bytes": 2])
        #expect(entry.text == nil)
        #expect(entry.incomplete == nil)
    }

    @Test func signedParametersAreSigned() {
        #expect(ESCPOSInspector.entries(of: [0x1B, 0x5C, 0xF6, 0xFF])[0].args == ["n": -10])
    }

    @Test func aSelectorIsAnArgumentAndNotPartOfTheName() {
        let entry = ESCPOSInspector.entries(of: [0x1D, 0x56, 66, 3])[0]
        #expect(entry.name == "GS V")
        #expect(entry.args == ["m": 66, "n": 3])
    }

    @Test func aCutOffCommandSaysSo() {
        let entry = ESCPOSInspector.entries(of: [0x1D, 0x57, 0x40])[0]
        #expect(entry.command == "print_area_width")
        #expect(entry.incomplete == true)
    }

    @Test(
        arguments: [
            ([0x1D, 0x56], "GS V"), ([0x10, 0x04], "DLE EOT"), ([0x1D, 0x6B], "GS k"), ([0x1D, 0x76], "GS v 0"),
        ]
            as [([UInt8], String)])
    func aCommandCutOffInItsOpcodeKeepsItsName(_ bytes: [UInt8], _ name: String) {
        #expect(ESCPOSInspector.entries(of: bytes).first?.name == name)
    }

    @Test func jsonHasStableKeysAndLeavesOutWhatIsNotThere() throws {
        let json = try ESCPOSInspector.json(ESCPOSInspector.entries(of: Array("é".utf8)))
        #expect(json.contains("\"command\" : \"text\""))
        #expect(json.contains("\"hex\" : \"c3a9\""))
        #expect(json.contains("\"text\" : \"├⌐\""))
        #expect(!json.contains("incomplete"))
    }

    @Test func theTableShortensLongHexOnly() {
        let table = ESCPOSInspector.table(
            ESCPOSInspector.entries(of: [0x1B, 0x40] + Array(repeating: 0x41, count: 40)))
        #expect(table.contains("1b40 "))
        #expect(table.contains("init  ESC @"))
        #expect(table.contains("…"))
    }
}

@Suite struct HiddenRequestTests {
    @Test func aRequestWithinDataIsSeen() {
        let raster: [UInt8] = [0x1D, 0x76, 0x30, 0, 4, 0, 1, 0, 0xFF, 0x10, 0x04, 0x02]
        let entries = ESCPOSInspector.entries(of: raster + [0x10, 0x04, 0x01])
        #expect(entries.map(\.realTimeInside) == [["100402"], nil])
        #expect(ESCPOSInspector.table(entries).contains("(a printer may hear 100402)"))
    }
}
