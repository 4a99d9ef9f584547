import Model
import Testing

@testable import Receipts

@Suite struct RightToLeftTests {
    private func lines(_ fill: (inout LineBuilder) -> Void) -> [LaidOutLine] {
        var builder = LineBuilder(columns: 24)
        fill(&builder)
        return LaidOutReceipt(columns: 24, builder.laid).lines
    }

    @Test func aParagraphFromTheRightBeginsThere() {
        #expect(lines { $0.left("שלום עולם") } == [.rightToLeft([StyledRun("שלום עולם")])])
        #expect(
            lines { $0.centred("قهوة", .bold) } == [.rightToLeft([StyledRun(.spaces(10)), StyledRun("قهوة", .bold)])])
    }

    @Test func itsFirstLetterDecides() {
        #expect(PrintableText("123 שלום").beginsFromTheRight)
        #expect(!PrintableText("Tee שלום").beginsFromTheRight)
        #expect(!PrintableText("123 €").beginsFromTheRight)
        #expect(!PrintableText("日本").beginsFromTheRight)
    }

    @Test func aLongOneIsWrappedInTheOrderOfReading() {
        let wrapped = lines { $0.left("שוקולד חם עם קצפת וקינמון") }
        #expect(wrapped.map(\.text) == ["שוקולד חם עם קצפת", "וקינמון"])
    }

    /// After right-to-left letters a number continues their text, so it is displayed to their left (UAX #9, N1).
    @Test func noAmountIsDrawnToTheOtherSideOfAName() {
        let amount = LaidOutLine.text([StyledRun(PrintableText.spaces(20).string + "7,80")])
        #expect(lines { $0.item("שוקולד", hanging: 0, "7,80") } == [.rightToLeft([StyledRun("שוקולד")]), amount])
        #expect(
            lines { $0.item(lead: "2 x ", "שוקולד", hanging: 4, "7,80") } == [
                .text([StyledRun("2 x שוקולד")]), amount,
            ])
        #expect(lines { $0.row("שוקולד", "7,80") } == [.rightToLeft([StyledRun("שוקולד")]), amount])
    }
}
