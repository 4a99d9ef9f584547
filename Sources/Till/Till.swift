import ArgumentParser
import CPrivacy
import Flow
import Model
import Transports

@main
struct Till: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till", abstract: "Takes card payments and prints their receipts.",
        discussion: """
            Data goes to standard output, messages to standard error.

            Exit codes: 0 done, 1 internal error, 3 declined, 4 cancelled, 5 in doubt, 6 device not available, 7 not found, \
            8 conflict, 9 paid but printing failed, 10 not permitted, 11 totals differ, 64 usage, 65 malformed input, \
            75 temporary, try again.
            """,
        version: Release.version,
        subcommands: Subcommands.all.map(\.value))

    static func main() async {
        DataStream.keepStandardPlaces()
        till_keep_dispatch_quiet()
        till_keep_help_wide()
        _ = till_keep_memory_private()
        do {
            try HelpRequest.check(Array(CommandLine.arguments.dropFirst()))
            if let named = NamedSubcommand.parsed() { try await run(named) } else { try await run(parseAsRoot()) }
        } catch {
            await letGoOfDevices()
            LastWords(error).say()
        }
        await letGoOfDevices()
    }

    private static func run(_ parsed: sending any ParsableCommand) async throws {
        var command = parsed
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    }

    /// How long the process waits for a look at a USB device to end.
    private static let longestLook = Duration.seconds(2)

    private static func letGoOfDevices() async {
        _ = await USBPort.waitUntilNoneIsOpen(within: longestLook, .live)
    }
}
