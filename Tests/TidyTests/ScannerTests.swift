import Testing

@Suite struct ScannerTests {
    private func code(_ text: String) -> String {
        SwiftSource(path: "A.swift", text: text).code.joined(separator: "|")
    }

    private func comments(_ text: String) -> String {
        SwiftSource(path: "A.swift", text: text).comments.joined(separator: "|")
    }

    @Test func wordsInCommentsAreNoCode() {
        #expect(code("a // Date()\nb") == "a          |b")
        #expect(code("a /* x /* Date() */ y */ b") == "a" + String(repeating: " ", count: 24) + "b")
        #expect(comments("a // why\nb") == "  // why| ")
    }

    @Test func wordsInStringsAreNoCode() {
        #expect(code(#"f("Date()")"#) == #"f("      ")"#)
        #expect(code(##"f(#"a"b"#)"##) == ##"f(#"   "#)"##)
        #expect(code("f(\"\"\"\n  \"Date()\"\n  \"\"\")") == "f(\"\"\"|          |  \"\"\")")
        #expect(code(#"f("a\"Date()")"#) == #"f("         ")"#)
    }

    @Test func whatAnInterpolationCallsIsCode() {
        #expect(code(#"f("x\(g(Date()))y")"#) == #"f("  (g(Date())) ")"#)
        #expect(code(#"f("x\(g("("))y")"#) == #"f("  (g(" ")) ")"#)
        #expect(code(##"f(#"x\(y)\#(z)"#)"##) == ##"f(#"       (z)"#)"##)
    }

    @Test func aCommentMarkInAStringOpensNoComment() {
        #expect(code(#"f("http://x") + g"#) == #"f("        ") + g"#)
        #expect(comments(#"f("http://x") // real"#).hasSuffix("// real"))
    }

    @Test func wordsInARegularExpressionAreNoCode() {
        #expect(code("let a = #/ (?! Date() ) \n /#") == "let a = #/              | /#")
        #expect(code(#"f(/a!\/b!/)"#) == "f(/      /)")
        #expect(code("let a = b / c! + d / e") == "let a = b / c! + d / e")
        #expect(code("reduce(1, /)") == "reduce(1, /)")
        #expect(code("let a = /unclosed\nb!") == "let a = /unclosed|b!")
    }

    @Test func aStringLeftOpenEndsWithItsLine() {
        #expect(code("f(\"abc\ng") == "f(\"   |g")
    }

    @Test func everyByteHasItsKind() {
        for source in Repository.sources {
            #expect(source.code.count == source.lines.count, "\(source.path)")
            for (line, code) in zip(source.lines, source.code) {
                #expect(line.utf8.count == code.utf8.count, "\(source.path): \(line)")
            }
        }
    }
}
