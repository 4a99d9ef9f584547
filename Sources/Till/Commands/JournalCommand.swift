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

struct VerifyJournal: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Recomputes the chain over every stored byte.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private static let lossCode = "storage.olderJournal"

    private struct Document: Encodable {
        let intact: Bool
        let entries: Int64?
        /// Of the last entry: what tells this journal from every other.
        let head: String?
        let brokenAt: Int64?
        let reason: String?
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        var loss: Failure?
        let till = try await LiveTill(toRead: try data.setup(), console) { failure in
            guard failure.code == Self.lossCode else { return false }
            loss = failure
            return true
        }
        switch try await till.ask({ JournalAction.verify($0) }) {
        case .intact(let count, let hash):
            let head = hash.hexadecimal
            if output.json {
                console.print(
                    try Output.json(Document(intact: true, entries: count, head: head, brokenAt: nil, reason: nil)))
            } else {
                console.print("The journal is intact: \(count) entries.\nIts head is \(head).")
            }
            return .done
        case .broken(let sequence, let why):
            if output.json {
                console.print(
                    try Output.json(
                        Document(intact: false, entries: nil, head: nil, brokenAt: sequence, reason: why)))
            }
            console.say(
                Failure(
                    "journal.broken", "The journal does not verify at entry \(sequence): \(why).",
                    remedy: loss?.remedy ?? "keep a copy of the data directory and find out who changed it",
                    recovery: .askOperator))
            return .malformed
        }
    }
}
