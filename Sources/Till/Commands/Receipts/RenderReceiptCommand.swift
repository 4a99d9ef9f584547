import ArgumentParser
import Configuration
import ESCPOS
import Failures
import Flow
import Foundation
import Model
import Receipts

struct RenderReceipt: TillCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case escpos, text, html, svg, pdf, png
    }

    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Renders a receipt as a document, a picture, or the bytes of a printer.")

    @Argument(
        help: ArgumentHelp(
            "A receipt as JSON (docs/receipt.schema.json), or - for standard input.", valueName: "file"))
    var file: String
    @Option(help: ArgumentHelp("The output format.", valueName: "format"))
    var format: Format
    @OptionGroup var printer: ProfileOption
    @Option(
        help: ArgumentHelp(
            "A template file. Default: shop.receipt_template, else the built-in templates.", valueName: "file"))
    var template: String?
    @Option(help: ArgumentHelp("The file to write, or - for standard output.", valueName: "file"))
    var out: String
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let receipt: Receipt
        let document = Data(try Input.bytes(file))
        do throws(ReceiptDocumentError) { receipt = try ReceiptDocument.decode(document) } catch {
            throw .noReceiptDocument(file, error)
        }
        let rendering = ReceiptRendering(
            profile: printer.profile, templates: try templates(), typesetter: Typesetter { console.say($0) })
        let bytes = try made(of: rendering.rendered(receipt), console)
        if out == "-" {
            console.write(bytes)
        } else {
            try OutputFile.write(bytes, to: out, besides: data.ownFiles)
            console.say(out)
        }
        return .done
    }

    private func made(of receipt: Rendered, _ console: Console) throws(Failure) -> [UInt8] {
        switch format {
        case .escpos: onPaper(receipt, console)
        case .text: Array(receipt.text.utf8)
        case .html: Array(receipt.html.utf8)
        case .svg: Array(receipt.svg.utf8)
        case .pdf: try receipt.pdf()
        case .png: try receipt.png(onPaper(receipt, console))
        }
    }

    private func onPaper(_ receipt: Rendered, _ console: Console) -> [UInt8] {
        let encoded = receipt.encoded
        console.sayReplaced(encoded.replaced.map(\.description))
        return encoded.bytes
    }

    private func templates() throws(Failure) -> ReceiptTemplates {
        guard let template else {
            // A receipt can be rendered even if the rest of the configuration is wrong.
            let read = data.files().read()
            return read.problems.isEmpty ? read.configuration.templates : .builtIn
        }
        let currency = data.files().read().configuration.shop.currency
        let read = ReceiptTemplates.read(template, try Input.bytes(template), currency: currency)
        let problems = ConfigurationFiles.mistakes(in: read)
        guard problems.isEmpty else { throw .badTemplate(problems) }
        return read.templates
    }
}

extension Failure {
    static func noReceiptDocument(_ file: String, _ error: ReceiptDocumentError) -> Failure {
        Failure(
            ReceiptFailure.malformed,
            Sentence("failure.receipt.malformed.noReceiptDocument", ["file": file, "error": error.said]),
            remedy: Sentence("remedy.receipt.malformed"), recovery: .giveUp)
    }

    static func badTemplate(_ problems: [ConfigurationProblem]) -> Failure {
        Failure(
            ReceiptFailure.badTemplate, Sentence("failure.receipt.badTemplate"),
            remedy: Sentence("remedy.receipt.badTemplate"), recovery: .askOperator, causes: problems.map(\.report))
    }
}
