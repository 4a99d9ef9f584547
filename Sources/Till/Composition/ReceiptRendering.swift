import ESCPOS
import Flow
import Foundation
import Model
import Receipts

/// One receipt in every form there is, all from the same lines.
struct ReceiptRendering {
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
