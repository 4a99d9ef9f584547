import ArgumentParser
import Failures
import Flow
import Foundation
import LogEvents
import Logbook
import Model

/// A command whose failures are `Failure`s. They are shown in plain words and become the documented exit codes.
protocol TillCommand: AsyncParsableCommand {
    var data: DataOptions { get }
    func execute(_ console: Console) async throws(Failure) -> Exit
    /// Whether the command's only effect is its output. For any other command the exit code says what was done even if
    /// the output could not be written: a payment must not be repeated because of a full disk.
    static var onlyTells: Bool { get }
    /// Whether a service may run it for another process.
    static var isServed: Bool { get }
}

extension TillCommand {
    static var onlyTells: Bool { true }
    static var isServed: Bool { true }

    func run() async throws {
        // The reader of our output may go away in the middle of a payment, which must not end it.
        signal(SIGPIPE, SIG_IGN)
        let variables = ProcessInfo.processInfo.environment
        let logbook = Logbook(level: data.logLevel, variables: variables, environment: .live)
        logbook.adopt()
        if data.logLevel == nil, Logbook.namesNoLevel(variables) { sayThatTheLevelIsUnknown() }
        let exit = await perform(.current)
        await logbook.drain()
        if exit != .done { throw exit.code }
    }

    /// Does not repeat what the variable has: it may be a card number in the wrong place.
    private func sayThatTheLevelIsUnknown() {
        let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
        Console().say(data.language().text("log.unknownLevel", ["levels": levels]))
    }

    /// Runs the command for its caller.
    func perform(_ invocation: Invocation) async -> Exit {
        await OpenStorage.closing { await logged(Console(invocation) { [data] in data.language(for: invocation) }) }
    }

    private func logged(_ console: Console) async -> Exit {
        let (log, name) = (Environment.live.logged, LogField.command(Self._commandName))
        log.log(.programStarted, name)
        do throws(Failure) {
            let exit = heard(try await execute(console), console)
            log.log(.programStopped, name, .exit(exit.rawValue))
            return exit
        } catch {
            if let exit = servedExit(insteadOf: error, console) {
                log.log(.programStopped, name, .exit(exit.rawValue))
                return exit
            }
            console.end(with: error)
            let exit = Exit(error)
            log.log(.programStopped, name, .exit(exit.rawValue), .failure(error))
            return exit
        }
    }

    /// The exit code of the service that owns the data directory, if the command failed because there is one.
    private func servedExit(insteadOf failure: Failure, _ console: Console) -> Exit? {
        guard Self.isServed, failure.is(ServiceFailure.ownsTill), let directory = try? data.directory() else {
            return nil
        }
        let client = CommandClient(directory: directory, data: data, unknown: Self.onlyTells ? .temporary : .inDoubt)
        return client.run(console.invocation, console)
    }

    /// The exit code after all output. A failure to write it is reported.
    private func heard(_ exit: Exit, _ console: Console) -> Exit {
        console.settle()
        guard let failure = console.failure else { return exit }
        console.say(failure)
        if !Self.onlyTells { console.say("      " + OperatorLanguage.asked.text("output.stands")) }
        return exit == .done && Self.onlyTells ? Exit(failure) : exit
    }
}
