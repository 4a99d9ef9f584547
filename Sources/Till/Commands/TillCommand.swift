import ArgumentParser
import Flow
import Foundation
import Logbook

/// A command whose failures are `Failure`s: they are said in plain words and become the contract's exit codes.
protocol TillCommand: AsyncParsableCommand {
    var data: DataOptions { get }
    func execute(_ console: Console) async throws(Failure) -> Exit
}

extension TillCommand {
    func run() async throws {
        // Whoever reads our output may go away in the middle of a payment; that must not end it.
        signal(SIGPIPE, SIG_IGN)
        let logbook = Logbook(
            level: data.logLevel, variables: ProcessInfo.processInfo.environment, environment: .live)
        logbook.adopt()
        let exit = await logged(Console())
        await logbook.drain()
        if exit != .done { throw exit.code }
    }

    private func logged(_ console: Console) async -> Exit {
        let (log, name) = (Environment.live.logged, LogField.command(Self._commandName))
        log.log(.programStarted, name)
        do throws(Failure) {
            let exit = try await execute(console)
            log.log(.programStopped, name, .exit(exit.rawValue))
            return exit
        } catch {
            console.say(error)
            let exit = Exit(error)
            log.log(.programStopped, name, .exit(exit.rawValue), .failure(error))
            return exit
        }
    }
}
