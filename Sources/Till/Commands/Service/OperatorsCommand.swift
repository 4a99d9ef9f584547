import ArgumentParser
import Flow
import Foundation
import Model
import Service
import Stores

struct OperatorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operators",
        abstract: "Makes, lists and removes the people who may enter a PIN at a kiosk of `till serve`.",
        discussion: """
            Whoever has entered a PIN there may do for some minutes what a kiosk's customers may not: refund, reprint, settle doubts, \
            end the day. A PIN has 4 to 12 digits, and is typed on the terminal or read from a file.
            """,
        subcommands: [CreateOperator.self, ListOperators.self, ChangePIN.self, RemoveOperator.self])
}

/// The option that says where a command finds a new PIN.
struct PINOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file with the PIN in its first line; - for standard input. Default: asked on the terminal.",
            valueName: "file"))
    var pinFile: String?
}

struct OperatorArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The operator's name: 1 to 40 letters.", valueName: "name"))
    var name: String
}

struct CreateOperator: TillCommand {
    static let configuration = CommandConfiguration(commandName: "create", abstract: "Makes an operator.")

    @OptionGroup var person: OperatorArgument
    @OptionGroup var pin: PINOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // First, so that a service is asked at once, and not after the PIN was typed.
        let till = try await LiveTill.owning(try data.setup())
        let (name, requester) = (person.name, console.invocation.requester)
        let pin = try PINPrompt(console: console, file: pin.pinFile).ask()
        let made = try await till.ask { OperatorAction.create(name: name, pin, by: requester, $0) }
        return try console.tell(made, Sentence("operator.created", ["name": made.name]), data, output)
    }
}

struct ListOperators: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists all operators, without their PINs.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console, makesTill: true)
        let operators = try await till.ask { OperatorAction.list($0) }
        guard !output.json else {
            console.print(try Output.json(operators.map(OperatorDocument.init)))
            return .done
        }
        for person in operators {
            console.print(
                "\(person.id.padded(16))\(person.createdAt.formatted(.iso8601).padded(22))\(person.name)".printable)
        }
        if operators.isEmpty { console.say(data.language().text("operator.none")) }
        return .done
    }
}

struct ChangePIN: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-pin",
        abstract:
            "Gives an operator another PIN, also one who is locked out. Rights that were entered with the old one end.")

    @OptionGroup var person: OperatorArgument
    @OptionGroup var pin: PINOption
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let (name, requester) = (person.name, console.invocation.requester)
        let pin = try PINPrompt(console: console, file: pin.pinFile).ask()
        let changed = try await till.ask { OperatorAction.changePIN(name: name, pin, by: requester, $0) }
        return try console.tell(changed, Sentence("operator.changed", ["name": changed.name]), data, output)
    }
}

struct RemoveOperator: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes an operator and ends the operator's rights. What the operator did stays in the journal.")

    @OptionGroup var person: OperatorArgument
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        let (name, requester) = (person.name, console.invocation.requester)
        let gone = try await till.ask { OperatorAction.remove(name: name, by: requester, $0) }
        return try console.tell(gone, Sentence("operator.removed", ["name": gone.name]), data, output)
    }
}

extension Console {
    fileprivate func tell(
        _ person: TillOperator, _ sentence: Sentence, _ data: DataOptions, _ output: JSONOption
    ) throws(Failure) -> Exit {
        if output.json {
            print(try Output.json(OperatorDocument(person)))
        } else {
            print(sentence.text(in: data.language()))
        }
        return .done
    }
}

private struct OperatorDocument: Encodable {
    let id: String
    let name: String
    let createdAt: Date

    init(_ person: TillOperator) { (id, name, createdAt) = (person.id, person.name, person.createdAt) }
}
