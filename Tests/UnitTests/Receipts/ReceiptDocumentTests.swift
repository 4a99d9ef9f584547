import Foundation
import Model
import Receipts
import Testing

@Suite struct ReceiptDocumentTests {
    @Test(arguments: [
        Sample.receipt(.customer), Sample.receipt(.merchant, language: "de"),
        Sample.receipt(.customer, text: Sample.terminalText),
        Sample.receipt(.customer, result: Sample.refusal, verdict: .declined, order: nil, tip: nil),
    ])
    func aReceiptComesBackAsItWas(receipt: Receipt) throws {
        #expect(try ReceiptDocument.decode(ReceiptDocument.encode(receipt)) == receipt)
    }

    /// The file stands for every receipt stored by an earlier version: if this fails, archives have become unreadable.
    @Test func theSampleFileStillMeansTheSame() throws {
        let file = Fixtures.folder.appending(path: "receipts/sample-receipt.json")
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            try ReceiptDocument.encode(Sample.receipt(.customer)).write(to: file)
        }
        #expect(try ReceiptDocument.decode(Data(contentsOf: file)) == Sample.receipt(.customer))
        #expect(try ReceiptDocument.encode(Sample.receipt(.customer)) == Data(contentsOf: file))
    }

    @Test(arguments: ["", "{}", "[]", "{\"id\":1}", "null"])
    func whatIsNoReceiptIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try ReceiptDocument.decode(Data(text.utf8)) }
    }
}
