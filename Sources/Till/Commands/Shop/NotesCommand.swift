import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct NotesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "Shows and writes the notes at an order of the shop.",
        subcommands: [ListNotes.self, AddNote.self])
}

struct ListNotes: ShopListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the notes at an order, the newest first.")

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var none: Sentence { Sentence("notes.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<OrderNote>> {
        let id = try await till.order(order)
        return try await till.ask { OrderNoteAction.retrieveOrderNotes(id, $0) }
    }

    func row(of note: OrderNote, in till: LiveTill) -> String { note.row(till) }
}

struct AddNote: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Writes a note at an order.",
        discussion: """
            If the shop cannot be told now, the note waits in the outbox, and is written once. Card numbers in the text are masked.
            """)

    @Argument(help: ArgumentHelp("An order number, such as 1042.", valueName: "order"))
    var order: OrderNumber
    @Argument(help: ArgumentHelp("The text of the note.", valueName: "text"))
    var text: String?
    @Flag(help: "Read the text of the note from standard input.")
    var stdin = false
    @Flag(help: "Let the customer read the note: the shop sends it by e-mail.")
    var forCustomer = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    /// The most bytes of a note.
    private static let longest = 65_536

    func validate() throws {
        if stdin == (text != nil) { throw ValidationError("Give the text of the note, or --stdin.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let said: String
        if let text {
            said = text
        } else {
            said = String(decoding: try Input.bytes("-", upTo: Self.longest), as: UTF8.self)
        }
        let till = try await LiveTill(try data.setup())
        let note = NewOrderNote(
            at: try await till.order(order), said.trimmingCharacters(in: .whitespacesAndNewlines),
            isForCustomer: forCustomer)
        switch try await till.ask({ OrderNoteAction.addOrderNote(note, $0) }) {
        case .written(let written?): console.print(output.json ? written.json.shown : written.row(till).printable)
        case .written(nil):
            console.say(Sentence("notes.written"))
            if output.json { console.print((["state": "written"] as JSONValue).shown) }
        case .waits(let message, let failure):
            console.say(failure)
            console.say(Sentence("notes.waits", ["message": message]))
            if output.json { console.print((["state": "waits", "message": .string(message)] as JSONValue).shown) }
        }
        return .done
    }
}

extension OrderNote {
    fileprivate func row(_ till: LiveTill) -> String {
        let time = createdAt.map { till.clock.text($0) } ?? ""
        let reader = isForCustomer ? till.language.text("notes.forCustomer") : ""
        return [time, author, reader, text].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
