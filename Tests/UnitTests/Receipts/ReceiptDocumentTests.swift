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

    /// The file represents every receipt that an earlier version stored. If this fails, archives have become
    /// unreadable.
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
        #expect(error?.description == "card.terminalText.lines[1].text: \(Self.refusal)")
    }

    private static let refusal = "it holds card data, which is neither printed nor stored"

    /// A receipt with every possible text; each text in turn is replaced by a card number.
    @Test func noTextOfADocumentHoldsACardNumber() throws {
        let document = try JSONSerialization.jsonObject(with: ReceiptDocument.encode(Sample.everything))
        let changed = Self.texts(of: document, "") { _ in "No. 4111 1111 1111 1111" }
        var refused: [String] = []
        for (path, document) in changed {
            let error = #expect(throws: ReceiptDocumentError.self, "\(path)") {
                try ReceiptDocument.decode(JSONSerialization.data(withJSONObject: document))
            }
            #expect(error?.path == path)
            if error?.reason.description == Self.refusal { refused.append(path) }
        }
        for path in ["lines[0].name", "lines[0].details[0]", "footer[0]", "merchant.address[1]", "merchant.taxID"]
            + ["references[0].value", "codes[0].content", "codes[0].caption", "fiscal.lines[1]", "fiscal.code.content"]
            + ["card.composed.status.cardName", "orderNumber", "adjustments[0].label", "taxes[0].label", "logo"]
        { #expect(refused.contains(path), "\(path)") }
    }

    /// The document with each of its texts changed in turn, with the path of the text.
    private static func texts(of value: Any, _ path: String, _ change: (String) -> String) -> [(String, Any)] {
        if let text = value as? String { return [(path, change(text))] }
        if let list = value as? [Any] {
            return list.indices.flatMap { index in
                texts(of: list[index], "\(path)[\(index)]", change).map { place, inner in
                    var list = list
                    list[index] = inner
                    return (place, list as Any)
                }
            }
        }
        guard let object = value as? [String: Any] else { return [] }
        return object.flatMap { key, inner in
            texts(of: inner, path.isEmpty ? key : "\(path).\(key)", change).map {
                ($0, object.merging([key: $1]) { $1 } as Any)
            }
        }
    }

    private func refusedPath(_ change: (inout [String: Any]) -> Void) throws -> String? {
        let encoded = try ReceiptDocument.encode(Sample.everything)
        var document = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
        change(&document)
        let data = try JSONSerialization.data(withJSONObject: document)
        do throws(ReceiptDocumentError) {
            _ = try ReceiptDocument.decode(data)
            return nil
        } catch { return error.path }
    }

    @Test func aCardNumberThatIsSplitOverTwoLinesIsOne() throws {
        #expect(try refusedPath { $0["footer"] = ["Hello", "4111 1111", "1111 1111"] } == "footer[1]")
    }

    /// Article numbers, dates of vouchers, signatures, numbers of tax offices and telephone numbers stay.
    @Test func whatIsNoCardNumberStays() throws {
        #expect(
            try refusedPath { document in
                document["footer"] = [
                    "Gutschein gültig bis 31.12.2027", "valid until 2027", "Tel. +49 30 901820-0",
                    "USt-IdNr. DE123456789", "4006381333931", "Steuernummer 2181081508155",
                ]
                document["fiscal"] = [
                    "lines": [
                        "MEUCIQD4g0815p47119Zq2020112233445566778899", "2026-11-21T15:04:05.000Z", "400001234567890",
                        "9d6f5bb6-da48-4fcd-a803-4586a025e0e4",
                    ]
                ]
                document["orderNumber"] = "20261121-1504-0001"
            } == nil)
    }

    /// 4006381333924 has a valid check digit both as an article number and as a card number.
    @Test func anArticleNumberInItsSymbolIsNone() throws {
        let number = "4006381333924"
        func codes(_ symbology: String, _ content: String) -> [[String: String]] {
            [["symbology": symbology, "content": content]]
        }
        #expect(CardData.isIn(number))
        #expect(try refusedPath { $0["codes"] = codes("ean13", number) } == nil)
        #expect(try refusedPath { $0["codes"] = codes("code128", number) } == "codes[0].content")
        #expect(try refusedPath { $0["codes"] = codes("ean13", "4111111111111111") } == "codes[0].content")
    }

    @Test func aSymbologyThatThereIsNotIsToldWithThoseThatThereAre() throws {
        let sound = String(decoding: try ReceiptDocument.encode(Sample.everything), as: UTF8.self)
        let error = #expect(throws: ReceiptDocumentError.self) {
            try ReceiptDocument.decode(Data(sound.replacing(": \"qr\"", with: ": \"qrcode\"").utf8))
        }
        #expect(
            error?.description
                == "codes[0].symbology: there is no symbology qrcode; there are qr, pdf417, maxiCode, dataMatrix, aztec, "
                + "dataBar, dataBarTruncated, dataBarLimited, dataBarExpanded, upcA, upcE, ean13, ean8, code39, itf, "
                + "codabar, code93, code128, gs1-128")
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
        (
            "\"resultCode\" : 0", "\"resultCode\" : 300",
            "card.composed.status.resultCode: it is no number from 0 to 255"
        ),
        (
            "\"resultCode\" : 0", "\"resultCode\" : -1",
            "card.composed.status.resultCode: it is no number from 0 to 255"
        ),
        ("\"utcOffset\" : 3600", "\"utcOffset\" : 999999999999", "utcOffset: it is no number from -64800 to 64800"),
        ("\"utcOffset\" : 3600", "\"utcOffset\" : -64801", "utcOffset: it is no number from -64800 to 64800"),
        ("\"resultCode\"", "\"second\" : 255, \"resultCode\"", "card.composed.status.second: it is "),
        ("\"copy\" : ", "\"language\" : \"fr\", \"copy\" : ", "language: it is there twice"),
        ("\"quantity\" : 2", "\"quantity\" : 2, \"qu\\u0061ntity\" : 3", "lines[0].quantity: it is there twice"),
    ])
    func whatIsWrongIsNamedByItsPath(old: String, new: String, told: String) throws {
        let sound = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        let range = try #require(sound.range(of: old))
        let text = sound.replacingCharacters(in: range, with: new)
        let error = #expect(throws: ReceiptDocumentError.self) { try ReceiptDocument.decode(Data(text.utf8)) }
        #expect(error?.description.hasPrefix(told) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("second", 255, 59), ("second", -1, 0), ("minute", 60, 59), ("hour", 77, 23), ("day", -1, 1), ("day", 0, 31),
        ("month", 13, 12), ("receiptNumber", 10_000, 9_999), ("trace", -1, 999_999),
    ])
    func noNumberOfTheTerminalsIsOneThatNoneSends(key: String, wrong: Int, right: Int) throws {
        func path(_ value: Int) throws -> String? {
            try refusedPath { document in
                document["card"] = ["composed": ["status": ["resultCode": 0, key: value], "result": "approved"]]
            }
        }
        #expect(try path(wrong) == "card.composed.status.\(key)")
        #expect(try path(right) == nil)
    }

    @Test func aLineIsIndentedByNoMoreThanATerminalDoes() throws {
        #expect(
            try refusedPath { document in
                let lines = [["text": "a", "indent": 15], ["text": "b", "indent": 16]]
                document["card"] = ["terminalText": ["lines": lines, "result": "approved"]]
            } == "card.terminalText.lines[1].indent")
    }

    /// Texts may contain what looks like a key or the end of an object.
    @Test func whatAKeySaysTwiceIsFoundWhereverItIs() throws {
        let sound = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        func place(_ old: String, _ new: String) throws -> String? {
            let range = try #require(sound.range(of: old))
            let text = sound.replacingCharacters(in: range, with: new)
            do throws(ReceiptDocumentError) {
                _ = try ReceiptDocument.decode(Data(text.utf8))
                return nil
            } catch { return "\(error)" }
        }
        #expect(try place("\"Cappuccino", #""}],\"copy\":{[\\"#) == nil)
        let money = #"{ "currency" : "EUR", "minorUnits" : 1, "minorUnits" : 780 }"#
        #expect(try place("\"tip\" : {", "\"tip\" : \(money), \"tip\" : {")?.hasPrefix("tip.minorUnits: ") == true)
    }

    @Test func anotherEncodingThanUTF8IsNone() throws {
        let sound = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        let wide = try #require(sound.data(using: .utf16LittleEndian))
        let error = #expect(throws: ReceiptDocumentError.self) { try ReceiptDocument.decode(wide) }
        #expect(error?.description == "it is not JSON in UTF-8")
    }

    @Test func nothingButWhatIsThereIsWrittenDown() throws {
        let text = String(decoding: try ReceiptDocument.encode(Sample.receipt(.customer)), as: UTF8.self)
        for key in ["adjustments", "references", "codes", "fiscal", "logo", "currencyFormat", "unitPrice", "details"] {
            #expect(!text.contains("\"\(key)\""))
        }
    }
}
