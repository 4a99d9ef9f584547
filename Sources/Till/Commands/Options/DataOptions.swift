import Model
import ArgumentParser
import Configuration
import Failures
import Flow
import Foundation
import LogEvents
import Storage

/// The options that say where a till's data and configuration are. Every command takes them.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The configuration file. Default: the file of $TILL_CONFIG, else $XDG_CONFIG_HOME/till/till.toml, else /etc/till/till.toml.",
            valueName: "file"))
    var config: String?
    @Option(
        help: ArgumentHelp(
            "The data directory, which holds the till's journal. Default: $XDG_STATE_HOME/till, usually ~/.local/state/till.",
            valueName: "dir"))
    var data: String?
    @Option(
        help: ArgumentHelp(
            "Log messages of this level and above on standard error. Default: $TILL_LOG, else warning.",
            valueName: "level"))
    var logLevel: LogLevel?

    /// Refuses an empty path, which a script's unset variable leaves: it never means the current directory.
    func validate() throws {
        if data?.isEmpty == true { throw ValidationError("--data names a directory.") }
        if config?.isEmpty == true { throw ValidationError("--config names a file.") }
    }

    /// Everything that a till is made from; the service's own for a command that a service runs. Throws `config.invalid` with every mistake in the configuration.
    func setup(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) -> TillSetup {
        if let served = Invocation.current.served { return served.setup }
        let files = files(environment)
        let read = files.read()
        guard read.problems.isEmpty else { throw .badConfiguration(read.problems) }
        if !files.paths.isEmpty {
            Environment.live.logged.log(.configurationLoaded, .words(files.paths.joined(separator: ", ")))
        }
        return TillSetup(
            directory: try directory(environment), configuration: TestHooks.configuration(read.configuration))
    }

    /// The files in the data directory that no output may be. Without a data directory those of other tills still are.
    var ownFiles: OwnFiles { OwnFiles(in: Invocation.current.served?.setup.directory ?? (try? directory())) }

    /// The language of failures. If the configuration cannot be read, it is that of the caller's locale.
    func language(for invocation: Invocation = .current) -> OperatorLanguage {
        if let served = invocation.served {
            return Invocation.$current.withValue(invocation) { .asked(served.setup.configuration) }
        }
        let read = files().read()
        return read.problems.isEmpty ? .asked(read.configuration) : .asked
    }

    func files(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ConfigurationFiles {
        ConfigurationFiles(named: config, environment: environment)
    }

    /// `$XDG_STATE_HOME/till`, by default `~/.local/state/till` (XDG Base Directory Specification 0.8). The path is
    /// absolute, because it may be remembered and used from another directory.
    func directory(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) -> String {
        if let data { return data.absolutePath }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/till" }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure(
                UsageFailure.noDataDirectory, Sentence("failure.usage.noDataDirectory"),
                remedy: Sentence("remedy.usage.noDataDirectory"), recovery: .askOperator)
        }
        return home + "/.local/state/till"
    }
}
