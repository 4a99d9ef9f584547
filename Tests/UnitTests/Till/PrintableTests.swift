import Service
import Testing

@testable import Till

/// Untrusted text as one line on a terminal screen.
@Suite struct PrintableTests {
    @Test(arguments: ["\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{200B}", "\0"])
    func whatMovesTheCursorOrEndsTheLineIsLeftOut(_ character: String) {
        #expect("a\(character)b".printable == "ab")
        #expect("a\(character)b".presentable == "ab")
    }

    @Test(arguments: ["Käthe Müller", "日本語", "ab  c", "e\u{301}"]) func lettersStay(_ text: String) {
        #expect(text.printable == text)
    }
}
