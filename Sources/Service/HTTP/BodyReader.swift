import Failures
import Flow
import Foundation
import Model
import Networking
import Payments
import Receipts
import Stores

/// Takes the values of a request's body, one by one. A value that no code has taken at the end is refused,
/// so that nothing the caller meant is overlooked.
struct BodyReader {
    private var values: [String: JSONValue]

    private init(_ values: [String: JSONValue]) { self.values = values }

    /// An empty body counts as an empty object.
    init(_ request: ServiceRequest) throws(Failure) {
        guard !request.body.isEmpty else {
            values = [:]
            return
        }
        // A repeated name is refused: a proxy on the way may have read and allowed the other one of its two values.
        let read = try? JSONValue(parsing: Data(request.body), refusingRepeatedNames: true).members
        guard let read else {
            throw Failure(RequestFailure.malformed, Sentence("failure.request.malformed"), recovery: .giveUp)
        }
        values = read
    }

    /// A text of 1 to `most` bytes; nil if it is absent or null.
    mutating func text(_ name: String, most: Int = 200) throws(Failure) -> String? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .string(let text) where !text.isEmpty && text.utf8.count <= most:
            try CardNumberRule.check(text, in: name)
            return text
        default:
            throw .invalid(name, Sentence("detail.request.text", ["most": most]))
        }
    }

    /// A text that is not kept, and so may look like anything.
    mutating func secret(_ name: String, most: Int = 200) throws(Failure) -> String? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .string(let text) where !text.isEmpty && text.utf8.count <= most: return text
        default:
            throw .invalid(name, Sentence("detail.request.text", ["most": most]))
        }
    }

    /// A text, or a number as a text.
    mutating func word(_ name: String) throws(Failure) -> String? {
        if let number = values[name]?.wholeNumber {
            values[name] = nil
            try CardNumberRule.check(String(number), in: name)
            return String(number)
        }
        return try text(name)
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int64>) throws(Failure) -> Int64? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case let value?:
            if let number = value.wholeNumber, range.contains(number) { return number }
            throw .invalid(
                name,
                Sentence(
                    "detail.request.count", ["least": Int(range.lowerBound), "most": Int(range.upperBound)]))
        }
    }

    mutating func flag(_ name: String) throws(Failure) -> Bool {
        switch values.removeValue(forKey: name) {
        case nil, .null: return false
        case .bool(let flag): return flag
        default:
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
        case .array(let list) where list.allSatisfy { $0.text != nil }:
            let texts = list.compactMap(\.text)
            for text in texts { try CardNumberRule.check(text, in: name) }
            return texts
        default: throw .invalid(name, Sentence("detail.request.texts"))
        }
    }

    /// An object of 1 to `most` texts, such as `{"Engraving": "Anna"}`; nil if it is absent or null. A name with an underscore first
    /// is the shop's own.
    mutating func textsByName(_ name: String, most: Int = 50) throws(Failure) -> [String: String]? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .object(let members)
        where 1...most ~= members.count && members.allSatisfy { !$0.key.isEmpty && $0.value.text != nil }:
            let texts = members.compactMapValues(\.text)
            for (key, text) in texts {
                guard !key.hasPrefix("_"), key.utf8.count <= 200, text.utf8.count <= 1_000 else {
                    throw .invalid(name, Sentence("detail.request.named"))
                }
                try CardNumberRule.check(key, in: name)
                try CardNumberRule.check(text, in: name)
            }
            return texts
        default: throw .invalid(name, Sentence("detail.request.named"))
        }
    }

    /// A list of 1 to `most` objects; nil if it is absent or null.
    mutating func objects(_ name: String, most: Int) throws(Failure) -> [BodyReader]? {
        switch values.removeValue(forKey: name) {
        case nil, .null: return nil
        case .array(let list) where 1...most ~= list.count && list.allSatisfy { $0.members != nil }:
            return list.compactMap { $0.members.map(BodyReader.init) }
        default:
            throw .invalid(name, Sentence("detail.request.objects", ["most": most]))
        }
    }

    /// Throws for a value that was not taken.
    func end() throws(Failure) {
        if let name = values.keys.sorted().first { throw .unknownName(name) }
    }
}

extension JSONValue {
    /// `12`, and `12.0` and `1.2e1`, which are the same number.
    fileprivate var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .decimal(let number): Int64("\(number)")
        case .null, .bool, .string, .array, .object: nil
        }
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
