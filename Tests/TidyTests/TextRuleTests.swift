import Testing

@Suite struct TextRuleTests {
    private func source(_ text: String, at path: String = "Flow/Sources/Flow/A.swift") -> SwiftSource {
        SwiftSource(path: path, text: text)
    }

    @Test func aTabIsFound() {
        #expect(TextRule.tabs(in: "a\n\tb\n", at: "A.swift").map(\.line) == [2])
        #expect(TextRule.tabs(in: "a\n    b\n", at: "A.swift").isEmpty)
    }

    @Test func aPostponementInACommentIsFound() throws {
        #expect(try TextRule.postponements(in: source("a\nb // TODO: later")).map(\.line) == [2])
        #expect(try TextRule.postponements(in: source("/// FIXME")).count == 1)
        #expect(try TextRule.postponements(in: source("let a = \"TODO\" // todos of a list")).isEmpty)
    }

    @Test func aPageThatIsNotHereIsFound() throws {
        let known = ["docs/scenarios.md", "README.md"]
        #expect(try TextRule.lostReferences(in: source("a\n/// See elsewhere.md §2."), known: known).map(\.line) == [2])
        #expect(try TextRule.lostReferences(in: source("// docs/other.md"), known: known).count == 1)
        #expect(try TextRule.lostReferences(in: source("// docs/scenarios.md, scenarios.md."), known: known).isEmpty)
    }

    @Test(arguments: [
        ("[a](b.md)", true), ("[a](../README.md)", false), ("[a](decisions/1.md#why)", false),
        ("[a](https://swift.org)", false), ("[a][b](lost.md) [c](../README.md)", true), ("<img src=\"no.png\">", true),
        ("[a](../docs/./decisions/1.md)", false),
    ])
    func aLinkThatLeadsNowhereIsFound(line: String, isBroken: Bool) throws {
        let known = ["README.md", "docs/a.md", "docs/decisions/1.md"]
        let found = try TextRule.brokenLinks(in: "text\n\(line)", at: "docs/a.md", known: known)
        #expect(found.map(\.line) == (isBroken ? [2] : []))
    }

    @Test func dataOfOtherProjectsIsFound() {
        let paths = ["Tests/Fixtures/zvt-vectors.json", "Tests/Fixtures/woo-recordings/1.json"]
        #expect(TextRule.foreignData(among: paths).count == 2)
        #expect(TextRule.foreignData(among: ["Tests/Fixtures/zvt-transcripts.json"]).isEmpty)
    }

    @Test(arguments: [
        "public struct A {", "public final class A {", "public protocol A {", "    public static func f() {",
        "public typealias A = Int", "public indirect enum A {", "package struct A {", "package static func f() {",
    ])
    func aPublicDeclarationThatPromisesNothingIsFound(line: String) throws {
        #expect(try DocumentationRule.offences(in: [source("let a = 1\n\(line)")]).map(\.line) == [2])
        #expect(try DocumentationRule.offences(in: [source("/// Promise.\n@frozen\n\(line)")]).isEmpty)
        #expect(try DocumentationRule.offences(in: [source("// note\n\(line)")]).count == 1)
        #expect(try DocumentationRule.offences(in: [source(line, at: "Sources/Stores/A.swift")]).isEmpty)
    }

    @Test func aCommentThatBeginsWithItsParametersIsFound() throws {
        for tag in ["Parameter a: a word.", "Parameters:", "Returns: a word.", "Throws: a word."] {
            let comment = "/// - \(tag)"
            let begun = source("let a = 1\n\(comment)\n@frozen\nfunc f(a: Int) {")
            #expect(try PromiseRule.offences(in: begun).map(\.line) == [2])
            #expect(try PromiseRule.offences(in: source("\(comment)\n/// more\nfunc f(a: Int) {")).count == 1)
            #expect(try PromiseRule.offences(in: source("/// Promise.\n///\n\(comment)\nfunc f(a: Int) {")).isEmpty)
            #expect(try PromiseRule.offences(in: source("\(comment)\npackage init(a: Int) {")).isEmpty)
        }
    }

    @Test func whatIsPublicInARoomThatIsNoProductIsFound() throws {
        let declaration = "@frozen public struct A {\n    public let a = 1\n}"
        #expect(try AccessRule.offences(in: source(declaration, at: "Sources/Stores/A.swift")).map(\.line) == [1, 2])
        #expect(try AccessRule.offences(in: source(declaration, at: "Flow/Sources/Flow/A.swift")).isEmpty)
        #expect(try AccessRule.offences(in: source("package let a = 1", at: "Sources/Stores/A.swift")).isEmpty)
    }

    @Test(arguments: ["public init(a: Int) {", "public let a: Int", "public static func < (a: A, b: A) -> Bool {"])
    func whatSpeaksByItsNameNeedsNoComment(line: String) throws {
        #expect(try DocumentationRule.offences(in: [source(line)]).isEmpty)
    }

    @Test func aFunctionThatFulfilsADocumentedOneSpeaksThroughIt() throws {
        let requirement = source("/// Promise\npublic protocol A {\n    /// Promise\n    func f()\n}")
        let fulfilment = source("public func f() {}", at: "Flow/Sources/Flow/B.swift")
        #expect(try DocumentationRule.offences(in: [requirement, fulfilment]).isEmpty)
        #expect(try DocumentationRule.offences(in: [fulfilment]).count == 1)
        let elsewhere = source("public func f() {}", at: "Sources/Hardware/B.swift")
        #expect(try DocumentationRule.offences(in: [requirement, elsewhere]).count == 1)
    }
}
