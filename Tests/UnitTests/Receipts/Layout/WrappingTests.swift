import Flow
import Model
import Testing

@testable import Receipts

@Suite struct WrappingTests {
    private func wrapped(_ text: String, _ width: Int) -> [String] { PrintableText(text).wrapped(width).map(\.string) }

    @Test func aLineEndsBetweenIdeographs() {
        #expect(wrapped("龙井茶特级明前手工炒制", 10) == ["龙井茶特级", "明前手工炒", "制"])
        #expect(wrapped("Tee 龙井茶特级", 10) == ["Tee 龙井茶", "特级"])
    }

    @Test func aLineNeitherBeginsWithWhatClosesNorEndsWithWhatOpens() {
        #expect(wrapped("抹茶ラテ、大", 8) == ["抹茶ラ", "テ、大"])
        #expect(wrapped("日本茶(大)", 8) == ["日本茶", "(大)"])
        #expect(wrapped("コーヒー", 6) == ["コー", "ヒー"])
    }

    @Test func aLetterKeepsItsMarks() {
        let text = String(repeating: "q\u{301}", count: 9)
        #expect(wrapped(text, 4) == [4, 4, 1].map { String(repeating: "q\u{301}", count: $0) })
        // A line must not begin with a vowel sign that takes a cell of its own.
        #expect(wrapped("किकिकि", 3).allSatisfy { !$0.hasPrefix("\u{93F}") })
    }

    @Test func aWordIsBrokenOnlyWhereItAloneIsTooWide() {
        #expect(wrapped("eine Donaudampfschifffahrt", 12) == ["eine", "Donaudampfsc", "hifffahrt"])
    }

    /// For any text, every character is on paper, in order, and no line is too wide.
    @Test(arguments: [2, 3, 7, 12, 24, 48])
    func nothingIsLostByWrapping(width: Int) {
        var random = SeededGenerator(seed: UInt64(width))
        for _ in 0..<300 {
            let text = PrintableText(random.hostileText(upTo: 80))
            let lines = text.wrapped(width)
            #expect(lines.allSatisfy { $0.cells <= width && $0.cells == PrintableText($0.string).cells })
            let kept = lines.map(\.string).joined().unicodeScalars.filter { $0 != " " }
            #expect(Array(kept) == Array(text.string.unicodeScalars.filter { $0 != " " }))
        }
    }
}
