import Flow
import Testing

@testable import Storage

@Suite struct SharedPartsTests {
    @Test func anEndAndThePassageBeforeItAreFound() throws {
        let text = "{\"copy\":\"merchant\",goods and taxes of the sale,\"references\":[8],\"total\":1150}"
        let other = "{\"copy\":\"customer\",goods and taxes of the sale,\"total\":1150}"
        let parts = SharedParts(of: text, in: other, least: 12)
        #expect(parts.passage != nil && parts.rest(of: text).utf8.count < 40)
        #expect(parts.text(parts.rest(of: text), from: other) == text)
        #expect(SharedParts(reference: parts.reference) == parts)
    }

    @Test func aReferenceWithoutAPassageIsReadAsBefore() throws {
        let parts = try #require(SharedParts(reference: "5"))
        #expect(parts.text("paid ", from: "hello world") == "paid world")
        #expect(parts.reference == "5")
    }

    /// The other text is `hello`: five bytes.
    @Test(
        arguments: [
            ("0,0,0,5", "", "hello"), ("0,0,0,6", "", nil), ("0,0,4,1", "", "o"), ("0,0,4,2", "", nil),
            ("0,0,5,0", "x", "x"), ("0,0,5,1", "x", nil), ("0,0,6,0", "x", nil),
            ("0,1,0,1", "x", "xh"), ("0,2,0,1", "x", nil), ("2,1,0,1", "xy", "xhylo"),
            ("5", "", "hello"), ("6", "", nil), ("0", "x", "x"),
        ] as [(String, String, String?)])
    func partsThatTheOtherTextDoesNotHaveGiveNoText(_ reference: String, _ rest: String, _ text: String?) throws {
        #expect(try #require(SharedParts(reference: reference)).text(rest, from: "hello") == text)
    }

    @Test(arguments: ["", ",", "a", "-1", "1,2", "1,2,3", "1,2,3,", "1,2,-3,4", "1,2,3,4,5", "1,,3,4"])
    func whatIsNoReferenceToPartsIsNotRead(_ reference: String) {
        #expect(SharedParts(reference: reference) == nil)
    }

    @Test(arguments: 0...3) func aPassageIsFoundWhereverItBegins(_ place: Int) {
        let text = String(repeating: "-", count: place) + "goods and taxes!"
        let parts = SharedParts(of: text, in: "goods and taxes?", least: 15)
        #expect(parts.passage == SharedParts.Passage(place: place, start: 0, count: 15))
    }

    @Test(arguments: [("goods and taxes", "goods and taxes?"), ("goods and taxes?", "goods and taxes")])
    func aPassageMayBeAWholeText(_ text: String, _ other: String) {
        let parts = SharedParts(of: text, in: other, least: 15)
        #expect(parts.passage == SharedParts.Passage(place: 0, start: 0, count: 15) && parts.end == 0)
        #expect(SharedParts(of: text, in: other, least: 16).passage == nil)
    }

    /// Both letters begin with the same byte.
    @Test func aPassageEndsWithTheLastCharacterThatBothHave() {
        let parts = SharedParts(of: "Cafe ä!", in: "Cafe ö?", least: 4)
        #expect(parts.passage == SharedParts.Passage(place: 0, start: 0, count: 5))
    }

    /// Characters of several bytes stand where the parts begin and end.
    @Test func everyTextComesBackFromItsRestInWholeCharacters() throws {
        var random = SeededGenerator(seed: 17)
        let letters = ["a", "b", "ä", "€", "é", "e\u{301}", "😀", "\u{FEFF}", "\""]
        for _ in 0..<20_000 {
            func made(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let (common, end) = (made(12), made(6))
            let (text, other) = (made(6) + common + made(6) + end, made(6) + common + made(6) + end)
            let parts = SharedParts(of: text, in: other, least: 4)
            let rest = parts.rest(of: text)
            #expect(Array(parts.text(rest, from: other)?.utf8 ?? "-".utf8) == Array(text.utf8), "\(text) \(other)")
            #expect(rest.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" }, "\(text) \(other)")
        }
    }
}
