import Flow
import Foundation
import Testing

@testable import Simulator

@Suite struct TerminalScenarioTests {
    @Test(arguments: TerminalScenario.Shipped.allCases)
    func everyShippedScenarioReadsAndBearsItsName(_ shipped: TerminalScenario.Shipped) throws {
        let scenario = try TerminalScenario(nameOrPath: shipped.rawValue)
        #expect(scenario.name == shipped.rawValue)
        #expect(!scenario.about.isEmpty)
    }

    @Test(arguments: TerminalScenario.Shipped.allCases)
    func everyShippedScenarioIsDescribedWithItsExitCode(_ shipped: TerminalScenario.Shipped) throws {
        let page = try String(decoding: Data(contentsOf: Self.docs.appending(path: "scenarios.md")), as: UTF8.self)
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(shipped.rawValue)` |") })
        #expect(row.split(separator: "|").last.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } != nil)
    }

    @Test func aFileReplacesFieldsOfWhatItIsBasedOn() throws {
        let scenario = try read(
            #"{"name": "mine", "based_on": "lost-ack", "timing": {"host_delay": 20.5}, "faults": {"damaged_blocks": [3]}}"#
        )
        #expect(scenario.name == "mine")
        #expect(scenario.seesResponseToResult == false)
        #expect(scenario.timing.hostDelay.duration == .milliseconds(20_500))
        #expect(scenario.timing.responseTimeout.duration == .seconds(4))
        #expect(scenario.faults.damagedBlocks == [3])
    }

    @Test func everyFieldCanBeWrittenAndIsDescribed() throws {
        let page = try String(decoding: Data(contentsOf: Self.docs.appending(path: "scenarios.md")), as: UTF8.self)
        let names = TerminalScenario.fieldNames()
        #expect(names.count > 60)
        for name in names { #expect(page.contains("`\(name)`"), "\(name) is not in docs/scenarios.md") }
    }

    /// The fields of the tables, with the group at the head of each; the top level has none.
    private static func documentedFields() throws -> [(group: String, name: String)] {
        let page = try String(decoding: Data(contentsOf: docs.appending(path: "scenarios.md")), as: UTF8.self)
        let start = try #require(page.range(of: "\n## A scenario file\n")).upperBound
        let end = try #require(page.range(of: "\n## What it can be asked for\n")).lowerBound
        var (group, before): (String?, String) = (nil, "")
        var found: [(group: String, name: String)] = []
        for line in page[start..<end].split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            defer { before = line }
            let head = line.dropFirst().prefix { $0 != "|" }
            let names = head.matches(of: /`([a-z0-9_-]+)`/).map { String($0.1) }
            if !line.hasPrefix("|") {
                group = nil
            } else if !before.hasPrefix("|") {
                group = head.contains("field") ? "" : names.first
            } else if let group, !line.hasPrefix("|---") {
                for name in names { found.append((group, name)) }
            }
        }
        return found
    }

    @Test func everyFieldOfTheTablesCanBeLoaded() throws {
        let documented = try Self.documentedFields()
        #expect(documented.count > 80 && documented.contains { $0 == ("faults", "mishaps") })
        let tree = try JSONSerialization.jsonObject(with: JSONEncoder().encode(TerminalScenario.withEveryField))
        for (group, name) in documented where !["based_on", "profile"].contains(name) {
            let top = ScenarioShape.file.fields
            let fields = group.isEmpty ? top : top.first { $0.name == group }?.shape.fields ?? []
            let field = try #require(fields.first { $0.name == name }, "\(group) \(name)")
            let whole = tree as? [String: Any] ?? [:]
            let holder = group.isEmpty ? whole : whole[group] as? [String: Any] ?? [:]
            var value = try #require(holder[field.property], "\(group) \(name)")
            // What is in a group has a row of its own, under the name that it has in a file.
            if value is [String: Any] { value = name == "pulls_cable" ? ["at": "card"] : [String: String]() }
            let file: [String: Any] = group.isEmpty ? [name: value] : [group: [name: value]]
            #expect(throws: Never.self, "\(group) \(name)") {
                try TerminalScenario(json: JSONSerialization.data(withJSONObject: file), from: "the file")
            }
        }
    }

    @Test func mishapsAreReadUnderTheirFormerNameToo() throws {
        for name in ["mishaps", "faults"] {
            let scenario = try read(#"{"faults": {"\#(name)": [{"telegram": 7, "what": "abort"}]}}"#)
            #expect(scenario.faults.faults == [TerminalScenario.TerminalFault(.abort, at: 7)])
        }
    }

    @Test func aFieldThatMayBeLeftOutMayBeNull() throws {
        let scenario = try read(#"{"based_on": "cable-pull", "pulls_cable": null}"#)
        #expect(scenario.pullsCable == nil)
    }

    @Test(arguments: [
        (#"{"outcome": ["approve"]}"#, "'outcome'"), (#"{"timing": {"hostdelay": 1}}"#, "'timing.hostdelay'"),
        (#"{"outcomes": ["perhaps"]}"#, "'outcomes"), (#"{"outcomes": []}"#, "no outcomes"),
        (#"{"timing": {"host_delay": -1}}"#, "'timing.host_delay'"), (#"{"based_on": "nothing"}"#, "'nothing'"),
        (#"{"progress": {"before_card": ["XY"]}}"#, "'XY'"), ("[]", "no JSON object"), ("{", "no JSON"),
        (#"{"pulls_cable": {"back_after": 1}}"#, "'pulls_cable.at': it is one of card, booked, confirmed"),
        (#"{"pulls_cable": {}}"#, "'pulls_cable.at'"),
        (#"{"identity": {"currency": "EURO"}}"#, "'identity.currency' 'EURO'"),
        (#"{"identity": {"terminal_id": "12"}}"#, "'identity.terminal_id' '12': it is 8 digits"),
        (#"{"identity": {"password": "12"}}"#, "'identity.password'"),
        (#"{"identity": {"first_receipt": 0}}"#, "'identity.first_receipt' 0: it is a number from 1 to 9999"),
        (#"{"decline_code": 999}"#, "'decline_code' 999: it is a whole number from 0 to 255"),
        (#"{"decline_code": 5.5}"#, "'decline_code' 5.5: it is a whole number from 0 to 255"),
        (#"{"decline_code": 1e30}"#, "'decline_code'"), (#"{"decline_code": true}"#, "'decline_code' true"),
        (#"{"timing": {"host_delay": 100000}}"#, "a number of seconds from 0 to 86400"),
        (#"{"timing": 3}"#, "'timing' 3: it is an object with card_delay, step_delay"),
        (#"{"outcomes": "approve"}"#, "'outcomes' 'approve': it is a list; each of it is one of approve, decline"),
        (#"{"silence": null}"#, "'silence' null: it is one of never, from-start"),
        (#"{"result_twice": 1}"#, "'result_twice' 1: it is true or false"), (#"{"name": 3}"#, "'name' 3: it is a text"),
        (#"{"faults": {"mishaps": [{"telegram": 1}]}}"#, "'faults.mishaps[0].what': it is one of abort"),
        (#"{"faults": {"mishaps": [{"telegram": 1.5, "what": "abort"}]}}"#, "'faults.mishaps[0].telegram' 1.5"),
        (#"{"faults": {"mishaps": [{"telegram": 0, "what": "abort"}]}}"#, "'faults.mishaps.telegram' 0"),
        (#"{"faults": {"mishaps": [{"telegram": 1, "what": "abort", "x": 1}]}}"#, "'faults.mishaps[0].x'"),
        (#"{"faults": {"mishaps": [], "faults": []}}"#, "'faults.mishaps' twice"),
        (#"{"card": {"type": 999}}"#, "'card.type'"),
        (#"{"card": {"sequence_number": 99999}}"#, "'card.sequence_number'"),
        (#"{"card": {"application_id": "A0Z"}}"#, "'card.application_id'"),
        (#"{"card": {"masked_pan": "12-34"}}"#, "'card.masked_pan'"),
        (#"{"silence": "always"}"#, "'always': it is one of never, from-start, after-command, after-acceptance"),
        (#"{"outcomes": ["approve", "aprove"]}"#, "'outcomes[1]' 'aprove': it is one of approve, decline"),
        (#"{"faults": {"mishaps": [{"telegram": 3, "what": "abrt"}]}}"#, "'faults.mishaps[0].what' 'abrt'"),
        (#"{"faults": {"damaged_blocks": [0]}}"#, "'faults.damaged_blocks' 0"),
        (#"{"end_of_day_after": 0}"#, "'end_of_day_after' 0"),
        (#"{"timing": {"host_delay": 1, "host_delay": 2}}"#, "'timing.host_delay' twice"),
        (#"{"based_on": "aprove"}"#, "there are approve, decline"),
    ])
    func aMistakeInAFileIsNamed(_ json: String, _ named: String) {
        let failure = #expect(throws: Failure.self) { try read(json) }
        #expect(failure?.sentence.contains(named) == true, "\(String(describing: failure))")
    }

    @Test func aNameThatIsNeitherScenarioNorFileListsTheNames() {
        let failure = #expect(throws: Failure.self) { try TerminalScenario(nameOrPath: "aprove") }
        #expect(failure?.remedy?.contains("approve") == true)
    }

    @Test func thePrinterScenariosSayWhatThePrinterShallDo() throws {
        #expect(try TerminalScenario(.printerOutOfPaper).printer == .outDuringReceipt)
        #expect(try TerminalScenario(.printerEmpty).printer == .empty)
        #expect(try TerminalScenario(.approve).printer == .none)
    }

    private func read(_ json: String) throws -> TerminalScenario {
        try TerminalScenario(json: Data(json.utf8), from: "the file")
    }

    private static let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs")
}
