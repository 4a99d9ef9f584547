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
        "The help of a command that does not exist is a mistake",
        arguments: [
            ("till", ["help", "nope"], "There is no command `till nope`."),
            ("till", ["help", "pya"], "Did you mean till pay?"),
            ("till", ["help", "orders", "lsit"], "There is no command `till orders lsit`."),
            ("till-sim", ["help", "nope"], "There is no command `till-sim nope`."),
        ])
    func theHelpOfNoCommandIsAMistake(program: String, words: [String], said: String) async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.start(program, words).end()
            #expect(told.code == 64 && told.errors.contains(said) && told.output.isEmpty, "\(told)")
        }
    }

    @Test(
        "Help is told however narrow the terminal is said to be", arguments: ["till", "till-sim"], [-3, 0, 1, 26, 39])
    func theHelpIsToldInFewColumns(program: String, columns: Int) async throws {
        try await Kiosk.run { kiosk in
            let told = try await kiosk.start(program, ["--help"], environment: ["COLUMNS": String(columns)]).end()
            #expect(told.code == 0 && told.output.contains("USAGE: \(program) <subcommand>"), "\(told)")
        }
    }

    @Test("Help is told on a narrow terminal", arguments: ["till", "till-sim"])
    func theHelpIsToldOnANarrowTerminal(program: String) async throws {
        try await Kiosk.run { kiosk in
            let script = """
                import fcntl, os, pty, struct, sys, termios
                pid, mine = pty.fork()
                if pid == 0:
                    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 20, 0, 0))
                    os.execv(sys.argv[1], sys.argv[1:])
                try:
                    while os.read(mine, 4096): pass
                except OSError: pass
                sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 0xFF)
                """
            let command = ["python3", "-c", script, Programs.path(program), "--help"]
            let help = try await kiosk.start("/usr/bin/env", command).end()
            #expect(help.code == 0, "\(help)")
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
