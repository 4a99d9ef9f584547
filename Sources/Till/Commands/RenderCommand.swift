import ArgumentParser
import ESCPOS
import Flow

struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Shows what would be on paper.",
        subcommands: [RenderESCPOS.self, RenderReceipt.self])
}

struct RenderESCPOS: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "escpos", abstract: "Draws what a printer would put on paper: one PNG per cut.")

    @Argument(help: "A print stream, or - for standard input.")
    var file: String
    @Option(help: "The folder for page-1.png, page-2.png, …")
    var out: String
    @OptionGroup var printer: ProfileOption
    @Option(help: "Dots of the print head. Otherwise those of the profile: 576 for 80 mm, 384 for 58 mm.")
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
            try OutputFile.write(try PaperPNG.encode(page), to: path)
            console.print(path)
        }
        if pages.isEmpty { console.say("nothing would be printed") }
        return .done
    }
}
