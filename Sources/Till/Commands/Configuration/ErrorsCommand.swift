import ArgumentParser
import Failures
import Flow
import Service

/// Lists every code that a failure can have as JSON, from which `scripts/errors-page` writes docs/errors.md. Hidden
/// from the help.
struct ErrorsCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors", abstract: "Shows every error code as JSON.", shouldDisplay: false)

    @OptionGroup(visibility: .hidden) var data: DataOptions

    struct Layer: Encodable {
        let title: String
        let codes: [Code]

        init(_ layer: any ListedFailure.Type) {
            title = layer.title
            codes = layer.codes.map(Code.init)
        }
    }

    struct Code: Encodable {
        let code: String
        let exit: Int32
        let mender: String
        let when: String

        init(_ entry: ListedCode) {
            code = entry.code
            exit = Exit(entry.meaning.exitClass).rawValue
            mender = entry.meaning.mender.rawValue
            when = entry.meaning.when
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        console.print(try Output.json(FailureList.layers.map(Layer.init)))
        return .done
    }
}
