import Foundation
import Model
import Testing

@testable import Receipts

@Suite struct TextRendererTests {
    private func render(_ lines: [LaidOutLine]) -> String {
        TextRenderer().render(LaidOutReceipt(columns: 24, lines: lines))
    }

    @Test func styledTextKeepsItsPlaceOnTheGrid() {
        let wide = LaidOutLine.text([StyledRun("  "), StyledRun("wide", .doubleWidth), StyledRun("end")])
        #expect(render([wide]) == "    wide  end\n")
    }

    @Test func whiteOnBlackStandsInBrackets() {
        #expect(render([.text([StyledRun("  DUPLICATE 1  ", .inverse)])]) == "[ DUPLICATE 1 ]\n")
    }

    @Test func noLineEndsInSpacesAndTheLastCutIsNotDrawn() {
        #expect(
            render([.text([StyledRun("a  ")]), .blank, .rule, .cut]) == "a\n\n" + String(repeating: "-", count: 24)
                + "\n")
    }

    @Test func aCutBetweenTwoSheetsIsDrawn() {
        #expect(render([.text([StyledRun("a")]), .cut, .text([StyledRun("b")]), .cut]) == "a\n- - 8<\nb\n")
    }
}

@Suite struct LocalTimeTests {
    @Test func aTimeIsReadAsFoundationReadsIt() throws {
        var second = -2_208_988_800.0  // The year 1900.
        while second < 7_258_118_400 {  // The year 2200.
            let text = Date(timeIntervalSince1970: second).formatted(.iso8601)
            #expect(LocalTime.moment(text) == Date(timeIntervalSince1970: second), "\(text)")
            second += 8_640_127
        }
    }

    @Test(arguments: [
        "2026-02-29T00:00:00Z", "2026-06-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T23:60:00Z", "2026-11-21T23:59:60Z", "2026-11-21 23:59:00Z",
        "2026-11-21T23:59:00+01:00", "2026-11-21T23:59:00z", "٢026-11-21T23:59:0Z", "", "Z",
    ])
    func anyOtherFormIsLeftToFoundation(_ text: String) {
        #expect(LocalTime.moment(text) == nil)
    }

    @Test(arguments: [("2026-11-21T16:04:02+01:00", 0), ("2026-11-21T15:04:03Z", 1)])
    func aReceiptMayHaveItsTimeInEitherForm(_ text: String, _ later: Double) throws {
        let sound = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        let time = Sample.receipt(.customer).issuedAt.formatted(.iso8601)
        let receipt = try ReceiptDocument.decode(Data(sound.replacing(time, with: text).utf8))
        #expect(receipt.issuedAt == Date(timeIntervalSince1970: 1_795_273_442 + later))
    }

    @Test(arguments: [
        (0.0, 0, "1970-01-01 00:00:00 +00:00"), (951_782_399, 0, "2000-02-28 23:59:59 +00:00"),
        (951_782_400, 0, "2000-02-29 00:00:00 +00:00"), (4_107_542_399, 0, "2100-02-28 23:59:59 +00:00"),
        (4_107_542_400, 0, "2100-03-01 00:00:00 +00:00"), (-1, 0, "1969-12-31 23:59:59 +00:00"),
        (1_795_269_845.9, 3600, "2026-11-21 15:04:05 +01:00"), (0, -12_600, "1969-12-31 20:30:00 -03:30"),
    ])
    func theWallClockIsComputedFromTheOffsetAlone(seconds: Double, offset: Int, written: String) {
        let time = LocalTime(Date(timeIntervalSince1970: seconds), utcOffset: offset)
        var text: [UInt8] = []
        ReceiptLanguage.of("en").dates.write(year: time.year, month: time.month, day: time.day, to: &text)
        text.append(UInt8(ascii: " "))
        time.writeClock(to: &text)
        #expect(String(decoding: text, as: UTF8.self) == written)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
    func aSenselessMomentIsATimeAllTheSame(seconds: Double) {
        let time = LocalTime(Date(timeIntervalSince1970: seconds), utcOffset: .max)
        #expect((1...12).contains(time.month) && (1...31).contains(time.day))
    }
}
