import ArgumentParser
import ESCPOS
import Flow
import Readers

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Decodes bytes. Card numbers are masked; nothing is stored.",
        subcommands: [InspectZVT.self, InspectESCPOS.self])
}

struct InspectESCPOS: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "escpos", abstract: "Decodes a print stream, whatever is in it.")

    @Argument(help: "A print stream, or - for standard input.")
    var file: String
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let entries = ESCPOSInspector.entries(of: try Input.bytes(file))
        guard output.json else {
            console.write(ESCPOSInspector.table(entries))
            return .done
        }
        do { console.print(try ESCPOSInspector.json(entries)) } catch {
            throw Failure("output.json", "The answer cannot be written as JSON.", recovery: .giveUp)
        }
        return .done
    }
}
