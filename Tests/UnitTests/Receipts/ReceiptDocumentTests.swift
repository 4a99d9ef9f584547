import Foundation
import Model
import Receipts
import Testing

@Suite struct ReceiptDocumentTests {
    @Test(arguments: [
        Sample.receipt(.customer), Sample.receipt(.merchant, language: "de"),
        Sample.receipt(.customer, text: Sample.terminalText),
        Sample.receipt(.customer, result: Sample.refusal, verdict: .declined, order: nil, tip: nil), Sample.everything,
    ])
    func aReceiptComesBackAsItWas(receipt: Receipt) throws {
        #expect(try ReceiptDocument.decode(ReceiptDocument.encode(receipt)) == receipt)
    }

    /// The file stands for every receipt stored by an earlier version: if this fails, archives have become unreadable.
    @Test func theSampleFileStillMeansTheSame() throws {
        let file = Fixtures.folder.appending(path: "receipts/sample-receipt.json")
        #expect(try ReceiptDocument.decode(Data(contentsOf: file)) == Sample.receipt(.customer))
        #expect(try ReceiptDocument.encode(Sample.receipt(.customer)) == Data(contentsOf: file))
    }

    @Test(arguments: [
        ("", "it is not JSON"), ("null", "it is null"), ("[]", "it is of another type"),
        ("{\"id\":1}", "id: it is of another type"), ("{}", "id: it is missing"),
        (String(repeating: "[", count: 100_000), "it is not JSON"),
        (String(repeating: " ", count: (1 << 20) + 1), "it is longer than 1048576 bytes"),
    ])
    func whatIsNoReceiptIsRefusedWithItsPlace(text: String, reason: String) {
        let error = #expect(throws: ReceiptDocumentError.self) { try ReceiptDocument.decode(Data(text.utf8)) }
        #expect(error?.description == reason)
    }

    @Test func aTextWithCardDataIsNone() throws {
        let receipt = Sample.receipt(.customer, text: [PrintedLine("Betrag EUR 7,80"), PrintedLine("PAN")])
        let document = String(decoding: try ReceiptDocument.encode(receipt), as: UTF8.self)
        let error = #expect(throws: ReceiptDocumentError.self) {
            try ReceiptDocument.decode(Data(document.replacing("\"PAN\"", with: "\"4111 1111 1111 1111\"").utf8))
        }
        #expect(error?.description == "card.terminalText.lines[1].text: it holds card data, which is not printed")
    }

    @Test(arguments: [
        ("\"currency\" : \"EUR\"", "\"currency\" : \"EUX\"", "lines[0].total.currency: EUX is no ISO 4217 currency"),
        ("\"quantity\" : 2", "\"quantity\" : 2.5", "lines[0].quantity: it is no whole number that fits"),
        ("\"quantity\" : 2", "\"quantity\" : null", "lines[0].quantity: it is null"),
        ("\"minorUnits\" : 780", "\"minorUnits\" : \"780\"", "lines[0].total.minorUnits: it is of another type"),
        ("\"minorUnits\" : 780", "\"minorUnits\" : 9223372036854775808", "lines[0].total.minorUnits: "),
        ("\"quantity\" : 2", "\"quantity\" : 2, \"colour\" : \"red\"", "lines[0].colour: a receipt has no such key"),
        ("\"footer\"", "\"foot\" : {\"a\" : 1}, \"footer\"", "foot: a receipt has no such key"),
        ("\"contactless\"", "\"telepathy\"", "card.composed.status.technology: "),
        ("\"copy\" : \"customer\"", "\"copy\" : \"mine\"", "copy: "),
        ("\"resultCode\" : 0", "\"resultCode\" : 300", "a number in it is too large"),
    ])
    func whatIsWrongIsNamedByItsPath(old: String, new: String, told: String) throws {
        let sound = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        let range = try #require(sound.range(of: old))
        let text = sound.replacingCharacters(in: range, with: new)
        let error = #expect(throws: ReceiptDocumentError.self) { try ReceiptDocument.decode(Data(text.utf8)) }
        #expect(error?.description.hasPrefix(told) == true, "\(error?.description ?? "")")
    }

    @Test func nothingButWhatIsThereIsWrittenDown() throws {
        let text = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        for key in ["adjustments", "references", "codes", "fiscal", "logo", "currencyFormat", "unitPrice", "details"] {
            #expect(!text.contains("\"\(key)\""))
        }
    }
}
