import ArgumentParser
import Flow
import Foundation
import LogEvents
import Logbook

/// A command whose failures are `Failure`s: they are said in plain words and become the contract's exit codes.
protocol TillCommand: AsyncParsableCommand {
    var data: DataOptions { get }
    func execute(_ console: Console) async throws(Failure) -> Exit
    /// Whether what it prints is all that comes of it. Of any other the exit code says what was done, even where nobody
    /// could read the rest: a payment is not to be made again for want of a disk.
    static var onlyTells: Bool { get }
}

extension TillCommand {
    static var onlyTells: Bool { true }

    func run() async throws {
        // Whoever reads our output may go away in the middle of a payment; that must not end it.
        signal(SIGPIPE, SIG_IGN)
        let logbook = Logbook(
            level: data.logLevel, variables: ProcessInfo.processInfo.environment, environment: .live)
        logbook.adopt()
        let exit = await OpenStorage.closing { await logged(Console()) }
        await logbook.drain()
        if exit != .done { throw exit.code }
    }

    private func logged(_ console: Console) async -> Exit {
        let (log, name) = (Environment.live.logged, LogField.command(Self._commandName))
        log.log(.programStarted, name)
        do throws(Failure) {
            let exit = heard(try await execute(console), console)
            log.log(.programStopped, name, .exit(exit.rawValue))
            return exit
        } catch {
            console.end(with: error)
            let exit = Exit(error)
            log.log(.programStopped, name, .exit(exit.rawValue), .failure(error))
            return exit
        }
    }

    /// The exit code once all was printed. What could not be is told.
    private func heard(_ exit: Exit, _ console: Console) -> Exit {
        guard let failure = console.failure else { return exit }
        console.say(failure)
        if !Self.onlyTells { console.say("      what the command did stands; `till why last` tells of a payment") }
        return exit == .done && Self.onlyTells ? Exit(failure) : exit
    }
}
