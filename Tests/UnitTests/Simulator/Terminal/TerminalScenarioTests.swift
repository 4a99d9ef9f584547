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

    @Test(arguments: [
        (#"{"outcome": ["approve"]}"#, "'outcome'"), (#"{"timing": {"hostdelay": 1}}"#, "'timing.hostdelay'"),
        (#"{"outcomes": ["perhaps"]}"#, "'outcomes"), (#"{"outcomes": []}"#, "no outcomes"),
        (#"{"timing": {"host_delay": -1}}"#, "'timing.host_delay'"), (#"{"based_on": "nothing"}"#, "'nothing'"),
        (#"{"progress": {"before_card": ["XY"]}}"#, "'XY'"), ("[]", "no JSON object"), ("{", "no JSON"),
        (#"{"pulls_cable": {"back_after": 1}}"#, "'at'"),
        (#"{"identity": {"currency": "EURO"}}"#, "'identity.currency' 'EURO'"),
        (#"{"identity": {"terminal_id": "12"}}"#, "'identity.terminal_id' '12': it is 8 digits"),
        (#"{"identity": {"password": "12"}}"#, "'identity.password'"),
        (#"{"identity": {"first_receipt": 0}}"#, "'identity.first_receipt' 0: it is a number from 1 to 9999"),
        (#"{"decline_code": 999}"#, "'decline_code'"), (#"{"card": {"type": 999}}"#, "'card.type'"),
        (#"{"card": {"sequence_number": 99999}}"#, "'card.sequence_number'"),
        (#"{"card": {"application_id": "A0Z"}}"#, "'card.application_id'"),
        (#"{"card": {"masked_pan": "12-34"}}"#, "'card.masked_pan'"),
        (#"{"silence": "always"}"#, "none of never, from-start, after-command, after-acceptance"),
        (#"{"outcomes": ["approve", "aprove"]}"#, "'outcomes[1]': it is none of approve, decline"),
        (#"{"faults": {"faults": [{"telegram": 3, "what": "abrt"}]}}"#, "'faults.faults[0].what'"),
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
