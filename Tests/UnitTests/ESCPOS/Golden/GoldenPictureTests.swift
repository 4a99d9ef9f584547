import Flow
import Foundation
import Model
import Receipts
import Testing

@testable import ESCPOS

/// The pictures in docs/receipts.md equal, dot for dot, what the program draws from its examples now. `TILL_RECORD=1
/// swift test --filter GoldenPicture` draws them again.
@Suite(.enabled(if: Drawing.isThatOfDebian12, Drawing.others))
struct GoldenPictureTests {
    struct Picture: Sendable, CustomTestStringConvertible {
        let name: String
        let document: String
        var profile = PrinterProfile.generic80
        var mark = PrintMark.original
        var symbols = ReceiptTemplate.Symbols.alone
        var testDescription: String { name }
    }

    private static let nextDay = Date(timeIntervalSince1970: 1_795_356_300)

    private static let pictures = [
        Picture(name: "order", document: "order"),
        Picture(name: "order-58mm", document: "order", profile: .generic58),
        Picture(name: "card-slip", document: "card-slip"),
        Picture(name: "greek", document: "greek", profile: .tmT20III),
        Picture(name: "japanese", document: "japanese", profile: .tmM30Japan),
        Picture(name: "declined", document: "declined"),
        Picture(name: "refund", document: "refund"),
        Picture(name: "duplicate", document: "card-slip", mark: .duplicate(1, at: nextDay)),
        Picture(name: "end-of-day", document: "end-of-day"),
        Picture(name: "fiscal", document: "fiscal", profile: .tmT88VI, symbols: .beside),
        Picture(name: "fiscal-58mm", document: "fiscal", profile: .generic58, symbols: .beside),
        Picture(name: "turkish", document: "turkish", profile: .tmT88V),
        Picture(name: "codes", document: "codes"),
    ]

    @Test(arguments: pictures)
    func theDocumentationShowsWhatIsPrinted(picture: Picture) throws {
        let png = try Self.png(of: picture)
        let file = GoldenFile.root.appending(path: "docs/pictures/receipt-\(picture.name).png")
        if GoldenFile.isRecording { try Data(png).write(to: file) }
        let (shown, drawn) = (try PNGReader.read(Array(try Data(contentsOf: file))), try PNGReader.read(png))
        let size = [shown.width, shown.height]
        #expect(size == [drawn.width, drawn.height])
        let row = zip(shown.shades, drawn.shades).enumerated().first { $0.element.0 != $0.element.1 }
            .map { $0.offset / shown.width }
        #expect(row == nil, "\(file.lastPathComponent) differs from row \(row ?? 0) on")
    }

    @Test func theDocumentationHasAllOfThem() throws {
        let page = try String(contentsOf: GoldenFile.root.appending(path: "docs/receipts.md"), encoding: .utf8)
        for picture in Self.pictures { #expect(page.contains("(pictures/receipt-\(picture.name).png)")) }
    }

    private static func png(of picture: Picture) throws -> [UInt8] {
        let examples = GoldenFile.root.appending(path: "docs/receipts")
        let receipt = try ReceiptDocument.decode(
            Data(contentsOf: examples.appending(path: "\(picture.document).json")))
        let profile = picture.profile
        let encoder = ESCPOSEncoder(profile: profile)
        let logo = try PictureFile.dots(
            of: Array(try Data(contentsOf: examples.appending(path: "logo.png"))), upToWidth: profile.widthDots)
        var templates = ReceiptTemplates.builtIn
        templates.orderReceipt.symbols = picture.symbols
        let layout = ReceiptLayout(columns: encoder.columns, templates: templates, logos: ["kiosk": logo])
        let pages = try PaperComposer.pages(
            of: encoder.encode(layout.lay(receipt, mark: picture.mark)).bytes, dots: profile.widthDots,
            codePages: profile.codePages, wideText: profile.wideText, glyphs: CairoGlyphs())
        return try PaperPNG.encode(try #require(pages.first))
    }
}
