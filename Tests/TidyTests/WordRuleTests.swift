import Testing

/// Banned words are found in names, and forbidden sentences in text; the rule is then applied to this checkout.
@Suite struct WordRuleTests {
    private static let glossary = """
        # Glossary

        | word | meaning |
        |---|---|
        | order | what a customer bought |

        ## Words not to use

        | do not say | say | because |
        |---|---|---|
        | news | message | the outbox's own term |
        | claim (as a type) | device lock | the field's term |
        | ability | capability | the usual term |
        | post, mail round | mailer, delivery | the usual terms |
        | reader, for a ZVT terminal | terminal | a reader only reads |
        """

    private static let bans = WordRule.bans(in: glossary)

    private func found(_ line: String) throws -> [Int] {
        try WordRule.names(in: SwiftSource(path: "Sources/A.swift", text: "let a = 1\n\(line)"), bans: Self.bans)
            .map(\.line)
    }

    @Test func theTableIsRead() {
        let words = Self.bans.map(\.words)
        #expect(words == [["news"], ["claim"], ["ability"], ["post"], ["mail", "round"], ["reader"]])
        #expect(Self.bans.map(\.say).prefix(2) == ["message", "device lock"])
    }

    @Test(arguments: [
        "package struct ShopNews {", "public final class FileClaims: Locks {", "  package indirect enum USBAbility {",
        "package struct PrinterAbilities {", "@frozen package struct MailRoundState {", "package protocol LetterPost {",
        "package typealias News = Int",
    ])
    func aBannedWordInANameForOtherRoomsIsFound(line: String) throws {
        #expect(try found(line) == [2])
    }

    @Test(arguments: [
        "package struct NewShipment {", "package struct Postal {", "package struct Claimed {", "struct ShopNews {",
        "package struct MailServerRound {", "package struct EventPost {", "package struct ZVTReader {",
        "// package struct ShopNews {",
    ])
    func aNameWithoutOneIsLawful(line: String) throws {
        #expect(try found(line) == [])
    }

    @Test(arguments: [
        ("ZVTReaderService", ["zvt", "reader", "service"]), ("NEO2Reader", ["neo2", "reader"]), ("APDU", ["apdu"]),
        ("LinesOfT4", ["lines", "of", "t4"]),
    ])
    func aNamesPartsBeginWithCapitals(name: String, parts: [String]) {
        #expect(WordRule.parts(of: name) == parts)
    }

    @Test func aForbiddenSentenceIsFoundAlsoOverTwoLines() {
        let lines = ["let a = 1", "/// So often must as many", "    /// answers stay owed as before."]
        #expect(WordRule.riddles(in: lines, at: "A.swift").map(\.line) == [2])
        #expect(WordRule.riddles(in: ["So often must as many answers stay", "as before"], at: "A.swift") == [])
    }

    @Test(arguments: [
        "    let reader: DeviceAddress", "func pay(at reader: DeviceAddress?) {", "var readers: [DeviceIdentity]",
        "let usualReader: any PaymentTerminal",
    ])
    func aTerminalThatIsCalledAReaderIsFound(line: String) throws {
        let source = SwiftSource(path: "Sources/A.swift", text: "let a = 1\n\(line)")
        #expect(try WordRule.readers(in: source).map(\.line) == [2])
    }

    @Test(arguments: ["let reader: String?", "let reader: any EncryptingReader", "let terminal: DeviceAddress"])
    func aPublishedNameAndAnEncryptingReaderAreLawful(line: String) throws {
        #expect(try WordRule.readers(in: SwiftSource(path: "Sources/A.swift", text: line)) == [])
    }

    @Test func noTerminalIsCalledAReader() throws {
        let offences = try Repository.sources.flatMap(WordRule.readers)
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func noTypeForOtherRoomsHasAWordThatTheGlossaryBans() throws {
        let bans = WordRule.bans(in: try #require(Repository.text(of: "docs/glossary.md")))
        #expect(bans.count > 25)
        let offences = try Repository.sources.flatMap { try WordRule.names(in: $0, bans: bans) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func whatIsAllowedIsStillThere() throws {
        let bans = WordRule.bans(in: try #require(Repository.text(of: "docs/glossary.md"))).flatMap(\.words)
        #expect(WordRule.unchecked.keys.filter { !bans.contains($0) } == [])
        let homes = Repository.sources.filter { !$0.path.hasPrefix("Tests/") }
        let kinds = ["struct", "enum", "class", "protocol"]
        let gone = WordRule.allowed.keys.filter { name in
            !homes.contains { source in source.mentions(kinds.map { "\($0) \(name)" }) }
        }
        #expect(gone == [])
    }

    @Test func noForbiddenSentenceComesBack() {
        let pages = Repository.paths.filter { $0.hasSuffix(".md") || $0.hasPrefix("Sources/Model/Languages/") }
        let texts = pages.map { (path: $0, lines: (Repository.text(of: $0) ?? "").components()) }
        let comments = Repository.sources.map { (path: $0.path, lines: $0.comments) }
        let offences = (texts + comments).flatMap { WordRule.riddles(in: $0.lines, at: $0.path) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }
}

extension String {
    fileprivate func components() -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
