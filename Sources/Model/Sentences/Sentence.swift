/// A sentence for a person: its key in the catalogue of languages and what differs from case to case. It becomes text when it
/// is shown, in the reader's language.
///
/// The journal stores sentences whose key begins with `reason.`, `failure.` or `remedy.`, and within them those that begin
/// with `detail.`, `list.`, `device.`, `step.`, `kind.`, `mail.` or `word.`; such a key keeps its meaning for ever.
package struct Sentence: Sendable {
    /// A key of the catalogue. Only a literal can be one, so a test finds every key that is used.
    package struct Key: Hashable, Sendable, ExpressibleByStringLiteral {
        let code: String
        package init(stringLiteral value: StaticString) { code = value.description }
    }

    /// What stands in a place of the sentence.
    package enum Argument: Hashable, Sendable {
        case text(String)
        case number(Int64)
        /// An amount of money, written as the language writes amounts.
        case amount(Money)
        /// A day, or a day and a time, as the language writes them.
        case moment(WrittenMoment)
        /// With the language's decimal sign. It is never stored.
        case tenths(WrittenTenths)
        case sentence(Sentence)
        /// Without its full stop, before more of the sentence. It is never stored.
        case clause(Clause)
    }

    private enum Said: Hashable, Sendable {
        indirect case catalogue(code: String, arguments: [String: Argument])
        case stored(String)
    }

    private let said: Said

    package init(_ key: Key, _ arguments: [String: any CustomStringConvertible] = [:]) {
        self.init(said: .catalogue(code: key.code, arguments: arguments.mapValues(Argument.init)))
    }

    /// A text that is shown as it is, in every language, such as the words of an earlier release, a terminal or a person.
    package init(stored text: String) { self.init(said: .stored(text)) }

    /// What a failure said in English, as the sentence of the catalogue that says the same: `failure.` with the failure's
    /// code, and a word of its own where one code has several sentences; or a reason that the failure tells. Shown as it is
    /// where the catalogue has neither.
    package init(failure code: String, saying text: String) {
        self =
            Self.found(text, among: Self.keysByFailure[code] ?? []) ?? Self.found(text, among: Self.reasons)
            ?? Sentence(stored: text)
    }

    /// A sentence of these parts with commas between them; at least one.
    package init(listing parts: [Sentence]) {
        self = parts.dropFirst().reduce(parts.first ?? Sentence(stored: "")) {
            Sentence("list.more", ["first": $0, "next": $1])
        }
    }

    /// All of these: `a, b and c`; at least one.
    package init(all parts: [Sentence]) {
        guard parts.count > 1, let last = parts.last else {
            self.init(listing: parts)
            return
        }
        self = Sentence("list.pair", ["first": Sentence(listing: parts.dropLast()), "second": last])
    }

    /// Any of these: `a or b or c`; at least one.
    package init(anyOf parts: [Sentence]) {
        self = parts.dropFirst().reduce(parts.first ?? Sentence(stored: "")) {
            Sentence("list.either", ["first": $0, "second": $1])
        }
    }

    private static func found(_ text: String, among keys: [String]) -> Sentence? {
        for key in keys {
            guard let values = Catalogue.template(key, in: .original)?.arguments(saying: text) else { continue }
            return Sentence(said: .catalogue(code: key, arguments: values.mapValues { .text($0) }))
        }
        return nil
    }

    private static let keys = Catalogue.sentences(in: OperatorLanguage.original.tag).keys.sorted()
    private static let reasons = keys.filter { $0.hasPrefix("reason.") }
    /// The keys of sentences about failures, by the code of the failure and each word that follows it.
    private static let keysByFailure: [String: [String]] = {
        var keysByFailure: [String: [String]] = [:]
        for key in keys where key.hasPrefix("failure.") {
            var code = key.dropFirst("failure.".count)
            while true {
                keysByFailure[String(code), default: []].append(key)
                guard let dot = code.lastIndex(of: ".") else { break }
                code = code[..<dot]
            }
        }
        return keysByFailure
    }()

    /// A sentence as it was stored: by a key that this release may not know.
    package init(code: String, arguments: [String: Argument]) {
        self.init(said: .catalogue(code: code, arguments: arguments))
    }

    private init(said: Said) { self.said = said }

    /// The sentence's key; nil for a text that is shown as it is.
    package var code: String? {
        if case .catalogue(let code, _) = said { return code }
        return nil
    }

    package var arguments: [String: Argument] {
        if case .catalogue(_, let arguments) = said { return arguments }
        return [:]
    }

    package func text(in language: OperatorLanguage) -> String {
        switch said {
        case .stored(let text): return text
        case .catalogue(let code, let arguments):
            guard let template = Catalogue.template(code, in: language) else {
                // A later release wrote it.
                let known = arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text(in: language))" }
                return known.isEmpty ? code : "\(code) (\(known.joined(separator: ", ")))"
            }
            return template.filled { arguments[$0]?.text(in: language) }
        }
    }
}

