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
    @Test(arguments: [
        (0.0, 0, "1970-01-01 00:00:00 +00:00"), (951_782_399, 0, "2000-02-28 23:59:59 +00:00"),
        (951_782_400, 0, "2000-02-29 00:00:00 +00:00"), (4_107_542_399, 0, "2100-02-28 23:59:59 +00:00"),
        (4_107_542_400, 0, "2100-03-01 00:00:00 +00:00"), (-1, 0, "1969-12-31 23:59:59 +00:00"),
        (1_795_269_845.9, 3600, "2026-11-21 15:04:05 +01:00"), (0, -12_600, "1969-12-31 20:30:00 -03:30"),
    ])
    func theWallClockIsComputedFromTheOffsetAlone(seconds: Double, offset: Int, written: String) {
        let time = LocalTime(Date(timeIntervalSince1970: seconds), utcOffset: offset)
        var text: [UInt8] = []
        DateFormat.yearFirst.write(year: time.year, month: time.month, day: time.day, to: &text)
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
