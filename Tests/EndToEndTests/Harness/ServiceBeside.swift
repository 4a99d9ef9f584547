import Foundation
import Synchronization
import Testing

/// The second way in which the end-to-end tests run: every command that needs the devices is handed over to a service that
/// was started for it, and has to do and say the same.
enum Served {
    /// `TILL_TEST_SERVED=1` asks for it.
    static let isAsked = ProcessInfo.processInfo.environment["TILL_TEST_SERVED"] == "1"

    /// The commands that a service runs for others.
    static let commands: Set<String> = [
        "pay", "goods", "refund", "reverse", "reserve", "reservations", "resolve", "settle", "end-of-day", "reprint",
        "receipts", "readers", "printers", "outbox", "login", "logout",
    ]
}

/// A service that runs for as long as commands of a test run.
actor ServiceBeside {
    private struct Running {
        let child: Child
        let key: String
        var commands: Int
    }

    private var running: Running?

    /// Starts the service if none runs. Returns nil when it does not start: then the command finds out why.
    func begin(_ kiosk: Kiosk, _ arguments: [String], _ environment: [String: String]) async throws -> Child? {
        let options = Self.options(arguments)
        let key = "\(options) \(environment.sorted { $0.key < $1.key })"
        if let running, running.key == key, !running.child.hasEnded {
            self.running?.commands += 1
            return running.child
        }
        let child = try kiosk.start(
            "till", ["serve", "--listen", "127.0.0.1:0"] + options, environment: environment, limit: Kiosk.limit * 2)
        // In any language.
        guard (try? await child.says("http://127.0.0.1:")) != nil else { return nil }
        running = Running(child: child, key: key, commands: 1)
        return child
    }

    /// Stops the service with its last command, and returns how it ended.
    func end(_ child: Child) async throws -> Ending? {
        guard running?.child === child else { return nil }
        running?.commands -= 1
        guard running?.commands == 0 else { return nil }
        running = nil
        child.send(SIGTERM)
        return try await child.end()
    }

    /// The options that a service has in common with its commands.
    private static func options(_ arguments: [String]) -> [String] {
        var options: [String] = []
        for (option, value) in zip(arguments, arguments.dropFirst())
        where ["--config", "--data", "--log-level"].contains(option) {
            options += [option, value]
        }
        return options
    }
}

extension Trait where Self == ConditionTrait {
    /// A test of what differs when a service runs the command, such as the end of the process in the middle of a payment.
    static func onlyByItself(_ why: Comment) -> Self { .disabled(if: Served.isAsked, why) }
}
