import Model
import Testing

struct LanguageFileTests {
    private func read(_ text: String) throws(LanguageFileError) -> [String: String] { try LanguageFile(text).sentences }

    @Test func aSentenceStandsUnderItsKey() throws {
        let text = """
            # A comment.

            a.b = Declined (code {code})
            c = x = y
            """
        #expect(try read(text) == ["a.b": "Declined (code {code})", "c": "x = y"])
    }

    @Test func aLineThatBeginsWithABlankGoesOnWithTheSentence() throws {
        #expect(try read("a = one\n    two\n  three\nb = four") == ["a": "one two three", "b": "four"])
    }

    @Test func quotationMarksKeepBlanksAndOtherQuotationMarks() throws {
        #expect(try read(#"a = " x ""#) == ["a": " x "])
        #expect(try read(#"a = ""where you read it"""#) == ["a": "\"where you read it\""])
        #expect(try read(#"a = say "x""#) == ["a": "say \"x\""])
    }

    @Test func aMistakeIsNamedWithItsLine() {
        #expect(throws: LanguageFileError.noKey(line: 2)) { try read("a = b\nnonsense") }
        #expect(throws: LanguageFileError.noKey(line: 1)) { try read(" goes on") }
        #expect(throws: LanguageFileError.noKey(line: 1)) { try read("a b = c") }
        #expect(throws: LanguageFileError.nothingSaid(key: "a", line: 1)) { try read("a =") }
        #expect(throws: LanguageFileError.twice(key: "a", line: 3)) { try read("a = b\n\na = c") }
    }
}
