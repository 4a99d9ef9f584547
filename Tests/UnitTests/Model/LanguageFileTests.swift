import Flow
import Testing

@testable import Model

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

    /// A text as it is written down: read character by character, in the plainest way.
    @Test(arguments: EmbeddedLanguage.all.map(\.tag))
    func aLanguageReadsAsItDoesCharacterByCharacter(tag: String) throws {
        let text = try #require(Catalogue.file(of: tag))
        #expect(try LanguageFile(text).sentences == CharacterReader.sentences(in: text))
    }

    @Test func anyTextReadsAsItDoesCharacterByCharacter() {
        var random = SeededGenerator(seed: 57)
        let pieces = [
            "a", "b.c", "key1", " = ", "=", "\n", "\n", "\n", "\n    ", "#", "# x", "\"", " ", "\t", "\u{A0}",
            "\u{3000}", "\u{2009}",
            "ä", "„", "日本", "é ", "{code}", "-", "🥐",
        ]
        for _ in 0..<20_000 {
            let text = (0..<(random.next() % 24)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
                .joined()
            let fast = Result { () throws(LanguageFileError) in try LanguageFile(text).sentences }
            let plain = Result { () throws(LanguageFileError) in try CharacterReader.sentences(in: text) }
            #expect(fast == plain, "\(text.debugDescription)")
        }
    }

    @Test func onlySentencesThatAreWantedAreKept() throws {
        var text = "a.b = one\n  two\nc.d = three\n  four\na.e = five"
        let kept = try text.withUTF8 { try LanguageFile(utf8: $0, keeping: ["a."]).sentences }
        #expect(kept == ["a.b": "one two", "a.e": "five"])
    }
}

private enum CharacterReader {
    static func sentences(in text: String) throws(LanguageFileError) -> [String: String] {
        var sentences: [String: String] = [:]
        var open: (key: String, text: String)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            if line.first?.isWhitespace == true {
                guard let (key, text) = open else { throw .noKey(line: index + 1) }
                open = (key, "\(text) \(trimmed(line))")
                continue
            }
            if let (key, text) = open { sentences[key] = unquoted(text) }
            let entry = try entry(line, index + 1)
            guard sentences[entry.key] == nil else { throw .twice(key: entry.key, line: index + 1) }
            open = entry
        }
        if let (key, text) = open { sentences[key] = unquoted(text) }
        return sentences
    }

    private static func entry(_ line: Substring, _ number: Int) throws(LanguageFileError) -> (key: String, text: String)
    {
        guard let sign = line.firstIndex(of: "=") else { throw .noKey(line: number) }
        let key = String(trimmed(line[..<sign]))
        let isKey = !key.isEmpty && key.allSatisfy { $0 == "." || $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard isKey else { throw .noKey(line: number) }
        let text = String(trimmed(line[line.index(after: sign)...]))
        guard !text.isEmpty else { throw .nothingSaid(key: key, line: number) }
        return (key, text)
    }

    private static func unquoted(_ text: String) -> String {
        text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }
}
