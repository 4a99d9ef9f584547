import Foundation
import Hardware
import Model
import Receipts
import Testing

@testable import Payments
@testable import Stores

/// The data that one printer is sent for a receipt.
@Suite struct ReceiptRendererTests {
    private static let home = DeviceAddress(scheme: "test", path: "home")
    private static let other = DeviceAddress(scheme: "test", path: "other")
    private static let drawer: [UInt8] = [0x1B, 0x70]

    /// An encoder that writes only the text, and reports a missing letter.
    private struct PlainEncoder: LinesEncoder {
        let columns: Int
        func encode(_ receipt: LaidOutReceipt) -> EncodedLines {
            EncodedLines(data: PrintData(Array("text".utf8)), replaced: [.init("ꙮ", printed: "□")])
        }
        func recovery(lacking bytes: Int) -> [UInt8] { [UInt8](repeating: 0, count: bytes + columns) }
    }

    /// Only the first printer has a drawer.
    private let renderer = ReceiptRenderer(
        signals: { _, printer in printer == home ? drawer : [] },
        encoder: { PlainEncoder(columns: $0 == home ? 40 : 50) })

    private static let receipt = Receipt(
        id: ReceiptID(rawValue: "rcp-1"), copy: .customer, merchant: MerchantProfile.test.merchant,
        payment: PaymentID(rawValue: "pay-1"), orderNumber: nil, issuedAt: Date(timeIntervalSince1970: 0),
        utcOffset: 0, lines: [], taxes: [], total: .sample, tip: nil,
        card: .terminalText(lines: [PrintedLine("Paid by card")], result: .approved), footer: [], language: "en")

    @Test func aDrawerOpensBeforeTheFirstPrintAndNotBeforeADuplicate() {
        let text = Array("text".utf8)
        let duplicate = PrintMark.duplicate(1, at: Date(timeIntervalSince1970: 60))
        #expect(renderer.render(Self.receipt, .original, for: Self.home).data.bytes == Self.drawer + text)
        #expect(renderer.render(Self.receipt, duplicate, for: Self.home).data.bytes == text)
        #expect(renderer.render(Self.receipt, .original, for: Self.other).data.bytes == text)
    }

    @Test func whatThePrinterCouldNotWriteIsTold() {
        let rendered = renderer.render(Self.receipt, .original, for: Self.home)
        #expect(rendered.replaced == ["ꙮ as □"])
        #expect(rendered.text.contains("Paid by card"))
    }

    @Test func whatBringsAPrinterBackIsThatPrintersOwn() {
        #expect(renderer.recovery(of: Self.home, lacking: 2).count == 42)
        #expect(renderer.recovery(of: Self.other, lacking: 2).count == 52)
    }

    @Test(arguments: [(1, ReceiptLayout.fewestColumns), (1_000, ReceiptLayout.mostColumns), (40, 40)])
    func aWidthThatNoPaperHasIsTakenForTheNearestOne(asked: Int, width: Int) {
        #expect(
            renderer.text(Self.receipt, .original, columns: asked)
                == renderer.text(Self.receipt, .original, columns: width))
    }
}
