import ArgumentParser
import Flow
import Model
import Service
import Storage

struct JournalKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Creates and shows keys that sign the journal's head.",
        subcommands: [CreateJournalKey.self, ShowJournalKey.self])
}

struct CreateJournalKey: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Creates a key that signs the journal's head.",
        discussion: """
            Till writes the key into <file>, which only its owner may read, and the public key into <file>.pub. An existing \
            file is never replaced. Anyone who can read <file> can sign: give it to another owner and to a group that only \
            the till is in (docs/configuration.md). Keep the public key where nobody who can write the till's data can \
            change it.
            """)

    @Argument(help: ArgumentHelp("The file to create.", valueName: "file"))
    var file: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (key, path) = (JournalKey(), file.absolutePath)
        try key.write(to: path)
        if output.json {
            console.print(
                try Output.json(JournalKeyDocument(fingerprint: key.fingerprint, key: path, publicKey: path + ".pub")))
        } else {
            let language = OperatorLanguage.asked
            console.print(language.text("key.written", ["path": path]))
            console.print(language.text("key.fingerprint", ["fingerprint": key.fingerprint]))
            console.print(language.text("key.toSign") + "\n\n[journal]\nsigning_key = \"\(path)\"")
        }
        return .done
    }
}

struct ShowJournalKey: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the fingerprint of a public key.")

    @Argument(help: ArgumentHelp("The public key: the .pub file.", valueName: "file"))
    var file: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let fingerprint = try JournalPublicKey(file: file.absolutePath).fingerprint
        console.print(
            output.json
                ? try Output.json(JournalKeyDocument(fingerprint: fingerprint, key: nil, publicKey: file.absolutePath))
                : fingerprint)
        return .done
    }
}

private struct JournalKeyDocument: Encodable {
    let fingerprint: String
    let key: String?
    let publicKey: String
}
