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

    /// Whether the value is written and read as it is without Foundation.
    private func isPlain<Value: Codable & Equatable>(_ value: Value) -> Bool {
        guard let data = PlainJSONEncoder.data(value) else { return false }
        return PlainJSONDecoder.value(Value.self, from: data, userInfo: [:]) == value
    }

    @Test func whatIsPlainIsWrittenAndReadWithoutFoundation() {
        for fact in [.empty, .plain(0, nil), .plain(-7, "\"\\/\n\r\tü"), .nested(.plain(1, ""))] as [Fact] {
            #expect(isPlain(fact), "\(fact)")
        }
        var part = Part()
        // More than eighteen digits are left to Foundation, and times are rounded to the millisecond.
        (part.big, part.times) = (999_999_999_999_999_999, [Date(timeIntervalSince1970: 1.25), nil])
        #expect(isPlain(part) && isPlain([part]) && isPlain(Fact.named(part, at: Date(timeIntervalSince1970: 7))))
        #expect(isPlain(7) && isPlain("text") && isPlain(true) && isPlain(false) && isPlain([Int]()))
        #expect(isPlain([UInt8.max]) && isPlain([Int8.min]) && isPlain([[true], [], [false, true]]))
        #expect(isPlain(["a": [nil, 1], "b": [] as [Int?]]))
    }

    /// Lists in lists, as deep as they are read without Foundation and one deeper.
    @Test func whatIsNestedDeeplyIsLeftToFoundation() {
        func read(_ depth: Int) -> Deep? {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return PlainJSONDecoder.value(Deep.self, from: Data(text.utf8), userInfo: [:])
        }
        #expect(read(1)?.depth == 1 && read(64)?.depth == 64)
        #expect(read(65) == nil)
    }

    private struct Deep: Decodable {
        var depth = 0

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            depth = 1
            if !list.isAtEnd { depth += try list.decode(Deep.self).depth }
        }
    }

    @Test(arguments: [
        "999999999999999999", "-999999999999999999", "0", " 7 ", "\t7\n", "\r7", "[ 1 , 2 ]",
        "{ \"a\" : 1 , \"b\" : 2 }",
    ])
    func plainTextIsReadWithoutFoundation(_ text: String) {
        #expect(Self.isTaken(text))
    }

    @Test(arguments: [
        "1000000000000000000", "-0", "00", "01", "-", "+1", "1.5", "1e3", "1E3", "tru", "truex", "nul", "fals", "",
        " ", "[1", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{1:1}",
        "{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":2,\"a\":3}", "{\"\\n\":1}", "{\"ä\":1}", "\"", "\"a", "\"a\\\"",
        "\"\\\"", "[", "[1,", "[[]", "{", "{\"a\"", "{\"a\":", "{\"a\":1,", "{\"a\":[",
        "\"\\u0041\"", "\"\\b\"", "\"a\nb\"", "\"\u{1f}\"", "7 7", "7x", "[]]",
    ])
    func whatIsNotPlainIsLeftToFoundation(_ text: String) {
        #expect(!Self.isTaken(text))
    }

    private static func isTaken(_ text: String) -> Bool { isTaken(Array(text.utf8)) }

    private static func isTaken(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { PlainJSON($0) != nil } }

    @Test func whatIsNullIsNothingAndAListTellsHowLongItIs() {
        struct Counted: Decodable {
            var counts: [Int?] = []

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    counts += [list.count, list.currentIndex]
                    if try !list.decodeNil() { _ = try list.decode([Int].self) }
                }
            }
        }
        func read<Value: Decodable>(_ text: String, _ type: Value.Type) -> Value? {
            PlainJSONDecoder.value(type, from: Data(text.utf8), userInfo: [:])
        }
        #expect(read("{\"plain\":{\"_0\":1,\"_1\":null}}", Fact.self) == .plain(1, nil))
        #expect(read("[[1,2],null,[]]", Counted.self)?.counts == [3, 0, 3, 1, 3, 2])
    }

    @Test(arguments: [0x7F, 0x80, 0xFF] as [UInt8]) func onlyANameOfASCIIIsPlain(_ byte: UInt8) {
        #expect(Self.isTaken(Array("{\"".utf8) + [byte] + Array("\":1}".utf8)) == (byte < 0x80))
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

    /// These types decode themselves from something else than what stands for them in JSON.
    @Test(arguments: [
        #"{"data":[1,2]}"#, #"{"url":{"relative":"https://till.example"}}"#,
        #"{"decimal":{"exponent":0,"length":1,"isNegative":false,"isCompact":true,"mantissa":[1,0,0,0,0,0,0,0]}}"#,
    ])
    func whatOnlyATypeItselfWouldTakeIsLeftToFoundation(_ text: String) {
        #expect(PlainJSONDecoder.value(Strange.self, from: Data(text.utf8), userInfo: [:]) == nil)
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

    private class Base: Codable {
        var base = 1
    }

    private final class Derived: Base {
        var isInList = false
        private enum Key: CodingKey { case own }

        override func encode(to encoder: any Encoder) throws {
            if isInList {
                var list = encoder.unkeyedContainer()
                try super.encode(to: list.superEncoder())
            } else {
                var members = encoder.container(keyedBy: Key.self)
                try members.encode(2, forKey: .own)
                try super.encode(to: members.superEncoder())
            }
        }
    }

    /// Whatever encodes a part in a way that is not plain: as its superclass, twice under one name, or as two things.
    @Test func whatIsEncodedInAnUnusualWayIsLeftToFoundation() throws {
        struct Twice: Encodable {
            enum Key: CodingKey { case one }
            func encode(to encoder: any Encoder) throws {
                var members = encoder.container(keyedBy: Key.self)
                try members.encode(1, forKey: .one)
                try members.encode(2, forKey: .one)
            }
        }
        struct Both: Encodable {
            enum Key: CodingKey { case one }
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(1)
                var members = encoder.container(keyedBy: Key.self)
                try members.encode(2, forKey: .one)
            }
        }
        let derived = Derived()
        #expect(PlainJSONEncoder.data(derived) == nil)
        #expect(try StoredJSON.data(derived) == StoredJSON.foundationsData(derived))
        derived.isInList = true
        #expect(PlainJSONEncoder.data(derived) == nil)
        #expect(PlainJSONEncoder.data(Twice()) == nil && PlainJSONEncoder.data([Twice()]) == nil)
        #expect(PlainJSONEncoder.data(["a": Twice()]) == nil)
        #expect(try StoredJSON.data(Twice()) == StoredJSON.foundationsData(Twice()))
        #expect(PlainJSONEncoder.data(Both()) == nil)
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
        // The letters and digits at the ends, and what stands beside them in ASCII.
        #expect(PlainNames.snakeCase("azAzZa09") == "az_az_za09" && PlainNames.snakeCase("z_a") == "z_a")
        for sign in ["@", "[", "`", "{", "/", ":"] {
            for name in ["\(sign)b", "a\(sign)", "a\(sign)b", "aB\(sign)"] {
                #expect(PlainNames.snakeCase(name) == nil, "\(name)")
            }
        }
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
