import Model

/// A kind of value: how it is parsed and how it is shown.
struct Takes<Value: Sendable>: Sendable {
    /// Completes the sentence "It takes …", such as `a whole number from 1 to 86400`.
    let what: Sentence
    /// Converts a raw value; nil when it is not of this kind.
    let read: @Sendable (ConfiguredValue) -> Value?
    /// The value as TOML writes it; nil for a value that can only be given by leaving the option out.
    let show: @Sendable (Value) -> String?
    /// Parses the text of an environment variable.
    let parse: @Sendable (String) -> ConfiguredValue
    /// All allowed words when only some are allowed, for suggestions ("did you mean").
    var words: [String] = []
    /// For a list: which of its items is not allowed, as the end of a complaint. Nil when the list itself is wrong.
    var wrongItem: @Sendable ([PlacedValue]) -> Sentence? = { _ in nil }
}

extension Takes {
    /// This kind of value, or nil when the option is not set.
    func orNothing() -> Takes<Value?> {
        Takes<Value?>(
            what: what, read: { value in read(value).map { .some($0) } }, show: { $0.flatMap(show) }, parse: parse,
            words: words, wrongItem: wrongItem)
    }

    /// Converts the values to another type; a value for which the conversion returns nil is refused.
    ///
    /// - Parameter what: completes the sentence "It takes …"; as before where there is none.
    func mapped<Other: Sendable>(
        _ what: Sentence? = nil, to make: @escaping @Sendable (Value) -> Other?,
        from: @escaping @Sendable (Other) -> Value
    ) -> Takes<Other> {
        Takes<Other>(
            what: what ?? self.what, read: { read($0).flatMap(make) }, show: { show(from($0)) }, parse: parse,
            words: words)
    }
}

extension Takes<String> {
    /// Text on one line without control characters, which could move a printer's head or a screen's cursor.
    static func text(upTo most: Int) -> Takes {
        Takes(
            what: Sentence("config.takes.text", ["most": most]),
            read: { value in
                guard case .text(let text) = value, (1...most).contains(text.count), text.isPlain,
                    !CardData.isIn(written: text)
                else { return nil }
                return text
            }, show: ConfiguredValue.quoted, parse: ConfiguredValue.text)
    }

    static func oneOf(_ words: [String]) -> Takes {
        Takes(
            what: Sentence(anyOf: words.map(ConfiguredValue.quoted).map(Sentence.init(stored:))),
            read: { value in
                guard case .text(let word) = value, words.contains(word) else { return nil }
                return word
            }, show: ConfiguredValue.quoted, parse: ConfiguredValue.text, words: words)
    }

    static let path = Takes(
        what: Sentence("config.takes.path"),
        read: { value in
            guard case .text(let path) = value, path.hasPrefix("/"), path.isPlain else { return nil }
            return path
        }, show: ConfiguredValue.quoted, parse: ConfiguredValue.text)
}

extension Takes<Int> {
    static func number(_ range: ClosedRange<Int>) -> Takes {
        Takes(
            what: Sentence("config.takes.number", ["least": range.lowerBound, "most": range.upperBound]),
            read: { value in
                guard case .number(let number) = value, let number = Int(exactly: number), range.contains(number)
                else { return nil }
                return number
            }, show: { "\($0)" }, parse: ConfiguredValue.number(in:))
    }

    static func oneOf(_ numbers: [Int]) -> Takes {
        Takes(
            what: Sentence(stored: numbers.map { "\($0)" }.joined(separator: ", ")),
            read: { value in
                guard case .number(let number) = value else { return nil }
                return numbers.first { $0 == number }
            }, show: { "\($0)" }, parse: ConfiguredValue.number(in:))
    }
}

extension Takes {
    /// A list of values. An environment variable separates them by vertical bars.
    static func list<Element: Sendable>(_ what: Sentence, of element: Takes<Element>, upTo most: Int) -> Takes
    where Value == [Element] {
        Takes(
            what: Sentence("config.takes.list", ["most": most, "what": what]),
            read: { value in
                guard case .list(let items) = value, items.count <= most else { return nil }
                let read = items.compactMap { element.read($0.value) }
                return read.count == items.count ? read : nil
            }, show: { "[" + $0.compactMap(element.show).joined(separator: ", ") + "]" },
            parse: { text in
                .list(
                    text.split(separator: "|").map {
                        PlacedValue(key: .start, place: .start, value: element.parse(String($0).trimmed))
                    })
            },
            wrongItem: { items in
                guard items.count <= most, let wrong = items.firstIndex(where: { element.read($0.value) == nil }) else {
                    return nil
                }
                let mistake = Sentence(
                    "config.wrongItem",
                    ["number": wrong + 1, "given": items[wrong].value.named, "wanted": element.what])
                guard case .text(let word) = items[wrong].value else { return mistake }
                return mistake.suggesting(word, among: element.words)
            })
    }
}
