import Foundation
import Testing

@testable import Simulator

/// Terminals of each kind, on the test bench.
@Suite struct TerminalProfileTests {
    private static let refused = hex("84 83 00")

    @Test(arguments: TerminalScenario.Profile.allCases)
    func everyProfileCanBeNamedAndIsDescribed(_ profile: TerminalScenario.Profile) throws {
        #expect(try TerminalScenario(nameOrPath: profile.rawValue) == TerminalScenario(profile))
        let docs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../docs")
        let page = try String(decoding: Data(contentsOf: docs.appending(path: "scenarios.md")), as: UTF8.self)
        let names = page.split(separator: "\n").compactMap {
            $0.hasPrefix("| `") ? $0.split(separator: "|").first : nil
        }
        #expect(names.contains { $0.contains("`\(profile.rawValue)`") })
    }

    @Test func theListHasEachProfileUnderItsName() {
        #expect(TerminalScenario.profiles.map(\.name) == TerminalScenario.Profile.allCases.map(\.rawValue))
        #expect(Set(TerminalScenario.profiles.map(\.withoutName)).count == TerminalScenario.profiles.count)
    }

    @Test func aFileIsPlayedOnAKindOfTerminal() throws {
        let file = #"{"based_on": "lost-ack", "profile": "card-complete", "on_missing_print_response": "reverses"}"#
        let scenario = try TerminalScenario(json: Data(file.utf8), from: "the file")
        #expect(!scenario.seesResponseToResult)
        #expect(scenario.onMissingResponse == .declines)
        #expect(scenario.onMissingPrintResponse == .reverses)
        var expected = try TerminalScenario(.lostAck).on(.cardComplete)
        expected.onMissingPrintResponse = .reverses
        #expect(scenario == expected)
    }

    @Test func anUnknownProfileIsNamed() {
        let failure = #expect(throws: (any Error).self) {
            try TerminalScenario(json: Data(#"{"profile": "A80"}"#.utf8), from: "the file")
        }
        #expect(String(describing: failure).contains("'A80'"))
    }

    @Test func theStatusWantsItsPasswordOrNothingAtAll() {
        let bare = hex("05 01 00")
        for (profile, command, answer) in [
            (TerminalScenario.Profile.cardComplete, bare, hex("84 37 00")),
            (.old, TerminalBench.enquiry, Self.refused),
        ] {
            var bench = TerminalBench(TerminalScenario(profile))
            bench.send(command)
            #expect(bench.nextTelegram() == answer)
        }
        for (profile, command) in [(TerminalScenario.Profile.cardComplete, TerminalBench.enquiry), (.old, bare)] {
            var bench = TerminalBench(TerminalScenario(profile))
            #expect(bench.converse(command).controls == ["060F"])
        }
    }

    @Test func aRegistrationMayAnnounceSoMuch() {
        let withoutSets = hex("06 00 17 00 00 00 BE 09 78 03 01 06 0D 12 01 32 26 08 0A 02 06 D3 0A 02 06 D1")
        let bare = hex("06 00 08 00 00 00 BE 09 78 03 01")
        let takes: [(TerminalScenario.Profile, [Bool])] = [
            (.reverses, [true, true, true]), (.refusesCharacterSets, [false, true, true]),
            (.old, [false, false, true]),
        ]
        for (profile, taken) in takes {
            for (command, isTaken) in zip([TerminalBench.registration, withoutSets, bare], taken) {
                var bench = TerminalBench(TerminalScenario(profile))
                bench.send(command)
                #expect(bench.nextTelegram() == (isTaken ? TerminalBench.accepted : Self.refused), "\(profile)")
            }
        }
    }

    @Test func onlyTheGrantedCharacterSetIsEchoed() {
        var bench = TerminalBench(TerminalScenario(.westernEuropean))
        #expect(bench.converse(TerminalBench.registration).last?.contains(hex("14 01")) == false)
        var wish = TerminalBench.registration
        wish[wish.count - 1] = 0x0F
        #expect(bench.converse(wish).last?.contains(hex("27 03 14 01 0F")) == true)
    }

    @Test(arguments: [
        (TerminalScenario.Profile.reverses, ["040F", "060F"], ["040F", "06D3", "06D3", "060F"]),
        (.repeatsWithPrint, ["060F"], ["040F", "06D3", "06D3", "060F"]), (.paxA80, ["060F"], ["060F"]),
        (.repeatsText, ["060F"], ["06D3", "06D3", "060F"]), (.refusesRepeat, ["8483"], ["8483"]),
    ])
    func theLastTransactionIsToldAsTheKindOfTerminalDoes(
        _ profile: TerminalScenario.Profile, _ withoutPrint: [String], _ withPrint: [String]
    ) {
        for (service, expected) in [("03", withoutPrint), ("01", withPrint)] {
            var bench = TerminalBench.registered(TerminalScenario(profile))
            bench.converse(TerminalBench.pay1250)
            #expect(bench.converse(hex("06 20 05 00 00 00 03 \(service)")).controls == expected)
        }
    }

    @Test(arguments: [
        (TerminalScenario.Profile.reverses, TerminalBench.accepted as [UInt8]?), (.refusesAbort, refused),
        (.ignoresAbort, nil),
    ])
    func anAbortAtRestIsAnsweredOrNot(_ profile: TerminalScenario.Profile, _ answer: [UInt8]?) {
        var bench = TerminalBench(TerminalScenario(profile))
        bench.send(hex("06 B0 00"))
        #expect(bench.next(1) == TerminalBench.ack)
        #expect(bench.nextTelegram() == answer)
    }
}

extension TerminalScenario {
    fileprivate var withoutName: TerminalScenario {
        var scenario = self
        scenario.name = ""
        return scenario
    }
}
