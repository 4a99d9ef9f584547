import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Stores

struct StatusCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows how the till is doing today.",
        discussion: """
            Shows today's takings, how payments ended and how long they took, what is in doubt, what waits to be printed or \
            told, and what terminals and printers did last. All of it is read from the till's data; no device is asked \
            (`till readers status`, `till doctor`). The day is the shop's (`shop.time_zone`).
            """)

    @Flag(help: "Show it anew every two seconds, until Ctrl-C or for a day.")
    var watch = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    /// How often it is shown anew, and how often at most.
    private static let pause = Duration.seconds(2)
    private static let mostTimes = 43_200

    func validate() throws {
        if watch, output.json { throw ValidationError("--watch does not go with --json.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console, makesTill: true)
        let since = till.clock.day(till.environment.now())
        guard watch else {
            let status = try await till.ask { JournalAction.loadStatus(since: since, $0) }
            console.write(output.json ? try Output.json(Output.Status(status)) + "\n" : text(of: status, till))
            return .done
        }
        let clears = isatty(STDOUT_FILENO) == 1
        for _ in 0..<Self.mostTimes {
            let since = till.clock.day(till.environment.now())
            let status = try await till.ask { JournalAction.loadStatus(since: since, $0) }
            // The cursor goes to the upper left corner, and what was below it is cleared (ECMA-48, CUP and ED).
            console.write((clears ? "\u{1B}[H\u{1B}[2J" : "") + text(of: status, till))
            guard console.isHeard else { break }
            do { try await till.environment.sleep(till.environment.uptime() + Self.pause) } catch { break }
        }
        return .done
    }

    private func text(of status: TillStatus, _ till: LiveTill) -> String {
        StatusText(status: status, language: till.language, clock: till.clock).text
    }
}
