import Foundation
import Model
import Testing

@testable import Storage

/// What is stored is written byte for byte as Foundation's encoder writes it, and read as Foundation's decoder reads it,
/// whether or not they are asked.
@Suite struct PlainJSONTests {
    enum Word: String, Codable { case one, two = "zwei" }

    enum Fact: Codable, Equatable {
        case empty
        case named(Part, at: Date)
        case plain(Int, String?)
        indirect case nested(Fact)
    }

    struct Part: Codable, Equatable {
        var zebra: Int64 = -1
        var apple: String? = "a\"\\/\n\r\t"
        var none: Int?
        var flag = true
        var byte: UInt8 = 255
        var big = UInt64.max
        var small = Int8.min
        var word: Word? = .two
        var words: [Word] = [.one, .two]
        var table: [String: [Int]] = ["b": [1, 2], "A": [], "a": [-3]]
        var times: [Date?] = [Date(timeIntervalSince1970: 1.2345), nil]
        var nothing: [String: String] = [:]
        var pairs: [Int: Word] = [3: .one]
    }

    struct Strange: Codable, Equatable {
        var double: Double?
        var data: Data?
        var url: URL?
        var decimal: Decimal?
        var text: String?
        var table: [String: Int]?
    }

    private func agrees<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
        let data = try StoredJSON.foundationsData(value)
        guard try StoredJSON.data(value) == data else { return false }
        return try StoredJSON.value(Value.self, from: data) == StoredJSON.foundationsValue(Value.self, from: data)
    }

    @Test func whatIsPlainIsWrittenAndReadAlike() throws {
        let facts: [Fact] = [
            .empty, .plain(0, nil), .plain(.max, "ü🧾e\u{301}\u{7f}"),
            .named(Part(), at: Date(timeIntervalSince1970: 1e9)),
            .nested(.nested(.plain(.min, ""))),
        ]
        for fact in facts {
            #expect(try agrees(fact))
            #expect(PlainJSONEncoder.data(fact) != nil)
        }
        #expect(try agrees(facts))
        #expect(try agrees(Part()))
        #expect(try agrees(7))
        #expect(try agrees("text"))
        #expect(try agrees(Date(timeIntervalSince1970: 7)))
        #expect(try agrees([Int]()))
    }

    @Test(arguments: [
        Strange(double: 0.1), Strange(data: Data([1, 2, 255])), Strange(url: URL(string: "https://till.example/a?b")),
        Strange(decimal: Decimal(string: "12.30")), Strange(text: "\u{1}\u{8}\u{c}\u{1f}"),
        Strange(table: ["ä": 1, "z": 2]),
        Strange(text: "\u{2028}"),
    ])
    func whatIsNotPlainIsWrittenAndReadByFoundation(_ value: Strange) throws {
        #expect(try agrees(value))
    }

    /// Values that were written by hand, by other programs, or in part.
    @Test(arguments: [
        "", "{}", "[]", "null", "{\"plain\":{\"_0\":1}}", "{\"plain\":{\"_0\":1,\"_1\":null}}",
        "{\"plain\":{\"_0\":1.0}}",
        "{\"plain\":{\"_0\":1e3}}", "{\"plain\":{\"_0\":\"1\"}}", "{\"plain\":{\"_0\":9223372036854775807}}",
        "{\"plain\":{\"_0\":9223372036854775808}}", "{\"plain\":{\"_0\":1,\"_0\":2}}", "{\"plain\":{\"_0\":-0}}",
        "{\"plain\":{\"_0\":01}}", "{\"plain\":{}}", "{\"empty\":{},\"plain\":{\"_0\":1}}", "{\"unknown\":{}}",
        "{\"pl\\u0061in\":{\"_0\":1}}", "{\"plain\":{\"_0\":1,\"_1\":\"\\u00e4\\ud83e\\uddfe\"}}",
        "{\"plain\":{\"_0\":1,\"_1\":\"\\\"\\\\\\/\\n\"}}", " { \"plain\" : { \"_0\" : 1 , \"x\" : [ { } , [ ] ] } } ",
        "{\"plain\":{\"_0\":true}}", "{\"plain\":{\"_0\":1}}x", "{\"plain\":{\"_0\":1,}}", "{\"empty\":{}}",
        "{\"empty\":[]}",
        "{\"empty\":null}", "\u{feff}{\"empty\":{}}",
    ])
    func whateverIsStoredIsReadOrRefusedAlike(_ text: String) {
        let data = Data(text.utf8)
        #expect(
            (try? StoredJSON.value(Fact.self, from: data)) == (try? StoredJSON.foundationsValue(Fact.self, from: data)))
    }
}
