import ArgumentParser
import Flow
import Foundation
import Storage
import Stores

struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Reads and verifies the payment journal.",
        subcommands: [ListJournal.self, VerifyJournal.self, ExportJournal.self, AcceptJournal.self])
}

struct ListJournal: TillCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The journal's facts, oldest first.")

    @Option(help: "The first number to show.")
    var from: Int64 = 1
    @Option(help: "At most so many, up to 100000.")
    var limit = 1_000
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws { try ListLimit.check(limit, upTo: ListLimit.journal) }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let (first, most) = (from, limit)
        let entries = try await till.ask { JournalAction.listEntries(from: first, limit: most, $0) }
        guard !output.json else {
            console.print(try Output.json(entries.map(Output.Entry.init)))
            return .done
        }
        for entry in entries {
            console.print(
                "\(String(entry.sequence).padded(7))\(entry.at.formatted(.iso8601).padded(22))"
                    + "\((entry.payment?.rawValue ?? "-").padded(16))\(entry.kind)")
        }
        if entries.isEmpty { console.say("the journal is empty") }
        return .done
    }
}
