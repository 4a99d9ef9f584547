import Flow
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

    /// What can be done without.
    private struct Forgiving: Codable, Equatable {
        let rate: Double?

        init(rate: Double?) { self.rate = rate }

        init(from decoder: any Decoder) throws {
            rate = try? decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .rate)
        }
    }

    @Test func aTypeThatDoesWithoutAValueStillGetsItFromFoundation() throws {
        #expect(try agrees(Forgiving(rate: 0.5)))
    }

    /// Nearly everything that is stored has a time in it.
    @Test func timesAreReadWithoutFoundation() {
        let read = PlainJSONDecoder.value([Date].self, from: Data("[7000]".utf8), userInfo: [:])
        #expect(read == [Date(timeIntervalSince1970: 7)])
    }

    private static let documents: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    private struct Named: Encodable {
        let name: String
        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try members.encode(1, forKey: Key(stringValue: name))
        }
    }

    /// Whether a document is written as Foundation writes it, if it is written at all.
    private func isAlike(_ value: some Encodable) throws -> Bool {
        guard let plain = PlainJSONEncoder.data(value, as: .document) else { return true }
        return try plain == Self.documents.encode(value)
    }

    @Test func aDocumentsNamesAreInSnakeCaseAsFoundationHasThem() throws {
        let names = [
            "id", "totalMinor", "total_minor", "a1B", "aB1", "aB1c", "isPOS", "myURL", "URLPart", "Total", "_0", "a_bC",
            "", "x9y",
            "number2Last", "q", "ärger", "aÄ", "a-b", "aBcDe", "aB",
        ]
        for name in names { #expect(try isAlike(Named(name: name)), "\(name)") }
        #expect(
            PlainJSONEncoder.data(Named(name: "totalMinorUnits"), as: .document)
                == Data(#"{"total_minor_units":1}"#.utf8))
        var random = SeededGenerator(seed: 0x15A1)
        let letters = Array("abzABZ019_é")
        for _ in 0..<2_000 {
            let name = String(
                (0..<Int.random(in: 1...8, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
            #expect(try isAlike(Named(name: name)), "\(name)")
        }
    }

    @Test func theKeysOfADictionaryStayAsTheyAre() throws {
        #expect(try isAlike(["totalMinor": 1, "b": 2]))
        #expect(try isAlike(["a": ["innerKey": Part()]]))
        #expect(PlainJSONEncoder.data(["total_minor": 1], as: .document) == Data(#"{"total_minor":1}"#.utf8))
        #expect(try isAlike(Part()))
        #expect(PlainJSONEncoder.data(Part(), as: .document) == nil, "a key with a capital is left to Foundation")
    }

    @Test func aDocumentsTimesAreThoseOfFoundation() throws {
        var times: [TimeInterval] = [
            0, -1, 0.999, -0.001, 951_782_399, 951_782_400, 1_709_164_800.5, 253_402_300_799, 253_402_300_800,
            -62_135_596_800, -62_135_596_801, 1e300, -1e300,
        ]
        var random = SeededGenerator(seed: 0xDA7E)
        times += (0..<5_000).map { _ in TimeInterval.random(in: -70_000_000_000...260_000_000_000, using: &random) }
        for time in times.map({ Date(timeIntervalSince1970: $0) }) {
            #expect(try isAlike([time]), "\(time.timeIntervalSince1970)")
        }
        #expect(
            PlainJSONEncoder.data([Date(timeIntervalSince1970: 1_709_164_800.5)], as: .document)
                == Data(#"["2024-02-29T00:00:00Z"]"#.utf8))
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
