import ESCPOS
import Testing

/// The parts of a stream, each as `operation:parameters`, `"text"` or `?bytes`; one that is cut off ends in `…`.
private func pieces(_ bytes: [UInt8]) -> [String] {
    var decoder = StreamDecoder()
    return (decoder.decode(bytes) + decoder.finish()).map { piece in
        let tail = piece.isComplete ? "" : "…"
        switch piece.content {
        case .text(let text): return "\"\(text)\""
        case .known(let operation, _): return "\(operation.rawValue):\(hex(Array(piece.parameters)))\(tail)"
        case .unknown: return "?\(hex(piece.bytes))\(tail)"
        }
    }
}

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

@Suite struct StreamDecoderTests {
    @Test func textIsReadByTheCodePageInForce() {
        let stream: [UInt8] = [0x1B, 0x74, 19, 0x80, 0xD5, 0x1B, 0x74, 16, 0x80]
        #expect(pieces(stream) == ["code_page:13", "\"Ç€\"", "code_page:10", "\"€\""])
    }

    @Test func theNationalSetReplacesPlacesOfASCII() {
        #expect(pieces([0x1B, 0x52, 2] + Array("[~]".utf8)) == ["international_set:02", "\"ÄßÜ\""])
    }

    @Test func initializingRestoresPageAndSet() {
        let stream: [UInt8] = [0x1B, 0x74, 16, 0x1B, 0x52, 2, 0x1B, 0x40, 0x5B, 0x80]
        #expect(pieces(stream).last == "\"[Ç\"")
    }

    @Test func aPageWithoutATableGivesReplacementCharacters() {
        #expect(pieces([0x1B, 0x74, 99, 0x41, 0xE4]) == ["code_page:63", "\"A\u{FFFD}\""])
    }

    @Test func uTF8IsReadOnceThePrinterWasToldSo() {
        let stream: [UInt8] = [0x1C, 0x28, 0x43, 2, 0, 0x30, 2] + Array("Zürich".utf8)
        #expect(pieces(stream).last == "\"Zürich\"")
    }

    @Test(
        arguments: [
            ([0x1D, 0x56, 0x42, 0x20, 0x41], ["cut:4220", "\"A\""]),
            ([0x1D, 0x56, 0x00, 0x41], ["cut:00", "\"A\""]),
            ([0x1D, 0x76, 0x30, 0, 1, 0, 2, 0, 0x1B, 0x40, 0x41], ["raster:00010002001b40", "\"A\""]),
            ([0x1D, 0x38, 0x4C, 2, 0, 0, 0, 0x30, 0x32, 0x41], ["graphics:020000003032", "\"A\""]),
            ([0x1D, 0x6B, 4, 0x31, 0x32, 0, 0x41], ["barcode:04313200", "\"A\""]),
            ([0x1D, 0x6B, 73, 2, 0x7B, 0x42, 0x41], ["barcode:49027b42", "\"A\""]),
            ([0x1B, 0x2A, 33, 1, 0, 1, 2, 3, 0x41], ["column_image:210100010203", "\"A\""]),
            ([0x1B, 0x44, 8, 16, 0, 0x41], ["tab_stops:081000", "\"A\""]),
            ([0x1B, 0x44, 8, 0x10, 0x10, 0x04, 1], ["tab_stops:0810", "real_time_status:01"]),
            ([0x1B, 0x26, 1, 65, 66, 1, 0xFF, 2, 1, 2, 0x41], ["define_characters:01414201ff020102", "\"A\""]),
            (
                [0x1C, 0x71, 1, 1, 0, 1, 0] + [UInt8](repeating: 9, count: 8) + [0x41],
                ["define_nv_images:0101000100" + String(repeating: "09", count: 8), "\"A\""]
            ),
            ([0x10, 0x04, 7, 1, 0x41], ["real_time_status:0701", "\"A\""]),
            ([0x10, 0x14, 8, 1, 3, 0x14, 1, 6, 2, 8, 0x41], ["real_time_request:0801031401060208", "\"A\""]),
            ([0x1D, 0x28, 0x7A, 1, 0, 0x1B, 0x41], ["extended:01001b", "\"A\""]),
            ([0x1B, 0x34, 1, 0x41], ["italic:01", "\"A\""]),
            ([0x1B, 0x34, 0x49, 0x41], ["italic:", "\"IA\""]),
        ] as [([UInt8], [String])])
    func eachCommandEndsWhereItsLengthSays(_ stream: [UInt8], _ expected: [String]) {
        #expect(pieces(stream) == expected)
    }

    @Test func aLoneZeroIsNul() {
        #expect(pieces([0x00]) == ["nul:"])
    }

    @Test func anUnknownCommandDoesNotSwallowTheNextOne() {
        #expect(pieces([0x1B, 0x01, 0x1B, 0x1B, 0x40]) == ["?1b01", "?1b", "init:"])
    }

    @Test func moreThanAnyPrinterHoldsIsNoCommand() {
        let claim: [UInt8] = [0x1D, 0x38, 0x4C, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(pieces(claim + [0x41]) == ["?1d384cffffffff", "\"A\""])
    }

    @Test(
        arguments: [
            ([0x1D, 0x56], "cut:…"), ([0x1D, 0x76, 0x30, 0], "raster:00…"), ([0x10, 0x04], "real_time_status:…"),
            ([0x1B, 0x74], "code_page:…"), ([0x1B], "?1b…"), ([0x1D, 0x28], "?1d28…"),
            ([0x1D, 0x6B, 4, 0x31], "barcode:0431…"),
        ] as [([UInt8], String)])
    func aCommandCutOffByTheEndKeepsItsName(_ stream: [UInt8], _ expected: String) {
        #expect(pieces(stream) == [expected])
    }

    @Test func chunksMakeNoDifference() {
        let stream =
            Array("Tee ".utf8) + [0x1D, 0x76, 0x30, 0, 2, 0, 1, 0, 0xAA, 0x55, 0x1B, 0x45, 1] + Array("4,20".utf8)
        var whole = StreamDecoder()
        var bytewise = StreamDecoder()
        let expected = whole.decode(stream) + whole.finish()
        #expect(stream.flatMap { bytewise.decode([$0]) } + bytewise.finish() == expected)
    }

    @Test func aLongTextComesInPieces() {
        var decoder = StreamDecoder()
        let text = [UInt8](repeating: 0x41, count: 200_000)
        let found = decoder.decode(text) + decoder.finish()
        #expect(found.count > 1)
        #expect(found.flatMap(\.bytes) == text)
    }
}
