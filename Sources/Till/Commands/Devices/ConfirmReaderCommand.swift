import ArgumentParser
import Flow
import Stores

struct ConfirmReaderCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Says that a terminal's journal was compared after a restore.",
        discussion: """
            After `till restore`, payments that were made since the backup are in the terminal's journal alone. Compare it \
            with `till journal list`, see to it that no order of such a payment is charged again, and confirm that. The \
            statement is kept in the journal with the name of the operator who is signed in. A terminal that is gone is confirmed \
            in the same way, by its slips or by the acquirer's list: an order is charged only when every terminal was compared. \
            Exit 8 when nothing waits for it.
            """)

    @Option(help: ArgumentHelp("What you compared, in your own words.", valueName: "text"))
    var evidence: String
    @OptionGroup var devices: ReaderOption
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func validate() throws {
        guard evidence.contains(where: { !$0.isWhitespace }) else {
            throw ValidationError("--evidence says something.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let settings = try await till.ask { AppSettingsAction.loadSettings($0) }
        let terminal = try devices.terminal(till.configuration, settings)
        let words = evidence
        try await till.ask {
            RecoveryAction.confirmTerminal(terminal, evidence: words, by: console.invocation.requester, $0)
        }
        console.print(till.language.text("restore.confirmed", ["reader": terminal.description.printable]))
        return .done
    }
}
