import ArgumentParser
import Flow
import Foundation
import Model
import Stores

/// Options of every command that works on a data directory.
struct DataOptions: ParsableArguments {
    @Option(help: "The data directory. Default: $XDG_STATE_HOME/till.")
    var data: String?

    /// `$XDG_STATE_HOME/till`, by default `~/.local/state/till` (XDG Base Directory Specification 0.8). Absolute: what is
    /// remembered of it holds wherever the next command is run.
    func directory(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) -> String {
        if let data { return data.absolutePath }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/till" }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw Failure(
                "usage.noDataDirectory", "There is no home directory to keep data in.",
                remedy: "name a directory with --data DIR", recovery: .askOperator)
        }
        return home + "/.local/state/till"
    }
}

/// The reader and the printer of commands that need one.
struct DeviceOptions: ParsableArguments {
    @Option(help: "The card terminal, as serial:PATH[?baud=9600&stop=2]. Remembered from then on.")
    var reader: String?

    @Option(help: "The receipt printer, as serial:PATH[?baud=…] or file:PATH. Remembered from then on.")
    var printer: String?

    /// The reader named, or the one remembered.
    func reader(_ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try Self.address(reader, settings.reader, "reader", "--reader serial:/dev/ttyUSB0")
    }

    /// The printer named, or the one remembered.
    func printer(_ settings: AppSettings) throws(Failure) -> DeviceAddress {
        try Self.address(printer, settings.printer, "printer", "--printer serial:/dev/ttyUSB1")
    }

    private static func address(
        _ named: String?, _ remembered: DeviceAddress?, _ what: String, _ example: String
    ) throws(Failure) -> DeviceAddress {
        if let named {
            guard let address = DeviceAddress(named), address.scheme == "simulated" || !address.path.isEmpty else {
                throw Failure(
                    "device.unknownScheme", "\(named) is no address of a \(what).", remedy: "write it like \(example)",
                    recovery: .giveUp)
            }
            guard !address.path.isEmpty else { return address }
            return DeviceAddress(
                scheme: address.scheme, path: address.path.absolutePath, options: address.options)
        }
        guard let remembered else {
            throw Failure(
                "device.notNamed", "No \(what) is known yet.", remedy: "name it once: \(example)", recovery: .giveUp)
        }
        return remembered
    }
}

/// How many rows a list has at most.
enum ListLimit {
    static let orders = 100
    static let receipts = 1_000
    static let journal = 100_000

    static func check(_ limit: Int, upTo most: Int) throws {
        guard (1...most).contains(limit) else { throw ValidationError("--limit is 1 to \(most).") }
    }
}

extension String {
    /// This path, from the root; links stay as they are.
    var absolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}

struct JSONOption: ParsableArguments {
    @Flag(help: "Print one JSON document instead of text.")
    var json = false
}

/// A command whose failures are `Failure`s: they are said in plain words and become the contract's exit codes.
protocol TillCommand: AsyncParsableCommand {
    func execute(_ console: Console) async throws(Failure) -> Exit
}

extension TillCommand {
    func run() async throws {
        // Whoever reads our output may go away in the middle of a payment; that must not end it.
        signal(SIGPIPE, SIG_IGN)
        let console = Console()
        let exit: Exit
        do throws(Failure) { exit = try await execute(console) } catch {
            console.say(error)
            throw Exit(error).code
        }
        if exit != .done { throw exit.code }
    }
}
