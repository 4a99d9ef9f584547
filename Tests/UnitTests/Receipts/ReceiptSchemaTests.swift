import Foundation
import Model
import Receipts
import Testing

/// The schema, the examples and the decoder agree on what a receipt is.
@Suite struct ReceiptSchemaTests {
    private static let docs = Fixtures.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs")

    private static var returned: Receipt {
        Receipt(
            id: ReceiptID(rawValue: "rcp-9QG3HM5ZB1"), copy: .customer, merchant: Sample.kiosk,
            payment: PaymentID(rawValue: "pay-7K3M9Q2FA2"), orderNumber: "1042", issuedAt: Sample.afternoon,
            utcOffset: 3600, lines: [], taxes: [], total: Sample.euro(780), tip: nil,
            card: .terminalText(
                lines: [PrintedLine("Gutschrift", centred: true), PrintedLine("Betrag EUR 7,80")], result: .approved),
            footer: [], language: "fr", kind: .refund)
    }

    private static let examples = [
        ("order", Sample.everything),
        ("declined", Sample.receipt(.customer, language: "de", result: Sample.refusal, verdict: .declined, tip: nil)),
        ("refund", returned), ("codes", Sample.codes),
    ]

    private func example(_ name: String) throws -> Data {
        try Data(contentsOf: Self.docs.appending(path: "receipts/\(name).json"))
    }

    @Test(arguments: examples)
    func anExampleIsWhatItsReceiptIsWrittenAs(name: String, receipt: Receipt) throws {
        if ProcessInfo.processInfo.environment["TILL_RECORD"] != nil {
            try ReceiptDocument.encode(receipt).write(to: Self.docs.appending(path: "receipts/\(name).json"))
        }
        #expect(try ReceiptDocument.decode(example(name)) == receipt)
        #expect(try ReceiptDocument.encode(receipt) == example(name))
    }

    @Test func aReceiptCanHaveEverySymbolThatThereIs() {
        #expect(Set(Receipt.Code.Symbology.allCases) == Set(Sample.codes.codes.map(\.symbology)))
        let shown = ReceiptLayout(columns: 48).lay(Sample.codes, mark: .original).lines.compactMap { line in
            if case .symbol(let symbol) = line { symbol.kind } else { nil }
        }
        let corrections: [Symbol.Kind] = [.qr(.low), .qr(.quartile), .qr(.high)]
        #expect(Set(shown) == Set(Symbol.Kind.allCases).subtracting(corrections))
    }

    @Test(arguments: examples.map(\.0))
    func anExampleIsSoundByTheSchema(name: String) throws {
        let schema = try Schema(Data(contentsOf: Self.docs.appending(path: "receipt.schema.json")))
        #expect(schema.mistake(in: try JSONSerialization.jsonObject(with: example(name))) == nil)
    }

    /// In each object a value is removed, a value gets another type, and a key is added. The decoder refuses what the
    /// schema refuses, and reads what it accepts.
    @Test(arguments: examples.map(\.0))
    func whatTheSchemaRefusesTheDecoderDoes(name: String) throws {
        let schema = try Schema(Data(contentsOf: Self.docs.appending(path: "receipt.schema.json")))
        let sound = try JSONSerialization.jsonObject(with: example(name))
        let changed = Changes.all(of: sound)
        #expect(changed.count > 100)
        for (what, document) in changed {
            let isRead = (try? ReceiptDocument.decode(JSONSerialization.data(withJSONObject: document))) != nil
            #expect(isRead == (schema.mistake(in: document) == nil), "\(what)")
        }
    }
}

