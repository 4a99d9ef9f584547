import Testing

@Suite struct LengthTests {
    private func source(_ text: String) -> SwiftSource { SwiftSource(path: "Sources/Stores/A.swift", text: text) }

    private func lines(_ count: Int) -> String { Array(repeating: "    work()", count: count).joined(separator: "\n") }

    private func names(_ text: String) -> [String] { FunctionScanner.functions(in: source(text)).map(\.name) }

    @Test func aFileOfFourHundredAndOneLinesIsFound() {
        #expect(LengthRule.fileOffences(in: source(lines(400))).isEmpty)
        #expect(LengthRule.fileOffences(in: source(lines(401))).count == 1)
    }

    @Test(arguments: [
        "func f() {", "func f<T>(_ a: T) async throws -> T where T: B {", "func f(\n    a: Int\n) {", "init?(a: Int) {",
        "deinit {", "subscript(a: Int) -> Int {", "var a: [Int] {", "static func < (a: A, b: A) -> Bool {",
        "func f(a: () -> Void = { }) {", "func f()\n    -> Int\n{",
    ])
    func aBodyOfFortyOneLinesIsFound(signature: String) {
        let signatureLines = signature.split(separator: "\n").count
        let fits = "\(signature)\n\(lines(39 - signatureLines))\n}"
        #expect(FunctionScanner.functions(in: source(fits)).map(\.length) == [40])
        #expect(LengthRule.functionOffences(in: source(fits)).isEmpty)
        let long = "struct A {\n\(signature)\n\(lines(40 - signatureLines))\n}\n}"
        #expect(LengthRule.functionOffences(in: source(long)).map(\.line) == [2])
    }

    @Test func aBraceInAStringOrCommentEndsNothing() {
        let text = "func f() {\n    // }\n    print(\"}\")\n    /* { */\n}\nlet a = 1"
        #expect(FunctionScanner.functions(in: source(text)).map(\.length) == [5])
    }

    @Test func whatHasNoBodyIsNotMeasured() {
        #expect(names("protocol A {\n    func f()\n    var a: Int\n    init(a: Int)\n}\nfunc g() { }") == ["func g"])
        #expect(names("let a = B.init(1)\nvar b: Int = 2\nvar c = { 3 }\nfunc g() { }") == ["func g"])
    }

    @Test func aFunctionWithinAFunctionIsMeasuredByItselfAndAsPartOfTheOther() {
        #expect(names("func f() {\n    func g() {\n    }\n}") == ["func f", "func g"])
    }
}
