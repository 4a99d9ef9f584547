import Foundation
import Model
import Testing

@testable import Networking

/// Reading and writing of JSON without loss.
@Suite struct JSONTests {
    @Test(arguments: [
        "{}", "[]", "0", "-0", "-12", "9223372036854775807", "\"\"", "true", "false", "null", " [1, 2 ,3]\n",
        #"{"a":{"b":[{"c":null}]}}"#, #""\u00e9\ud83d\ude00\n\t\b\f\r\/\\\"""#, "1.50", "12345678901234567890", "1e3",
        "-0.0001", "1E-2", #"{"ä":"ö"}"#,
    ])
    func whatIsJSONIsReadAsFoundationReadsIt(text: String) throws {
        let own = try JSONValue(parsing: Data(text.utf8))
        let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let written = try JSONSerialization.jsonObject(with: own.data, options: .fragmentsAllowed)
        #expect((theirs as? NSObject) == (written as? NSObject))
        #expect(try JSONValue(parsing: own.data) == own)
    }

    @Test(arguments: [
        "", " ", "{", "[1", "{\"a\"", "{\"a\":", "\"abc", "\"\\", "\"\\u12", "tru", "-", "1.", "1e",
    ])
    func aTextThatIsCutOffIsToldApart(text: String) {
        #expect(throws: JSONError.cutOff) { try JSONValue(parsing: Data(text.utf8)) }
    }

