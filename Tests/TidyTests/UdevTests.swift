import Testing

@Suite struct UdevTests {
    private let path = "udev/70-till.rules"

    private func offences(_ text: String) throws -> [Offence] {
        UdevPolicy.offences(in: try UdevParser.rules(in: text), at: path)
    }

    @Test func ourRulesGrantLittleAndAreWellFormed() throws {
        let rules = try UdevParser.rules(in: try #require(Repository.text(of: path)))
        #expect(rules.count >= 4)
        #expect(UdevPolicy.offences(in: rules, at: path) == [])
    }

    @Test func theReadmeGivesTheReasonOfEachRule() throws {
        let readme = try #require(Repository.text(of: "udev/README.md"))
        let rules = try #require(Repository.text(of: path)).split(separator: "\n").filter { !$0.hasPrefix("#") }
        for rule in rules { #expect(readme.contains(rule), "\(rule)") }
    }

    @Test(arguments: [
        #"SUBSYSTEM=="usb", ATTR{idVendor}=="04b8", GROUP="till", MODE="0666""#,
        #"SUBSYSTEM=="usb", ATTR{idVendor}=="04b8", GROUP="plugdev", MODE="0660""#,
        #"SUBSYSTEM=="usb", GROUP="till", MODE="0660""#, #"GROUP="till", MODE="0660""#,
        #"SUBSYSTEM=="usb", ATTR{idVendor}=="04b8", MODE="0660""#, #"ACTION=="remove", GOTO="nowhere""#,
        #"SUBSYSTEM=="tty", SYMLINK+="ttyTill""#, #"SUBSYSTEM=="tty", IMPORT{program}="/bin/sh""#,
    ])
    func aRuleThatGrantsTooMuchIsFound(rule: String) throws {
        #expect(try offences("# why\n\(rule)").first?.line == 2)
    }

    @Test(arguments: [
        #"SUBSYSTEM=="usb, GROUP="till""#, #"SUBSYSTEM=="usb" GROUP="till""#, #"SUBSYSTEM "usb""#, #"COLOUR=="red""#,
        #"SUBSYSTEM=="usb", RUN+="/bin/sh""#, #"SUBSYSTEM="usb""#, #"GROUP=="till""#, #"MODE="0660"#,
    ])
    func aLineThatIsNoRuleOfOursIsAnError(line: String) {
        #expect(throws: UdevSyntaxError.self) { try UdevParser.rules(in: line) }
    }

    @Test func aRuleIsReadTermByTerm() throws {
        let rules = try UdevParser.rules(in: #"ENV{ID_BUS}=="usb", SYMLINK+="till/a""#)
        let terms = [
            UdevRule.Term(key: "ENV", attribute: "ID_BUS", comparison: "==", value: "usb"),
            UdevRule.Term(key: "SYMLINK", attribute: nil, comparison: "+=", value: "till/a"),
        ]
        #expect(rules == [UdevRule(line: 1, terms: terms)])
    }
}
