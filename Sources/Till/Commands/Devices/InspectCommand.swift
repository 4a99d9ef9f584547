import Model
import ArgumentParser
import ESCPOS
import Failures
import Flow
import Readers

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Decodes the bytes of a terminal or a printer. Nothing is stored.",
        subcommands: [InspectZVT.self, InspectESCPOS.self])
}

extension ZVTInspector.Framing: ExpressibleByArgument {}

struct InspectZVT: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "zvt", abstract: "Decodes ZVT telegrams. Card numbers are masked.",
        discussion: "With --json one telegram is one document, and several telegrams are an array of documents.")

    @Option(
        help: ArgumentHelp(
            "How the bytes are framed: apdu is bare, serial has DLE STX … DLE ETX CRC. Default: found out from the bytes.",
            valueName: "framing"))
    var framing: ZVTInspector.Framing?
    @Argument(help: ArgumentHelp("Bytes in hexadecimal, such as 06 0F 00, or - for standard input.", valueName: "hex"))
    var hex: [String]
    @OptionGroup var output: JSONOption
    @OptionGroup(visibility: .hidden) var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let bytes = try Input.hexadecimal(hex.joined(separator: " "))
        let telegrams: [Inspection]
        do throws(InspectionError) { telegrams = try ZVTInspector.inspect(bytes, framing: framing) } catch {
            throw error.failure
        }
        guard output.json else {
            console.print(telegrams.map(\.text).joined(separator: "\n\n"))
            return .done
        }
        let documents = telegrams.map(\.json)
        console.print(documents.count == 1 ? documents[0] : "[" + documents.joined(separator: ",") + "]")
        return .done
    }
}

struct InspectESCPOS: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "escpos", abstract: "Decodes an ESC/POS print stream command by command.")

    @Argument(help: ArgumentHelp("A file of ESC/POS bytes, or - for standard input.", valueName: "file"))
    var file: String
    @OptionGroup var printer: ProfileOption
    @OptionGroup var output: JSONOption
    @OptionGroup(visibility: .hidden) var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let entries = ESCPOSInspector.entries(
            of: try Input.bytes(file), codePages: printer.profile.codePages, wideText: printer.profile.wideText)
        guard output.json else {
            console.write(ESCPOSInspector.table(entries))
            return .done
        }
        do { console.print(try ESCPOSInspector.json(entries)) } catch {
            throw Failure(OutputFailure.json, Sentence("failure.output.json.execute"), recovery: .giveUp)
        }
        return .done
    }
}
