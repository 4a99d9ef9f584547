import Failures
import Flow
import Model

/// Takes the values of a request's query, one by one. What is left at the end is refused.
struct QueryReader {
    /// How many entries a list has if the query does not say.
    static let usualLimit = 20
    /// The most entries of one answer.
    static let mostEntries = 100

    private var values: [String: String]

    init(_ request: ServiceRequest) { values = request.query }

    mutating func text(_ name: String) throws(Failure) -> String? {
        guard let text = try take(name) else { return nil }
        try CardNumberRule.check(text, in: name)
        return text
    }

    /// What a scanner reads from a product. An article number is taken, though its digits could be those of a card.
    mutating func code(_ name: String) throws(Failure) -> String? {
        guard let text = try take(name) else { return nil }
        if !ArticleNumber.isOne(text) { try CardNumberRule.check(text, in: name) }
        return text
    }

    private mutating func take(_ name: String) throws(Failure) -> String? {
        guard let text = values.removeValue(forKey: name) else { return nil }
        guard !text.isEmpty, text.utf8.count <= 200 else {
            throw .invalid(name, Sentence("detail.request.text", ["most": 200]))
        }
        return text
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(Failure) -> Int? {
        guard let text = values.removeValue(forKey: name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalid(
                name, Sentence("detail.request.count", ["least": range.lowerBound, "most": range.upperBound]))
        }
        return number
    }

    /// The parameter of that name, which must be one of these words; nil when it is absent.
    mutating func word(_ name: String, _ words: [String]) throws(Failure) -> String? {
        guard let text = values.removeValue(forKey: name) else { return nil }
        guard words.contains(text) else {
            throw .invalid(name, Sentence("detail.request.oneOf", ["words": words.joined(separator: ", ")]))
        }
        return text
    }

    mutating func limit() throws(Failure) -> Int { try number("limit", 1...Self.mostEntries) ?? Self.usualLimit }

    /// Throws for a value that was not taken.
    func end() throws(Failure) {
        if let name = values.keys.sorted().first { throw .unknownName(name) }
    }
}
