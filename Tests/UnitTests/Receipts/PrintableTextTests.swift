import Receipts
import Testing

@Suite struct PrintableTextTests {
    @Test(arguments: [
        ("a\u{1B}p\u{0}b", "apb"), ("a\u{1D}V\u{1}b", "aVb"), ("\u{10}\u{4}\u{1}x", "x"), ("a\u{9B}31mb", "a31mb"),
        ("\u{7F}x", "x"), ("a\u{8}b", "ab"),
    ])
    func aControlIsTakenOut(text: String, clean: String) {
        #expect(PrintableText(text).string == clean)
    }

    @Test(arguments: ["a\nb", "a\tb", "a\rb", "a\u{2028}b", "a\u{85}b", "a\u{A0}b", "a\u{2009}b", "a\u{3000}b"])
    func anyKindOfSpaceOrBreakIsASpace(text: String) {
        #expect(PrintableText(text).string == "a b")
    }

    @Test(arguments: [
        "1\u{202E}2", "1\u{2066}2", "1\u{200B}2", "1\u{200D}2", "1\u{FEFF}2", "1\u{AD}2", "1\u{FE0F}2", "1\u{E0041}2",
    ])
    func whatCannotBeSeenCannotChangeTheOrderOfWhatCan(text: String) {
        #expect(PrintableText(text).string == "12")
    }

    @Test func aLetterAndItsAccentBecomeOne() {
        #expect(PrintableText("u\u{308}").string.unicodeScalars.elementsEqual(["ü"]))
        #expect(PrintableText("u\u{200D}\u{308}").string.unicodeScalars.elementsEqual(["ü"]))
    }

    @Test func aHeapOfMarksIsCutDown() {
        let zalgo = "e" + String(repeating: "\u{489}", count: 1_000)
        #expect(PrintableText(zalgo).string.unicodeScalars.count == 3)
        #expect(PrintableText(zalgo).cells == 1)
    }

    @Test func aMarkWithoutALetterIsTakenOut() {
        #expect(PrintableText("\u{301}a").string == "a")
    }

    @Test func whatUnicodeDoesNotKnowIsShownAsMissing() {
        #expect(PrintableText("a\u{E000}b\u{378}").string == "a\u{FFFD}b\u{FFFD}")
    }

    @Test(arguments: [
        ("abc", 3), ("äöü€", 4), ("日本", 4), ("한글", 4), ("Ａ", 2), ("😀", 2), ("Ж", 1), ("", 0), ("…", 3), ("ｱ", 1),
    ])
    func theWidthIsCountedInCells(text: String, cells: Int) {
        #expect(PrintableText(text).cells == cells)
    }

    @Test(arguments: ["x", "ü", "茶"])
    func noTextIsCut(letter: String) {
        let long = String(repeating: letter, count: 100_000)
        #expect(PrintableText(long).string == long)
        #expect(PrintableText.lines(long + "\n" + long).map(\.string) == [long, long])
    }

    @Test func aLineBreakPartsLinesOnlyWhereLinesAreAskedFor() {
        #expect(PrintableText.lines("a\r\nb\n\nc").map(\.string) == ["a", "b", "", "c"])
    }
}
