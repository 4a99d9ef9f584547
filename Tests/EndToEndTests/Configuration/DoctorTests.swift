import Foundation
import Glibc
import Testing

/// `till doctor` on a machine with nothing, with everything, and with one thing wrong.
@Suite struct DoctorTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            let code: String
            let severity: String
            let sentence: String
            let remedy: String?
        }

        let ready: Bool
        let findings: [Finding]

        func severity(_ code: String) -> String? { findings.first { $0.code == code }?.severity }
    }

    private func report(_ ending: Ending) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(ending.output.utf8))
    }

    @Test func aMachineWithoutDevicesIsToldEachLackAndItsCure() async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.till("doctor", "--json")
            #expect(ending.code == 6)
            let report = try report(ending)
            #expect(!report.ready)
            #expect(report.severity("reader.notConfigured") == "stops")
            #expect(report.severity("printer.notConfigured") == "stops")
            #expect(
                report.findings.filter { ["stops", "warning"].contains($0.severity) }.allSatisfy { $0.remedy != nil })
            #expect(!FileManager.default.fileExists(atPath: kiosk.data), "looking makes nothing")
        }
    }

    @Test func aMachineWithItsDevicesIsReadyAndATerminalIsAskedOnlyWhenWanted() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal()
            try await kiosk.startPrinter()
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            let looked = try await kiosk.startTill(["doctor", "--json"] + devices).end()
            #expect(looked.code == 0, "\(looked)")
            #expect(try report(looked).severity("reader.answer") == "not_asked")
            #expect(try report(looked).severity("printer") == "ok")

            let probed = try await kiosk.startTill(["doctor", "--json", "--probe"] + devices).end()
            #expect(probed.code == 0, "\(probed)")
            #expect(try report(probed).severity("reader") == "ok")

            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "nothing of the terminal is kept: \(paid)")
            let remembered = try await kiosk.till("doctor")
            #expect(remembered.code == 0, "\(remembered)")
            #expect(remembered.output.contains("A payment could be taken."))
            #expect(remembered.output.contains("synchronous 2"))
        }
    }

    @Test func aTerminalThatSaysNothingIsFoundByAskingIt() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("terminal-silent")
            try await kiosk.startPrinter(fault: "paper-out")
            let ending = try await kiosk.startTill(
                ["doctor", "--json", "--probe", "--reader", kiosk.reader, "--printer", kiosk.printer]
            ).end()
            #expect(ending.code == 6)
            let stops = try report(ending).findings.filter { $0.severity == "stops" }.map(\.code)
            #expect(stops == ["reader.noAnswer", "printer.paperOut"], "\(ending)")
        }
    }

    @Test(arguments: ["9600", "38400"])
    func theSpeedOfAPrinterThatIsSilentIsFound(_ baud: String) async throws {
        try await Kiosk.run { kiosk in
            let paper = kiosk.path("paper")
            let printer = try kiosk.start(
                "till-sim",
                ["printer", "--pty", kiosk.printerLink, "--baud", baud, "--handshake", "none", "--out", paper])
            _ = try await printer.says("printer ready")
            let doctor = ["doctor", "--json", "--probe", "--printer", "serial:\(kiosk.printerLink)"]
            let found = try report(try await kiosk.startTill(doctor).end())
            let finding = try #require(found.findings.first { $0.code == "printer.speed" })
            #expect(finding.sentence.contains("answers at \(baud) baud"))
            let set = ["doctor", "--json", "--probe", "--printer", "serial:\(kiosk.printerLink)?baud=\(baud)"]
            let answered = try report(try await kiosk.startTill(set).end())
            #expect(answered.severity("printer.speed") == nil && answered.severity("printer") == "ok")
        }
    }

    @Test func aPrinterThatIsAFileIsNotMadeByLooking() async throws {
        try await Kiosk.run { kiosk in
            let paper = kiosk.path("paper.bin")
            let ending = try await kiosk.till("doctor", "--json", "--printer", "file:\(paper)")
            #expect(try report(ending).severity("printer") == "ok")
            #expect(!FileManager.default.fileExists(atPath: paper))
        }
    }

    @Test func aPaymentInDoubtIsNamed() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("cable-gone")
            try await kiosk.startPrinter()
            #expect(try await kiosk.pay(giveUpAfter: 1).code == 5)
            let report = try report(try await kiosk.till("doctor", "--json"))
            #expect(report.severity("payment.inDoubt") == "stops")
        }
    }

    @Test func anEndOfDayThatWasCutOffIsNamedUntilTheNextPaymentHasAsked() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            let killed = try await kiosk.startTill(
                ["end-of-day", "--reader", kiosk.reader], environment: ["TILL_TEST_KILL_AT": "E2"]
            ).end()
            #expect(killed.signal == SIGKILL, "\(killed)")
            let devices = ["--reader", kiosk.reader, "--printer", kiosk.printer]
            let told = try report(try await kiosk.startTill(["doctor", "--json"] + devices).end())
            #expect(told.severity("endOfDay.open") == "warning")
            let paid = try await kiosk.pay()
            #expect(paid.code == 0, "\(paid)")
            let after = try report(try await kiosk.startTill(["doctor", "--json"] + devices).end())
            #expect(after.severity("endOfDay.open") == nil)
            let last = try await kiosk.till("end-of-day", "--last", "--json")
            #expect(last.output.contains("\"closed\""), "\(last)")
        }
    }

    @Test func aConfigurationWithAMistakeIsAFindingAndNoObstacleToLooking() async throws {
        try await Kiosk.run { kiosk in
            let file = try kiosk.configure("[shop]\nlangauge = \"de\"")
            let ending = try await kiosk.till("doctor", "--json")
            #expect(ending.code == 6)
            let finding = try report(ending).findings.first { $0.code == "config.invalid" }
            #expect(finding?.sentence.hasPrefix("\(file):2:1: error:") == true)
            #expect(try report(ending).findings.contains { $0.code == "clock" || $0.code.hasPrefix("clock.") })
        }
    }

    @Test func theRulesItPrintsAreTheRulesOfTheRepository() async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.till("doctor", "--udev-rules")
            #expect(ending.code == 0)
            #expect(ending.output.hasPrefix("# Till: card terminals"))
            #expect(ending.output.hasSuffix("LABEL=\"till_end\"\n"))
        }
    }
}
