import ESCPOS
import Flow
import Foundation
import Model
import Receipts

/// One receipt in every form, all made from the same lines.
struct ReceiptRendering {
    let profile: PrinterProfile
    let templates: ReceiptTemplates
    let typesetter: Typesetter

    /// The receipt's lines, to be made into as many forms as needed.
    func rendered(_ receipt: Receipt) -> Rendered {
        let encoder = ESCPOSEncoder(
            profile: profile, font: PrinterFont(templates[receipt.sheetKind].font), typesetter: typesetter)
        let logos = Logos(of: templates).pictures(upToDots: profile.widthDots)
        let layout = ReceiptLayout(columns: encoder.columns, templates: templates, logos: logos)
        return Rendered(receipt: receipt, lines: layout.lay(receipt, mark: .original), encoder: encoder)
    }
}

/// A receipt's lines and their forms.
struct Rendered {
    fileprivate let receipt: Receipt
    fileprivate let lines: LaidOutReceipt
    fileprivate let encoder: ESCPOSEncoder

    private var title: String { "\(receipt.merchant.name), \(receipt.id)" }

    /// The bytes for the printer, and the characters that it replaces.
    var encoded: EncodedLines { encoder.encode(lines) }
    var text: String { TextRenderer().render(lines) }
    var html: String { HTMLRenderer(draw: \.modules).render(lines, title: title, language: receipt.language) }
    var svg: String { SVGRenderer(draw: \.modules).render(lines, title: title, language: receipt.language) }

    func pdf() throws(Failure) -> [UInt8] {
        try PDFRenderer().render(lines, title: title, created: receipt.issuedAt.formatted(.iso8601))
    }

    /// A picture of the paper that these bytes print.
    func png(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        let profile = encoder.profile
        let pages = try PaperComposer.pages(
            of: bytes, dots: profile.widthDots, codePages: profile.codePages, wideText: profile.wideText,
            glyphs: try CairoGlyphs())
        guard let page = pages.first else { return [] }
        return try PaperPNG.encode(page)
    }
}
