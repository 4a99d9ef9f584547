import ArgumentParser
import ESCPOS
import Flow
import Model

struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draws print streams and receipts without a printer.",
        subcommands: [RenderESCPOS.self, RenderReceipt.self])
}

struct RenderESCPOS: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "escpos", abstract: "Draws an ESC/POS print stream as a printer would print it: one PNG per cut.")

    @Argument(help: ArgumentHelp("A file of ESC/POS bytes, or - for standard input.", valueName: "file"))
    var file: String
    @Option(help: ArgumentHelp("The directory for page-1.png, page-2.png, …", valueName: "dir"))
    var out: String
    @OptionGroup var printer: ProfileOption
    @Option(
        help: ArgumentHelp(
            "The width of the print head in dots, 64 to 4096. Default: the profile's, such as 576 for 80 mm and 384 for 58 mm.",
            valueName: "dots"))
    var dots: Int?
    @OptionGroup(visibility: .hidden) var data: DataOptions

    func validate() throws {
        guard (64...4096).contains(dots ?? 64) else { throw ValidationError("--dots is 64 to 4096.") }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let bytes = try Input.bytes(file)
        let profile = printer.profile
        let pages = try PaperComposer.pages(
            of: bytes, dots: dots ?? profile.widthDots, codePages: profile.codePages, wideText: profile.wideText,
            glyphs: try CairoGlyphs())
        try OutputFile.makeFolder(out)
        for (number, page) in zip(1..., pages) {
            let path = "\(out)/page-\(number).png"
            try OutputFile.write(try PaperPNG.encode(page), to: path, besides: data.ownFiles)
            console.print(path)
        }
        if pages.isEmpty { console.say(OperatorLanguage.asked.text("print.nothing")) }
        return .done
    }
}
