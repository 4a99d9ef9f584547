import Model

/// One configurable option: its name, the values that it takes, and its default.
///
/// Reading, checking, `till config show` and the tables of docs/configuration.md all use this one definition.
struct Option<Value: Sendable>: Sendable {
    let key: String
    let takes: Takes<Value>
    let unit: Sentence?
    let fallback: Value
    /// A description of the default, for an option whose default is no value.
    let fallbackInWords: String
    let meaning: String
    /// Whether messages may quote the given value; false when it may be a secret.
    var mayBeRepeated = true

    init(_ key: String, _ takes: Takes<Value>, unit: Sentence? = nil, fallback: Value, _ meaning: String) {
        self.init(
            key: key, takes: takes, unit: unit, fallback: fallback,
            fallbackInWords: "`" + (takes.show(fallback) ?? "") + "`", meaning: meaning)
    }

    /// Creates an option that may be left unset; `fallbackInWords` says what holds then.
    init<Given>(
        _ key: String, _ takes: Takes<Given>, unit: Sentence? = nil, unset words: String, mayBeRepeated: Bool = true,
        _ meaning: String
    ) where Value == Given? {
        self.init(
            key: key, takes: takes.orNothing(), unit: unit, fallback: nil, fallbackInWords: words, meaning: meaning)
        self.mayBeRepeated = mayBeRepeated
    }

    private init(
        key: String, takes: Takes<Value>, unit: Sentence?, fallback: Value, fallbackInWords: String, meaning: String
    ) {
        self.key = key
        self.takes = takes
        self.unit = unit
        self.fallback = fallback
        self.fallbackInWords = fallbackInWords
        self.meaning = meaning
    }

    /// The complaint about a value that the option does not take.
    func complaint(_ value: ConfiguredValue) -> Sentence {
        let what = unit.map { Sentence("config.withUnit", ["number": takes.what, "unit": $0]) } ?? takes.what
        let taken = Sentence("config.takes", ["option": key, "what": what])
        guard mayBeRepeated else { return taken }
        if case .list(let items) = value, let wrong = takes.wrongItem(items) {
            return Sentence("config.takesItems", ["taken": taken, "wrong": wrong])
        }
        let mistake = Sentence("config.takesNot", ["taken": taken, "given": value.named])
        guard case .text(let word) = value else { return mistake }
        return mistake.suggesting(word, among: takes.words)
    }

    /// The complaint about a value; nil when the option takes it.
    func mistake(_ value: ConfiguredValue) -> Sentence? { takes.read(value) == nil ? complaint(value) : nil }

    var description: OptionDescription {
        OptionDescription(
            key: key, takes: takes.what.description, unit: unit?.description, fallback: fallbackInWords,
            meaning: meaning)
    }
}

extension ConfiguredValue {
    static func number(in text: String) -> ConfiguredValue { Int64(text).map(number) ?? .text(text) }
}

extension String {
    /// Whether the text has no control characters.
    var isPlain: Bool { !unicodeScalars.contains { $0.properties.generalCategory == .control } }

    var trimmed: String {
        let text = drop { $0 == " " }
        return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
    }
}
