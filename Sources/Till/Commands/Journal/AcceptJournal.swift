import Payments
import ArgumentParser
import Flow
import Model
import Service
import Storage
import Stores

struct AcceptJournal: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Goes on with a journal that has lost its newest entries.",
        discussion: """
            Use it only when every other command fails with storage.olderJournal and the lost files cannot be restored. \
            Compare the terminal's own journal with `till journal list` first: an order whose payment was lost would be \
            charged again. The statement is kept in the journal with the name of the operator who is signed in. Exit 8 when \
            no entries are missing.
            """)

    @Option(help: ArgumentHelp("What you compared, in your own words.", valueName: "text"))
    var evidence: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    private struct Document: Encodable {
        /// The number of the last entry that was known; nil when it could not be read.
        let known: Int64?
        /// The number of the last entry that is there.
        let found: Int64
        let reason: EnglishSentence
    }

    func validate() throws {
        guard evidence.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("--evidence says something.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        let (directory, key) = (setup.directory, try setup.journalKey())
        let fact: JournalAcceptance
        do throws(StorageError) {
            fact = try StorageManager.acceptJournal(
                in: directory, evidence: CardData.masked(evidence), by: signedIn(directory), environment: .live,
                key: key, waiting: LockNotice.say)
        } catch { throw error.failure }
        if output.json {
            console.print(
                try Output.json(
                    Document(known: fact.lost, found: fact.kept, reason: EnglishSentence(sentence: fact.reason))))
        } else {
            let facts: [String: any CustomStringConvertible] = ["kept": fact.kept, "reason": fact.reason]
            let said =
                fact.lost.map { Sentence("journal.goesOnOf", facts.merging(["known": $0]) { $1 }) }
                ?? Sentence("journal.goesOn", facts)
            console.print(said.text(in: .asked(setup.configuration)))
        }
        return .done
    }

    /// The name of the operator who was signed in when the journal that is there was written.
    private func signedIn(_ directory: String) -> String? {
        guard let storage = try? StorageManager(readingOnly: directory, environment: .live) else { return nil }
        return (try? Account.signedIn(in: storage))?.name
    }
}
