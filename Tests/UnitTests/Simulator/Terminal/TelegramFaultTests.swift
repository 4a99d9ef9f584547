import Foundation
import Testing

@testable import Simulator

/// A fault at one telegram has no effect on any other telegram.
@Suite struct TelegramFaultTests {
    typealias What = TerminalScenario.TerminalFault.What

    /// The fault is at the answer to a status enquiry, the first telegram that the terminal sends.
    @Test(arguments: [
        (What.refusal, "84 83 00"), (.busy, "84 9C 00"), (.abort, "06 1E 01 6C"), (.omission, "06 0F 01 00"),
        (.unreadable, "80 00 03 04 00 00"), (.stray, "0F A1 00"), (.repetition, "80 00 00"), (.lineLost, "80 00 00"),
    ])
    func somethingElseIsSaid(_ what: What, _ said: String) {
        var bench = bench(what, at: 1)
        bench.send(TerminalBench.enquiry)
        #expect(bench.nextTelegram() == hex(said))
    }

    @Test(arguments: [What.silence, .restart, .deaf, .unheard])
    func nothingIsSaidAndTheBlockIsAcknowledgedOnlyWhereItWasHeard(_ what: What) {
        var bench = bench(what, at: 1)
        bench.send(TerminalBench.enquiry)
        #expect(bench.sent == (what == .silence || what == .restart ? [0x06] : []))
    }

    @Test func aCommandIsCountedOnceHoweverOftenItsBlockComes() {
        var scenario = TerminalScenario()
        scenario.faults.lostAcknowledgements = [1]
        var bench = TerminalBench(scenario)
        bench.send(TerminalBench.enquiry)
        bench.send(TerminalBench.enquiry)
        #expect(bench.machine.commands == [0x0501: 1])
    }

    @Test func aFileNamesTheTelegramAndWhatHappensThere() throws {
        let json = #"{"faults": {"mishaps": [{"telegram": 7, "what": "line-lost"}], "outage": 1.5}}"#
        let faults = try TerminalScenario(json: Data(json.utf8), from: "the file").faults
        #expect(faults.faults == [TerminalScenario.TerminalFault(.lineLost, at: 7)])
        #expect(faults.outage == 1.5)
    }

    private func bench(_ what: What, at telegram: Int) -> TerminalBench {
        var scenario = TerminalScenario()
        scenario.faults.faults = [TerminalScenario.TerminalFault(what, at: telegram)]
        return TerminalBench(scenario)
    }
}