extension Sentence: Hashable {
    /// Two sentences are the same where they say the same in English: a text that an earlier release stored is equal to the
    /// sentence that says so today.
    package static func == (one: Sentence, other: Sentence) -> Bool {
        one.said == other.said || one.description == other.description
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Sentence: CustomStringConvertible, CustomDebugStringConvertible {
    /// In English, for programs and logs.
    package var description: String { text(in: .original) }

    package var debugDescription: String { description.debugDescription }
}

extension Sentence.Argument {
    init(_ value: any CustomStringConvertible) {
        self =
            switch value {
            case let sentence as Sentence: .sentence(sentence)
            case let number as Int: .number(Int64(number))
            case let number as Int64: .number(number)
            case let money as Money: .amount(money)
            case let moment as WrittenMoment: .moment(moment)
            case let stamp as TransactionTimestamp: .moment(WrittenMoment(stamp))
            case let tenths as WrittenTenths: .tenths(tenths)
            case let clause as Clause: .clause(clause)
            default: .text(value.description)
            }
    }

    fileprivate func text(in language: OperatorLanguage) -> String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .amount(let money): language.text(money)
        case .moment(let moment): moment.text(in: language)
        case .tenths(let tenths): tenths.text(in: language)
        case .sentence(let sentence): sentence.text(in: language)
        case .clause(let clause): clause.text(in: language)
        }
    }
}

extension Sentence: Codable {
    private enum CodingKeys: String, CodingKey { case code, arguments }

    /// A bare text is what a release before the catalogue stored.
    package init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(stored: text)
            return
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            said: .catalogue(
                code: try values.decode(String.self, forKey: .code),
                arguments: try values.decodeIfPresent([String: Argument].self, forKey: .arguments) ?? [:]))
    }

    package func encode(to encoder: any Encoder) throws {
        switch said {
        case .stored(let text):
            var value = encoder.singleValueContainer()
            try value.encode(text)
        case .catalogue(let code, let arguments):
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(code, forKey: .code)
            if !arguments.isEmpty { try values.encode(arguments, forKey: .arguments) }
        }
    }
}

extension Sentence.Argument: Codable {
    private struct Moment: Codable {
        let moment: String
    }

    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let money = try? value.decode(Money.self) {
            self = .amount(money)
        } else if let stored = try? value.decode(Moment.self) {
            self = WrittenMoment(stored.moment).map(Self.moment) ?? .text(stored.moment)
        } else {
            self = .sentence(try value.decode(Sentence.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        case .amount(let money): try value.encode(money)
        case .moment(let moment): try value.encode(Moment(moment: moment.description))
        case .tenths(let tenths): try value.encode(tenths.description)
        case .sentence(let sentence): try value.encode(sentence)
        case .clause(let clause): try value.encode(clause.sentence)
        }
    }
}