/// Changes a JSON value in one place in every way that gives another type or another key.
private enum Changes {
    static func all(of value: Any, at path: String = "$") -> [(String, Any)] {
        var changed: [(String, Any)] = []
        if let object = value as? [String: Any] {
            changed.append(("\(path) has one more", object.merging(["strange": 1]) { $1 }))
            for (key, inner) in object {
                changed.append(("\(path).\(key) is gone", object.filter { $0.key != key }))
                for (what, inner) in others(inner, "\(path).\(key)") + all(of: inner, at: "\(path).\(key)") {
                    changed.append((what, object.merging([key: inner]) { $1 }))
                }
            }
        } else if let list = value as? [Any], let first = list.first {
            for (what, inner) in others(first, "\(path)[0]") + all(of: first, at: "\(path)[0]") {
                changed.append((what, [inner] + list.dropFirst()))
            }
        }
        return changed
    }

    private static func others(_ value: Any, _ path: String) -> [(String, Any)] {
        let isText = value is String
        let isNumber = value is NSNumber
        return [
            isText ? nil : ("\(path) is text", "strange"), isNumber ? nil : ("\(path) is a number", 7),
            isNumber ? ("\(path) is much", 100_000_000) : nil, isNumber ? ("\(path) is below zero", -100_000) : nil,
            value is [Any] ? nil : ("\(path) is a list", [1]),
            value is [String: Any] ? nil : ("\(path) is an object", ["strange": 1]),
        ].compactMap { $0 }
    }
}

/// The part of JSON Schema 2020-12 that our schema uses.
private struct Schema {
    private let root: [String: Any]

    init(_ data: Data) throws { root = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:] }

    /// What is wrong and where; nil if the value is valid.
    func mistake(in value: Any) -> String? { mistake(value, root, "$") }

    private func mistake(_ value: Any, _ rule: [String: Any], _ path: String) -> String? {
        if let name = rule["$ref"] as? String, let found = referred(name) { return mistake(value, found, path) }
        if let choices = rule["oneOf"] as? [[String: Any]] {
            let sound = choices.count { mistake(value, $0, path) == nil }
            return sound == 1 ? nil : "\(path) is \(sound) of the choices"
        }
        if let words = rule["enum"] as? [String] {
            return (value as? String).map(words.contains) == true ? nil : "\(path) is none of \(words)"
        }
        switch rule["type"] as? String {
        case "string":
            if rule["format"] as? String == "date-time", let text = value as? String {
                return (try? Date(text, strategy: .iso8601)) == nil ? "\(path) is no time" : nil
            }
            return value is String ? nil : "\(path) is no text"
        case "integer":
            guard let number = value as? NSNumber, !isFlag(value) else { return "\(path) is no number" }
            let (least, most) = (rule["minimum"] as? Int ?? .min, rule["maximum"] as? Int ?? .max)
            return (least...most).contains(number.intValue) ? nil : "\(path) is not from \(least) to \(most)"
        case "boolean": return isFlag(value) ? nil : "\(path) is neither true nor false"
        case "array": return list(value, rule, path)
        case "object": return object(value, rule, path)
        default: return "\(path) has a rule that is not understood"
        }
    }

    private func referred(_ name: String) -> [String: Any]? {
        (root["$defs"] as? [String: Any])?[String(name.dropFirst("#/$defs/".count))] as? [String: Any]
    }

    private func isFlag(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }

    private func list(_ value: Any, _ rule: [String: Any], _ path: String) -> String? {
        guard let list = value as? [Any], let items = rule["items"] as? [String: Any] else {
            return "\(path) is no list"
        }
        return list.enumerated().lazy.compactMap { mistake($1, items, "\(path)[\($0)]") }.first
    }

    private func object(_ value: Any, _ rule: [String: Any], _ path: String) -> String? {
        guard let object = value as? [String: Any] else { return "\(path) is no object" }
        let properties = rule["properties"] as? [String: [String: Any]] ?? [:]
        for key in rule["required"] as? [String] ?? [] where object[key] == nil { return "\(path).\(key) is missing" }
        return object.lazy.compactMap { key, inner in
            guard let rule = properties[key] else { return "\(path).\(key) is not known" }
            return mistake(inner, rule, "\(path).\(key)")
        }.first
    }
}