    @Test(arguments: [
        "{a:1}", "[1,]", "{\"a\":1,}", "01", "+1", ".5", "NaN", "Infinity", "'a'", "[1] 2", "\"a\u{1}b\"", "\"\\x\"",
        "\"\\u12g4\"", "nul1", "<html>", "// comment\n1", "[1 2]", "1.e5", "--1", "\u{0}",
    ])
    func whatIsNoJSONIsRefused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Data(text.utf8)) }
    }

    @Test func aTextThatIsNotUTF8IsRefused() {
        #expect(throws: JSONError.encoding(at: 1)) { try JSONValue(parsing: Data([0x22, 0xC3, 0x28, 0x22])) }
        #expect(throws: JSONError.encoding(at: 1)) { try JSONValue(parsing: Data([0x22, 0xED, 0xA0, 0x80, 0x22])) }
        #expect(throws: JSONError.encoding(at: 1)) {
            try JSONValue(parsing: Data([0x22, 0x5C, 0x6E, 0xC3, 0x28, 0x22]))
        }
    }

    /// A text that is repaired holds this character, so it must not be what tells the two apart.
    @Test func theCharacterThatStandsForUnreadableOnesIsReadAsItIs() throws {
        let text = "a\u{FFFD}ü"
        #expect(try JSONValue(parsing: Data("\"\(text)\"".utf8)) == .string(text))
        #expect(try JSONValue(parsing: Data("\"\\n\(text)\"".utf8)) == .string("\n\(text)"))
    }

    @Test func nestingHasABound() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONValue(parsing: nested(100))
        #expect(throws: JSONError.tooDeep) { try JSONValue(parsing: nested(1_000_000)) }
    }

    @Test(arguments: ["0.1", "143.27", "305.80999999999995", "3.1932773109243695", "-12.150", "1234567890123456789.5"])
    func aNumberIsExact(text: String) throws {
        guard case .decimal(let number) = try JSONValue(parsing: Data(text.utf8)) else {
            Issue.record("\(text) is read as something else")
            return
        }
        #expect(number == Decimal(string: text))
    }

    @Test(arguments: ["1e200", String(repeating: "9", count: 60), "0." + String(repeating: "1", count: 50)])
    func aNumberThatCannotBeKeptExactlyIsRefused(text: String) {
        #expect(throws: JSONError.numberTooLong(at: 0)) { try JSONValue(parsing: Data(text.utf8)) }
    }

    @Test(arguments: [#"{"a": 1, "a": 1}"#, #"[{"a": {"b": 1, "c": 2, "b": 3}}]"#, #"{"a": 1, "\u0061": 2}"#])
    func membersWithTheSameNameCanBeRefused(_ text: String) throws {
        #expect(throws: JSONError.repeatedName) {
            try JSONValue(parsing: Data(text.utf8), refusingRepeatedNames: true)
        }
        #expect(throws: Never.self) { try JSONValue(parsing: Data(text.utf8)) }
        #expect(throws: Never.self) {
            try JSONValue(parsing: Data(#"[{"a": 1}, {"a": {"a": 2}}]"#.utf8), refusingRepeatedNames: true)
        }
    }

    @Test func ofMembersWithTheSameNameTheLastCounts() throws {
        #expect(try JSONValue(parsing: Data(#"{"a":1,"a":2}"#.utf8)) == ["a": 2])
    }

    @Test(arguments: [#""\ud83d""#, #""\ud83dx""#, #""\ude00""#, #""\ud83d\u0041""#])
    func halfAPairIsReplaced(text: String) throws {
        #expect(try JSONValue(parsing: Data(text.utf8)).text?.unicodeScalars.first == "\u{FFFD}")
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        #expect(try JSONValue(parsing: Data([0xEF, 0xBB, 0xBF, 0x31])) == 1)
    }

    /// Many rounds over damaged answers: each is read or refused.
    @Test func damagedAnswersNeverEndTheProcess() throws {
        let whole = Array(#"{"id":7,"total":"12.50","meta":[{"k":"\u00e9","v":[1.5,-2e3,null,true]}]}"#.utf8)
        var random = UInt64(42)
        var readable = 0
        for _ in 0..<100_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var bytes = whole
            bytes[Int(random >> 33) % bytes.count] = UInt8(truncatingIfNeeded: random >> 20)
            if random & 0x100 != 0 { bytes.removeLast(Int(random >> 45) % bytes.count) }
            if (try? JSONValue(parsing: Data(bytes))) != nil { readable += 1 }
        }
        #expect(readable > 0)
    }

    @Test(arguments: [
        ("global_unique_id", "4000000000006", true), ("sku", "4000000000006", true),
        ("name", "4000000000006", false), ("value", "4000000000006", false), ("sku", "4111111111111111", false),
        ("global_unique_id", "4222222222222", false), ("global_unique_id", "4111111111111111", false),
    ]) func aProductsBarCodeIsNoCardNumber(name: String, text: String, isKept: Bool) {
        let json: JSONValue = .object([name: .string(text)])
        #expect((json.withoutCardData == json) == isKept)
    }

    @Test(arguments: ["sku", "global_unique_id"]) func noBarCodeOfAProductIsMasked(name: String) {
        let codes = (0..<100).map { number in
            let start = String(400_638_133_300 + number)
            let sum = start.utf8.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 1 : 3) }
            return start + String((10 - sum % 10) % 10)
        }
        #expect(codes.contains("4006381333931") && codes.contains { CardData.isIn(written: $0) })
        for code in codes {
            let json: JSONValue = .object(["items": .array([.object([name: .string(code)])])])
            #expect(json.withoutCardData == json, "\(code)")
        }
    }

    @Test(arguments: [
        (#"{"note":["card 4111 1111 1111 1111"]}"#, #"{"note":["card **** **** **** 1111"]}"#),
        (#"{"phone":6011000990139424}"#, #"{"phone":"************9424"}"#),
        (#"{"value":{"dec":378282246310005.0}}"#, #"{"value":{"dec":"***********0005"}}"#),
        (#"{"value":4111111111111111.25}"#, #"{"value":"************1111.25"}"#),
        (#"{"4111111111111111":"by name"}"#, #"{"************1111":"by name"}"#),
        (#"{"4111111111111111":[5555555555554444]}"#, #"{"************1111":["************4444"]}"#),
        (#"{"transaction_id":4111111111111111}"#, #"{"transaction_id":"************1111"}"#),
        (#"{"note":"4111&nbsp;1111&nbsp;1111&nbsp;1111"}"#, #"{"note":"****\u{A0}****\u{A0}****\u{A0}1111"}"#),
        (#"{"note":"<b>4111&#49;11111111111 &lt;</b>"}"#, #"{"note":"<b>************1111 &lt;</b>"}"#),
    ]) func cardNumbersAreRemovedInWhateverFormTheyAreTyped(text: String, masked: String) throws {
        let json = try JSONValue(parsing: Data(text.utf8))
        let expected = masked.replacing(#"\u{A0}"#, with: "\u{A0}")
        #expect(String(decoding: json.withoutCardData.data, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        #"{"id":4111111111111111,"product_id":4111111111111111,"line_item_ids":[4111111111111111]}"#,
        #"{"global_unique_id":4000000000006}"#, #"{"at":1795242601234,"micros":1795242601234567}"#,
        #"{"stamp":20261121063001,"price":4.5999999999999996,"order":411111111111}"#,
        #"{"note":"Tom &amp; Jerry &#8222;1234567890123&#8220;"}"#,
    ]) func idsTimesAndFractionsAreNoCardNumbers(text: String) throws {
        let json = try JSONValue(parsing: Data(text.utf8))
        #expect(json.withoutCardData == json)
    }
}
