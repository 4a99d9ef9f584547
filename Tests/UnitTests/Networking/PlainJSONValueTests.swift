import Flow
import Foundation
import Testing

@testable import Networking

/// JSON that is read and written without Foundation means what Foundation says it means.
@Suite struct PlainJSONValueTests {
    private static let names = [
        "id", "total", "ID", "meta_data", "a", "a_b", "A", "", "0", "10", "9", "ä", "e\u{301}", "\u{e9}", "q\"", "b\\",
    ]
    private static let texts = [
        "", "4.50", "Café", "a\"b\\c", "/", "</b>", "\n\r\t", "\u{8}\u{c}", "\u{0}", "\u{1f}\u{7f}", "\u{2028}", "🧾",
        "e\u{301}",
    ]
    private static let numbers: [JSONValue] = [
        .integer(0), .integer(-1), .integer(.max), .integer(.min), .integer(999_999_999_999_999_999), .decimal(4.5),
        .decimal(Decimal(string: "-0.001") ?? 0), .decimal(Decimal(string: "123456789012345678901234567890") ?? 0),
    ]

    private static func value(_ chance: inout SeededGenerator, depth: Int = 0) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &chance) {
        case 0: .null
        case 1: .bool(Bool.random(using: &chance))
        case 2: numbers.randomElement(using: &chance) ?? .null
        case 3: .integer(Int64.random(in: .min ... .max, using: &chance))
        case 4, 5: .string(texts.randomElement(using: &chance) ?? "")
        case 6: .array((0..<Int.random(in: 0..<4, using: &chance)).map { _ in value(&chance, depth: depth + 1) })
        default:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0..<6, using: &chance)).map { _ in
                        (names.randomElement(using: &chance) ?? "", value(&chance, depth: depth + 1))
                    }, uniquingKeysWith: { $1 }))
        }
    }

    private static func foundations(_ value: JSONValue) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    @Test func writtenJSONIsThatOfFoundationByteForByte() throws {
        var chance = SeededGenerator(seed: 1)
        for _ in 0..<3_000 {
            let value = Self.value(&chance)
            #expect(try value.data == Self.foundations(value))
        }
    }

    @Test func whatWasWrittenIsReadAsFoundationReadsIt() throws {
        var chance = SeededGenerator(seed: 2)
        for _ in 0..<3_000 {
            let data = try Self.foundations(Self.value(&chance))
            #expect(try JSONValue(parsing: data) == JSONDecoder().decode(JSONValue.self, from: data))
        }
    }

    /// Bytes that were changed anywhere are read alike, or refused by both.
    @Test func damagedJSONIsReadOrRefusedAsFoundationDoes() throws {
        var chance = SeededGenerator(seed: 3)
        let strange = Array("{}[]\",:\\ \n\u{0}0-.eEtfnu9é".utf8) + [0xFF, 0xC3]
        for _ in 0..<6_000 {
            var data = try Self.foundations(Self.value(&chance))
            for _ in 0...Int.random(in: 0..<2, using: &chance) {
                let place = Int.random(in: 0..<data.count, using: &chance)
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: data[place] = strange.randomElement(using: &chance) ?? 0
                case 1: data.insert(strange.randomElement(using: &chance) ?? 0, at: place)
                default: data.count > 1 ? _ = data.remove(at: place) : ()
                }
            }
            let theirs = try? JSONDecoder().decode(JSONValue.self, from: data)
            #expect((try? JSONValue(parsing: data)) == theirs, "\(String(decoding: data, as: UTF8.self))")
        }
    }

    @Test(arguments: [
        "", " ", "-", "-0", "00", "01", "1.0", "1e2", "- 1", "9223372036854775808", "tru", "nul", "[1,]", "{\"a\":1,}",
        "{\"a\":1,\"a\":2}", "\"\\u00e9\"", "\"\\ud83e\\uddfe\"", "\"\\ud83e\"", "\"\\x\"", "\"a", "[1] 2",
        "\u{feff}[1]", "\"\t\"",
        " [ 1 , { \"a\" : [ ] , \"b\" : { } } ] \n", "{\"a\" 1}", "{a:1}", "'a'", "{\"é\":1,\"e\u{301}\":2}",
    ])
    func whatIsUnusualIsReadOrRefusedAsFoundationDoes(_ text: String) {
        let data = Data(text.utf8)
        #expect((try? JSONValue(parsing: data)) == (try? JSONDecoder().decode(JSONValue.self, from: data)))
    }

    @Test func jsonIsNestedAsDeeplyAsFoundationAllows() {
        for depth in [10, 63, 64, 65, 500, 511, 512, 513, 1_000] {
            let data = Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
            #expect((try? JSONValue(parsing: data)) == (try? JSONDecoder().decode(JSONValue.self, from: data)))
        }
    }
}
