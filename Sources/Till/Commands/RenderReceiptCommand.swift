import ArgumentParser
import Configuration
import ESCPOS
import Flow
import Foundation
import Model
import Receipts

struct RenderReceipt: TillCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case escpos, text, html, svg, pdf, png
    }

    static let configuration = CommandConfiguration(
        commandName: "receipt", abstract: "Lays out a receipt, as a file or as a printer's bytes.")

    @Argument(help: "A receipt as JSON (docs/receipt.schema.json), or - for standard input.")
    var file: String
    @Option(help: "What to make of it: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: Format
    @OptionGroup var printer: ProfileOption
    @Option(help: "A template file. Default: shop.receipt_template, else the built-in templates.")
    var template: String?
    @Option(help: "The file to write, or - for standard output.")
    var out: String
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let receipt: Receipt
        let document = Data(try Input.bytes(file))
        do throws(ReceiptDocumentError) { receipt = try ReceiptDocument.decode(document) } catch {
            throw .noReceiptDocument(file, error)
        }
        let press = ReceiptRendering(profile: printer.profile, templates: try templates())
        let bytes = try press.render(receipt, as: format)
        if out == "-" {
            console.write(bytes)
        } else {
            try DemoFiles.write(bytes, to: out)
            console.say(out)
        }
        return .done
    }

    private func templates() throws(Failure) -> ReceiptTemplates {
        guard let template else {
            // A picture of a receipt is to be had whatever else is wrong with the till.
            let read = data.files().read()
            return read.problems.isEmpty ? read.configuration.templates : .builtIn
        }
        let read = ReceiptTemplates.read(template, try Input.bytes(template))
        guard read.problems.isEmpty else { throw .badTemplate(read.problems) }
        return read.templates
    }
}

/// One receipt in every form there is, all from the same lines.
private struct ReceiptRendering {
    let profile: PrinterProfile
    let templates: ReceiptTemplates

    func render(_ receipt: Receipt, as format: RenderReceipt.Format) throws(Failure) -> [UInt8] {
        let encoder = ESCPOSEncoder(profile: profile)
        let logos = Logos(of: templates).pictures(upToDots: profile.widthDots)
        let layout = ReceiptLayout(columns: encoder.columns, templates: templates, logos: logos)
        let lines = layout.lay(receipt, mark: .original)
        let title = [receipt.merchant.name, receipt.id.rawValue].joined(separator: ", ")
        switch format {
        case .escpos: return encoder.encode(lines).bytes
        case .png: return try picture(of: encoder.encode(lines).bytes)
        case .text: return Array(TextRenderer().render(lines).utf8)
        case .html:
            return Array(HTMLRenderer(draw: \.modules).render(lines, title: title, language: receipt.language).utf8)
        case .svg:
            return Array(SVGRenderer(draw: \.modules).render(lines, title: title, language: receipt.language).utf8)
        case .pdf:
            return try PDFRenderer().render(lines, title: title, created: receipt.issuedAt.formatted(.iso8601))
        }
    }

    /// What the very bytes put on paper.
    private func picture(of bytes: [UInt8]) throws(Failure) -> [UInt8] {
        let pages = try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, wideText: profile.wideText,
            glyphs: try CairoGlyphs())
        guard let page = pages.first else { return [] }
        return try PaperPNG.encode(page)
    }
}

extension Failure {
    static func noReceiptDocument(_ file: String, _ error: ReceiptDocumentError) -> Failure {
        Failure(
            "receipt.malformed", "\(file) is no receipt. \(error)", remedy: "compare it with docs/receipts.md",
            recovery: .giveUp)
    }

    static func badTemplate(_ problems: [ConfigurationProblem]) -> Failure {
        Failure(
            "receipt.badTemplate", "The template cannot be used.", remedy: "correct it", recovery: .askOperator,
            causes: problems.map(\.line))
    }
}
