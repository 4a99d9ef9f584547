import Foundation
import Testing

/// `till-sim` as the developer of a kiosk uses it.
@Suite struct SimulatorCommandTests {
    @Test func eightTerminalsStartAtOnceAndEachFindsItsOwnJournalAgain() async throws {
        try await Kiosk.run { kiosk in
            for _ in 0..<2 {
                let terminals = try (0..<8).map { number in
                    try kiosk.start(
                        "till-sim",
                        ["terminal", "--pty", kiosk.path("t\(number)"), "--terminal-id", "2900000\(number)", "--json"])
                }
                var folders: Set<String> = []
                for (number, terminal) in terminals.enumerated() {
                    let line = try await terminal.says("schema_version")
                    let ready = try #require(
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
                    #expect(ready["ready"] as? Bool == true && ready["device"] as? String == "terminal")
                    #expect(ready["terminal_id"] as? String == "2900000\(number)")
                    #expect(ready["address"] as? String == "serial:\(kiosk.path("t\(number)"))")
                    folders.insert(try #require(ready["data"] as? String))
                }
                #expect(folders.count == 8)
                for terminal in terminals {
                    terminal.send(SIGTERM)
                    _ = try await terminal.end()
                }
            }
            let kept = try FileManager.default.contentsOfDirectory(atPath: kiosk.path("home/state/till-sim"))
            #expect(kept.count == 8)
        }
    }

    @Test(arguments: [
        (#"{"identity":{"currency":"EURO"}}"#, Int32(65)), (#"{"outcomes":["aprove"]}"#, 65),
        (#"{"decline_code":5.5}"#, 65),
        (#"{"name":"a","name":"b"}"#, 65), ("{", 65),
    ])
    func aScenarioThatCannotBePlayedIsMalformedInput(_ scenario: String, _ exit: Int32) async throws {
        try await Kiosk.run { kiosk in
            try Data(scenario.utf8).write(to: URL(fileURLWithPath: kiosk.path("scenario.json")))
            let ending = try await kiosk.start(
                "till-sim", ["terminal", "--tcp", "0", "--scenario", kiosk.path("scenario.json")]
            ).end()
            #expect(ending.code == exit, "\(ending)")
        }
    }

    @Test func itTellsItsVersionAndRefusesAnIdAndACurrencyThatAreNone() async throws {
        try await Kiosk.run { kiosk in
            let version = try await kiosk.start("till-sim", ["--version"]).end()
            #expect(version.code == 0 && version.output.hasPrefix("0."), "\(version)")
            let ending = try await kiosk.start("till-sim", ["terminal", "--tcp", "0", "--terminal-id", "12"]).end()
            #expect(ending.code == 64, "\(ending)")
            let shop = try await kiosk.start("till-sim", ["shop", "--currency", "XXQ"]).end()
            #expect(shop.code == 64 && shop.errors.contains("XXQ is no currency"), "\(shop)")
        }
    }
}
