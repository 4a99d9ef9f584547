import ArgumentParser
import Flow
import Hardware
import Model
import Service
import Stores

/// The commands that find, examine and maintain card terminals.
struct ReadersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readers", abstract: "Finds, examines and maintains card terminals.",
        subcommands: [
            ListReadersCommand.self, ReaderStatusCommand.self, RegisterReaderCommand.self, ReaderDiagnosisCommand.self,
            InitialiseReaderCommand.self, SetReaderClockCommand.self, LogOffReaderCommand.self,
            DiagnoseReaderCommand.self, ReaderProfileCommand.self, ConfirmReaderCommand.self,
        ])
}

/// A command that sends the terminal one service request and prints its answer.
protocol ReaderServiceCommand: TillCommand {
    var service: TerminalService { get }
    var options: ReaderServiceOptions { get }
}

struct ReaderServiceOptions: ParsableArguments {
    @OptionGroup var devices: ReaderOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
}

extension ReaderServiceCommand {
    var data: DataOptions { options.data }
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let terminal = try options.devices.terminal(till.configuration, settings)
        try till.configuration.checkApart(terminal: terminal)
        let (service, currency) = (service, till.configuration.shop.currency)
        let report = try await Interruptible.service(on: terminal, of: till, console).run { () async throws(Failure) in
            try await till.ask { TerminalServiceAction.perform(service, on: terminal, currency, $0) }
        }
        if options.output.json {
            console.print(try Output.json(Output.Reader(report)))
        } else {
            console.print(report.sentence.text(in: till.language).printable)
            for line in report.lines { console.print(("  " + line).printable) }
        }
        return .done
    }
}

struct ReaderStatusCommand: ReaderServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows the terminal's status, and what it needs.")

    @OptionGroup var options: ReaderServiceOptions
    var service: TerminalService { .status }
}

struct RegisterReaderCommand: ReaderServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Registers this till at the terminal. Every payment does so by itself.")

    @OptionGroup var options: ReaderServiceOptions
    var service: TerminalService { .register }
}

struct ReaderDiagnosisCommand: ReaderServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnosis", abstract: "Runs the terminal's diagnosis: it calls its host and fetches new settings."
    )

    /// The values of `--type`.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case line, extended, configuration, emv, ep2

        var diagnosis: Diagnosis {
            switch self {
            case .line: .line
            case .extended: .extended
            case .configuration: .configuration
            case .emv: .emvConfiguration
            case .ep2: .ep2Configuration
            }
        }
    }

    @Option(help: ArgumentHelp("The kind of diagnosis.", valueName: "type"))
    var type = Kind.line
    @OptionGroup var options: ReaderServiceOptions
    var service: TerminalService { .diagnose(type.diagnosis) }
}

struct InitialiseReaderCommand: ReaderServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "initialise", abstract: "Initialises the terminal: it logs in to its host anew.")

    @OptionGroup var options: ReaderServiceOptions
    var service: TerminalService { .initialise }
}

struct SetReaderClockCommand: ReaderServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-clock", abstract: "Sets the terminal's clock to this machine's local time.")

    @OptionGroup var options: ReaderServiceOptions
    var service: TerminalService { .setClock }
}

struct LogOffReaderCommand: ReaderServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "log-off", abstract: "Ends this till's registration at the terminal.")

    @OptionGroup var options: ReaderServiceOptions
    var service: TerminalService { .logOff }
}

extension TerminalServiceReport {
    var sentence: Sentence {
        let terminal = terminalID.map { Sentence("readers.terminal", ["id": $0]) } ?? Sentence("readers.aTerminal")
        let named =
            softwareVersion.map { Sentence("readers.withSoftware", ["terminal": terminal, "software": $0]) }
            ?? terminal
        guard let status else { return Sentence("readers.done", ["terminal": named]) }
        guard !status.isSuccess else { return Sentence("readers.ready", ["terminal": named]) }
        let said =
            status.digits.map { Sentence("readers.numberedStatus", ["status": status.sentence, "number": $0]) }
            ?? status.sentence
        let whole = Sentence("readers.state", ["terminal": named, "status": said])
        return status.nextStep.sentence.map { whole.followed(by: $0) } ?? whole
    }
}
