import Model
import Testing

@testable import Configuration

/// A document without the positions of its values, for comparing.
indirect enum Plain: Equatable {
    case text(String), number(Int64), flag(Bool), other
    case list([Plain])
    case table([String: Plain])

    init(_ value: ConfiguredValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .flag(let flag): self = .flag(flag)
        case .other: self = .other
        case .list(let values): self = .list(values.map { Plain($0.value) })
        case .table(let values): self = .table(values.mapValues { Plain($0.value) })
        }
    }
}

@Suite struct TOMLReaderTests {
    private func values(_ text: String) throws -> [String: Plain] {
        try TOMLReader.read(Array(text.utf8)).mapValues { Plain($0.value) }
    }

    private func value(_ text: String) throws -> Plain? { try values("a = " + text)["a"] }

    private func mistake(_ text: String) -> TOMLMistake? {
        do throws(TOMLMistake) { _ = try TOMLReader.read(Array(text.utf8)) } catch { return error }
        return nil
    }

    @Test(arguments: [
        (#""""#, ""), (#""a\tb\"c\\\u00e9\U0001F600""#, "a\tb\"c\\é😀"), (#"'a\tb'"#, #"a\tb"#),
        ("\"\"\"\na\r\nb\"\"\"", "a\r\nb"), ("\"\"\"a \\\n\n   b\"\"\"", "a b"), ("'''\n\\'''", "\\"),
        (#""""a"b""c"""""#, #"a"b""c""#), ("\"\"\"\"\"a\"\"\"\"\"", "\"\"a\"\""), ("'''''a'''''", "''a''"),
    ])
    func aTextIsRead(written: String, text: String) throws { #expect(try value(written) == .text(text)) }

    @Test(arguments: [
        ("0", 0), ("-17", -17), ("+1_000", 1000), ("0x1F", 31), ("0o17", 15), ("0b101", 5),
        ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ])
    func aWholeNumberIsRead(written: String, number: Int64) throws { #expect(try value(written) == .number(number)) }

    @Test(arguments: [
        "1.5", "1e5", "inf", "-nan", "2026-11-21", "07:32:00", "1979-05-27T07:32:00.5Z", "9223372036854775808",
    ])
    func whatNothingTakesIsRecognised(written: String) throws { #expect(try value(written) == .other) }

    @Test func listsAndTablesAreRead() throws {
        #expect(
            try value("[1, [true, false,],\n # x\n 'b']")
                == .list([.number(1), .list([.flag(true), .flag(false)]), .text("b")]))
        #expect(try value("{ b = 1, c.d = 2 }") == .table(["b": .number(1), "c": .table(["d": .number(2)])]))
        #expect(try value("{}") == .table([:]))
    }

    @Test func headersOpenTables() throws {
        let text = """
            a.b = 1
            [c."d.e"]
            f = 2
            [c]
            g = 3
            [[h]]
            i = 4
            [h.j]
            k = 5
            [[h]]
            i = 6
            """
        let h = Plain.list([
            .table(["i": .number(4), "j": .table(["k": .number(5)])]), .table(["i": .number(6)]),
        ])
        #expect(
            try values(text) == [
                "a": .table(["b": .number(1)]), "c": .table(["d.e": .table(["f": .number(2)]), "g": .number(3)]),
                "h": h,
            ])
    }

    @Test(arguments: [
        ("a = [}", 1, 6, "a value is missing here"), ("[.", 1, 2, "a key is missing here"),
        ("[[[a]]]", 1, 3, "a key is missing here"), ("a = ]", 1, 5, "a value is missing here"),
        ("a = {b = }", 1, 10, "a value is missing here"), ("a = [,]", 1, 6, "a value is missing here"),
        ("a = b", 1, 5, "text stands between quotation marks: \"b\""),
        ("\na 1", 2, 3, "a = is missing here, after the key"), ("a = 1 b = 2", 1, 7, "the line should end here"),
        ("a = \"b\nc = \"d\"", 1, 5, "the text that begins here does not end on its line"),
        ("a = '''b", 1, 5, "the text that begins here does not end"),
        ("a = [1 2]", 1, 8, "a ] is missing here, or a comma in the list"),
        ("a = {b = 1", 1, 11, "a } is missing here, or a comma in the table"),
        ("a = \"\\d\"", 1, 6, "there is no such escape; a backslash itself is written \\\\"),
        ("a = \"\\ud800\"", 1, 6, "there is no such character"),
        ("ä = 1", 1, 1, "a key is missing here"),
        ("a = \"\u{1}\"", 1, 6, "a text may not have this character as it is"),
        ("# \u{7F}", 1, 3, "a comment may not have this character"),
        ("\"\"\"a\"\"\" = 1", 1, 1, "a key is on one line"),
    ])
    func theFirstMistakeIsToldWithItsPlace(text: String, line: Int, column: Int, sentence: String) {
        #expect(mistake(text) == TOMLMistake(TextPlace(line: line, column: column), Sentence(stored: sentence)))
    }

    /// The TOML specification's own examples of invalid documents.
    @Test(arguments: [
        "a = 1\na = 2", "[a]\n[a]", "[a]\nb = 1\n[a.b]", "a = 1\n[a]", "[[a]]\n[a]", "[a]\n[[a]]", "a = []\n[[a]]",
        "a = {}\n[a.b]", "a = { b = 1 }\na.c = 2", "a.b = 1\n[a]", "[a.b]\n[a]\nb.c = 1", "a = { b = 1, b = 2 }",
        "a.b = 1\na.b.c = 2",
    ])
    func nothingIsSaidTwice(text: String) {
        #expect(mistake(text)?.sentence.description.contains("is there already, in line") == true)
    }

    @Test func whatIsNestedWithoutEndIsRefused() {
        let deep = 100_000
        for (open, close) in [("[", "]"), ("{a=", "}")] {
            let text = "a = " + String(repeating: open, count: deep) + String(repeating: close, count: deep)
            #expect(mistake(text)?.sentence.description == "this is nested too deep")
        }
        #expect(
            mistake("a" + String(repeating: ".a", count: deep) + " = 1")?.sentence.description
                == "the name has too many parts")
    }

    /// Each of these documents would take hours to read if the time grew with the square of the length.
    @Test(.timeLimit(.minutes(1)))
    func aLongDocumentIsReadInOneGo() throws {
        let count = 100_000
        #expect(
            try value("[" + String(repeating: "1,", count: count) + "]")
                == .list(Array(repeating: .number(1), count: count)))
        #expect(
            try values(String(repeating: "[[a]]\n", count: count)) == [
                "a": .list(Array(repeating: .table([:]), count: count))
            ])
    }

    @Test func placesCountCharactersAndNotBytes() throws {
        let values = try TOMLReader.read(Array("\"ü\"  = 1".utf8))
        #expect(values["ü"]?.key == TextPlace(line: 1, column: 1))
        #expect(values["ü"]?.place == TextPlace(line: 1, column: 8))
    }

    @Test func windowsLineEndsAreLineEnds() throws {
        #expect(
            try values("[a]\r\nb = 1 # x\r\n\r\nc = [\r\n2]\r\n") == [
                "a": .table(["b": .number(1), "c": .list([.number(2)])])
            ])
    }
}
