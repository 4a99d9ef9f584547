import Foundation
import Testing

/// The command that is named first is prepared alone, and everything that is asked about it is answered as by the whole program.
@Suite struct NamedCommandTests {
    @Test(
        "The help of a command names the program once",
        arguments: [
            (["pay", "--help"], "till pay"), (["orders", "list", "-h"], "till orders list"),
            (["orders", "--help"], "till orders"), (["help", "pay"], "till pay"),
        ])
    func theHelpNamesTheProgramOnce(words: [String], command: String) async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.start("till", words).end()
            #expect(told.code == 0 && told.output.contains("USAGE: \(command) "), "\(told)")
        }
    }

    @Test(
        "A command without what it needs says how it is used",
        arguments: [["pay", "--nothing"], ["render", "receipt"]])
    func aMistakeIsAnsweredByTheWholeProgram(words: [String]) async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.start("till", words).end()
            #expect(told.code == 64 && told.errors.contains("Usage: till \(words[0])"), "\(told)")
        }
    }

    @Test("A completion script has every command") func aCompletionScriptHasEveryCommand() async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.start("till", ["pay", "--generate-completion-script", "bash"]).end()
            #expect(told.code == 0 && told.output.contains("end-of-day"), "\(told)")
        }
    }
}
