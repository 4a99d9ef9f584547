import ArgumentParser
import Flow
import Foundation
import Service
import Storage
import Stores

struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Lists, verifies and exports the payment journal.",
        subcommands: [
            ListJournal.self, VerifyJournal.self, ExportJournal.self, AcceptJournal.self, JournalKeyCommand.self,
        ])
}

struct ListJournal: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the journal's entries, oldest first.")

    @Option(help: ArgumentHelp("The number of the first entry to list.", valueName: "number"))
    var from: Int64 = 1
    @Option(help: ArgumentHelp("The most entries to list, 1 to 100000.", valueName: "count"))
    var limit = 1_000
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func validate() throws { try ListLimit.check(limit, upTo: ListLimit.journal) }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let (first, most) = (from, limit)
        let entries = try await till.ask { JournalAction.listEntries(from: first, limit: most, $0) }
        guard !output.json else {
            var list: [UInt8] = []
            for entry in entries {
                list.append(UInt8(ascii: list.isEmpty ? "[" : ","))
                EntryLine.appendDocument(entry, to: &list)
            }
            console.write((list.isEmpty ? Array("[".utf8) : list) + Array("]\n".utf8))
            return .done
        }
        for entry in entries {
            console.print(
                "\(String(entry.sequence).padded(7))\(till.clock.text(entry.at).padded(21))"
                    + "\((entry.payment?.rawValue ?? "-").padded(16))\(entry.kind)")
        }
        if entries.isEmpty { console.say(till.language.text("journal.empty")) }
        return .done
    }
}
