import Failures
import Flow
import Foundation
import Model
import Payments
import Receipts
import Stores

/// Takes the values of a request's body, one by one. What is left at the end is refused, so that nothing is overlooked that the
/// caller meant.
struct BodyReader {
    private enum Value: Decodable {
        case null
        case flag(Bool)
        case number(Int64)
        case text(String)
        case texts([String])
        case other

        init(from decoder: any Decoder) throws {
            guard let value = try? decoder.singleValueContainer() else {
                self = .other
                return
            }
            if let texts = try? value.decode([String].self) {
                self = .texts(texts)
                return
            }
            if value.decodeNil() {
                self = .null
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Int64.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }

    private var values: [String: Value]

    /// An empty body counts as an empty object.
    init(_ request: ServiceRequest) throws(Failure) {
        guard !request.body.isEmpty else {
            values = [:]
            return
        }
        guard String(validating: request.body, as: UTF8.self) != nil,
            let read = try? JSONDecoder().decode([String: Value].self, from: Data(request.body))
        else { throw Failure(RequestFailure.malformed, Sentence("failure.request.malformed"), recovery: .giveUp) }
        values = read
    }

    /// A text of 1 to `most` bytes; nil if it is absent or null.
    mutating func text(_ name: String, most: Int = 200) throws(Failure) -> String? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .text(let text) where !text.isEmpty && text.utf8.count <= most:
            try CardNumberRule.check(text, in: name)
            return text
        case .flag, .number, .text, .texts, .other:
            throw .invalid(name, Sentence("detail.request.text", ["most": most]))
        }
    }

    /// A text that is not kept, and so may look like anything.
    mutating func secret(_ name: String, most: Int = 200) throws(Failure) -> String? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .text(let text) where !text.isEmpty && text.utf8.count <= most: return text
        case .flag, .number, .text, .texts, .other:
            throw .invalid(name, Sentence("detail.request.text", ["most": most]))
        }
    }

    /// A text, or a number as a text.
    mutating func word(_ name: String) throws(Failure) -> String? {
        if case .number(let number) = values[name] {
            values[name] = nil
            try CardNumberRule.check(String(number), in: name)
            return String(number)
        }
        return try text(name)
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int64>) throws(Failure) -> Int64? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .number(let number) where range.contains(number): return number
        case .flag, .number, .text, .texts, .other:
            throw .invalid(
                name,
                Sentence(
                    "detail.request.count", ["least": Int(range.lowerBound), "most": Int(range.upperBound)]))
        }
    }

    mutating func flag(_ name: String) throws(Failure) -> Bool {
        switch values.removeValue(forKey: name) {
        case nil, .null: return false
        case .flag(let flag): return flag
        case .number, .text, .texts, .other:
            throw .invalid(name, Sentence("detail.request.oneOf", ["words": "true, false"]))
        }
    }

    mutating func currency(_ name: String) throws(Failure) -> Currency? {
        guard let code = try text(name) else { return nil }
        guard let currency = Currency(code: code) else { throw .invalid(name, Sentence("detail.request.currency")) }
        return currency
    }

    /// The number of the order that a transaction is for.
    mutating func order() throws(Failure) -> OrderNumber {
        guard let named = try word("order") else { throw .missing("order") }
        guard let order = OrderNumber(typed: named) else { throw .invalid("order", Sentence("detail.request.order")) }
        return order
    }

    /// The language of receipts, one of those that Till has words for; nil if it is absent or null.
    mutating func receiptLanguage() throws(Failure) -> String? {
        guard let tag = try text("language") else { return nil }
        guard ReceiptLanguage.tags.contains(tag) else {
            let words = ReceiptLanguage.tags.joined(separator: ", ")
            throw .invalid("language", Sentence("detail.request.oneOf", ["words": words]))
        }
        return tag
    }

    /// The place where a person read what is said, or what the person did; nil if nothing is said of it.
    mutating func evidence() throws(Failure) -> String? {
        let words = try text("evidence", most: OperatorEvidence.mostCharacters)
        return words?.allSatisfy(\.isWhitespace) == false ? words : nil
    }

    /// A list of texts; nil if it is absent or null.
    mutating func texts(_ name: String) throws(Failure) -> [String]? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .texts(let texts):
            for text in texts { try CardNumberRule.check(text, in: name) }
            return texts
        case .flag, .number, .text, .other: throw .invalid(name, Sentence("detail.request.texts"))
        }
    }

    /// Throws for a value that was not taken.
    func end() throws(Failure) {
        if let name = values.keys.sorted().first { throw .unknownName(name) }
    }
}

extension Failure {
    static func invalid(_ name: String, _ reason: Sentence) -> Failure {
        Failure(
            RequestFailure.invalid,
            Sentence("failure.request.invalid.field", ["field": name.presentable, "reason": reason]), recovery: .giveUp)
    }

    static func missing(_ name: String) -> Failure {
        Failure(
            RequestFailure.invalid, Sentence("failure.request.invalid.missing", ["field": name]), recovery: .giveUp)
    }

    static func unknownName(_ name: String) -> Failure {
        Failure(
            RequestFailure.invalid, Sentence("failure.request.invalid.unknown", ["field": name.presentable]),
            recovery: .giveUp)
    }
}
