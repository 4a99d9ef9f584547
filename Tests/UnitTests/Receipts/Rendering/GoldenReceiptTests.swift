import Foundation
import Model
import Receipts
import Testing
import ZVTCodes

/// Whole receipts compared with files that a person can read. `TILL_RECORD=1 swift test --filter GoldenReceipt` records
/// them again; a person then reads the difference.
@Suite struct GoldenReceiptTests {
    struct Picture: Sendable, CustomTestStringConvertible {
        let name: String
        let receipt: Receipt
        var mark = PrintMark.original
        var testDescription: String { name }
    }

    static var signed: TransactionResult {
        var result = Sample.approval
        result.technology = .magneticStripe
        result.holderVerification = .signature
        return result
    }

    static let pictures = [
        Picture(name: "customer", receipt: Sample.receipt(.customer)),
        Picture(name: "customer-german", receipt: Sample.receipt(.customer, language: "de")),
        Picture(name: "merchant", receipt: Sample.receipt(.merchant)),
        Picture(name: "merchant-signature", receipt: Sample.receipt(.merchant, language: "de", result: signed)),
        Picture(
            name: "declined",
            receipt: Sample.receipt(.customer, language: "de", result: Sample.refusal, verdict: .declined)),
        Picture(
            name: "cancelled",
            receipt: Sample.receipt(
                .customer, result: TransactionResult(resultCode: 0x6C), verdict: .cancelled, order: nil, tip: nil)),
        Picture(
            name: "duplicate", receipt: Sample.receipt(.customer),
            mark: .duplicate(2, at: Sample.afternoon.addingTimeInterval(86_400 * 3 + 777))),
        Picture(
            name: "terminal-text", receipt: Sample.receipt(.customer, language: "de", text: Sample.terminalText)),
    ]

    @Test(arguments: pictures, [32, 42, 48])
    func theReceiptLooksLikeItsPicture(picture: Picture, columns: Int) throws {
        let laid = ReceiptLayout(columns: columns).lay(picture.receipt, mark: picture.mark)
        let text = TextRenderer().render(laid)
        let file = Fixtures.folder.appending(path: "receipts/\(picture.name)-\(columns).txt")
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            try Data(text.utf8).write(to: file)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }
}

enum Fixtures {
    /// `Tests/Fixtures`, found from this file.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")
}
