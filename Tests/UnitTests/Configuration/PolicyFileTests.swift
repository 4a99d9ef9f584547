import Foundation
import Hardware
import Testing

@testable import Configuration

/// The limits on money come from files. No variable and no other file overrides those of the machine's own file.
@Suite struct PolicyFileTests {
    private let root = ConfigurationRoot()

    private func files(
        named: String? = nil, _ environment: [String: String] = [:], own: [String] = []
    ) -> ConfigurationFiles {
        ConfigurationFiles(
            named: named, environment: environment, root: root.path, canChange: { own.contains($0) })
    }

    /// An earlier release let a variable raise the limit above that of the file.
    @Test(arguments: [
        "TILL_POLICY_UNLINKED_REFUND_LIMIT", "TILL_POLICY_LARGEST_PAYMENT", "TILL_POLICY_CARD_PHASE",
        "TILL_POLICY_READER", "TILL_POLICY_ANYTHING", "TILL_JOURNAL_SIGNING_KEY", "TILL_JOURNAL_SYSLOG",
    ])
    func noVariableGoesOverThePolicy(name: String) {
        let read = TillConfiguration.read(
            [("till.toml", Array("[policy]\nunlinked_refund_limit = 5".utf8))], environment: [name: "5000"])
        #expect(read.lines.count == 1)
        #expect(read.lines.first?.hasPrefix("\(name): error: no variable goes over [") == true)
        #expect(read.configuration.policy.unlinkedRefundLimit == 5)
    }

    @Test func theMachinesPolicyHoldsWithoutAnyOtherFile() throws {
        try root.write("[policy]\nunlinked_refund_limit = 20\ngive_up_after = 30", to: "etc/till/policy.toml")
        let read = files().read()
        #expect(read.lines == [])
        #expect(read.configuration.policy.unlinkedRefundLimit == 20)
        #expect(read.configuration.policy.giveUpAfterSeconds == 30)
    }

    /// For example a link to a disk that is not mounted: without the limits no money moves.
    @Test func aPolicyThatIsALinkToNothingIsAMistake() throws {
        let policy = try root.write("", to: "etc/till/policy.toml")
        #expect(unlink(policy) == 0 && symlink("/nowhere/policy.toml", policy) == 0)
        let lines = files().read().lines
        #expect(lines.count == 1 && lines.first?.contains("the file cannot be read") == true, "\(lines)")
    }

    @Test(arguments: [
        ("unlinked_refund_limit = 50", "unlinked_refund_limit may be at most 20"),
        ("largest_payment = 501", "largest_payment may be at most 500"),
        ("card_phase = 10", "card_phase may be at least 200"),
    ])
    func aFileOfOnesOwnDoesNotLoosenIt(option: String, complaint: String) throws {
        let policy = try root.write(
            "[policy]\nunlinked_refund_limit = 20\nlargest_payment = 500\ncard_phase = 200", to: "etc/till/policy.toml")
        let own = try root.write("[policy]\n\(option)\n", to: "own.toml")
        let lines = files(named: own).read().lines
        #expect(lines.count == 1)
        #expect(lines.first?.contains("\(own):2:") == true && lines.first?.contains(complaint) == true, "\(lines)")
        #expect(lines.first?.contains(policy) == true)
    }

    @Test func aReadersOwnCardPhaseDoesNotLoosenItEither() throws {
        try root.write("[policy]\ncard_phase = 200", to: "etc/till/policy.toml")
        let own = try root.write(
            "[[readers]]\nname = \"a\"\naddress = \"serial:/dev/a\"\ncard_phase = 3\n", to: "own.toml")
        let lines = files(named: own).read().lines
        #expect(lines.count == 1 && lines.first?.contains("card_phase may be at least 200") == true, "\(lines)")
    }

    /// The rules of recovery have it as their default, the configuration as its own.
    @Test func theUsualCardPhaseIsTheLongest() {
        #expect(Duration.seconds(files().read().configuration.policy.cardPhaseSeconds) == CardPhase.longest)
    }

    @Test func aFileOfOnesOwnMayBeStricter() throws {
        try root.write("[policy]\nunlinked_refund_limit = 20\ncard_phase = 200", to: "etc/till/policy.toml")
        let own = try root.write(
            "[policy]\nunlinked_refund_limit = 5\ncard_phase = 300\ngive_up_after = 7", to: "own.toml")
        let read = files(named: own).read()
        #expect(read.lines == [])
        #expect(read.configuration.policy.unlinkedRefundLimit == 5)
        #expect(read.configuration.policy.cardPhaseSeconds == 300)
        #expect(read.configuration.policy.giveUpAfterSeconds == 7)
    }

    /// An earlier release did not read the machine's file when `--config` was given.
    @Test func theMachinesConfigurationBindsWhereItsUserCannotChangeIt() throws {
        let common = try root.write(
            "[shop]\nlanguage = \"de\"\n[policy]\nunlinked_refund_limit = 20\ngive_up_after = 30",
            to: "etc/till/till.toml")
        let own = try root.write("[policy]\nunlinked_refund_limit = 50\n", to: "own.toml")
        #expect(files(named: own).read().lines.count == 1)
        let read = files(named: try root.write("", to: "empty.toml")).read()
        #expect(read.lines == [])
        #expect(read.configuration.policy.unlinkedRefundLimit == 20, "only what limits money is taken from it")
        #expect(read.configuration.policy.giveUpAfterSeconds == 300 && read.configuration.shop.language == "en")
        let mine = files(named: own, own: [common]).read()
        #expect(mine.lines == [] && mine.configuration.policy.unlinkedRefundLimit == 50)
    }

    @Test func aPolicyFileHoldsNothingElse() throws {
        let policy = try root.write("[shop]\nlanguage = \"de\"", to: "etc/till/policy.toml")
        let lines = files().read().lines
        #expect(lines == ["\(policy):1:2: error: this file holds [policy] only, not shop"])
    }

    @Test func aPolicyFileThatCannotBeReadIsAProblem() throws {
        let path = root.path + "/etc/till/policy.toml"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(files().read().lines == ["\(path):1:1: error: the file cannot be read: it is no file"])
    }

    @Test func aFileOfOnesOwnOrInOnesOwnFolderCanBeChanged() throws {
        let file = try root.write("", to: "open/file", mode: 0o666)
        #expect(FileRights.canChange(file))
        #expect(!FileRights.canChange("/etc/passwd") || geteuid() != 0 && access("/etc", W_OK) == 0)
        #expect(!FileRights.canChange("/nowhere/file"))
    }
}
