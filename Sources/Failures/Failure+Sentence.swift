import Flow
import Model

extension Failure {
    /// A failure whose sentence and remedy are in the catalogue of languages.
    package init(
        _ code: some ListedFailure, _ sentence: Sentence, remedy: Sentence? = nil, recovery: Recovery,
        causes: [Sentence] = []
    ) {
        self.init(
            code, sentence.description, remedy: remedy?.description, recovery: recovery,
            causes: causes.map(\.description), text: FailureText(sentence),
            remedyText: remedy.flatMap(FailureText.init),
            causeTexts: Self.texts(of: causes))
    }

    /// A copy of the failure with other causes.
    package func with(causes: [Sentence]) -> Failure {
        with(causes: causes.map(\.description), causeTexts: Self.texts(of: causes))
    }

    private static func texts(of causes: [Sentence]) -> [FailureText?]? {
        let texts = causes.map(FailureText.init)
        return texts.contains { $0 != nil } ? texts : nil
    }

    /// The failure's sentence, which can be shown in any language. A failure that was stored without a key is found by its English sentence.
    package var said: Sentence { text.map(Sentence.init) ?? Sentence(failure: code, saying: sentence) }

    /// The causes, for any language; a cause without a key is shown as it is.
    package var reasons: [Sentence] {
        causes.enumerated().map { place, cause in
            let texts = causeTexts ?? []
            let text = texts.indices.contains(place) ? texts[place] : nil
            return text.map(Sentence.init) ?? Sentence(stored: cause)
        }
    }

    /// What can be done about the failure, for any language; in English if the remedy has no key.
    package var advice: Sentence? { remedyText.map(Sentence.init) ?? remedy.map(Sentence.init(stored:)) }
}

extension FailureText {
    private static let amount = "amount"
    private static let moment = "moment"

    /// Nil for a sentence without a key.
    fileprivate init?(_ sentence: Sentence) {
        guard let key = sentence.code else { return nil }
        self.init(key, sentence.arguments.mapValues(Argument.init))
    }

    fileprivate init(_ money: Money) {
        self.init(Self.amount, ["minorUnits": .number(money.minorUnits), "currency": .text(money.currency.code)])
    }

    fileprivate init(_ moment: WrittenMoment) {
        self.init(Self.moment, ["at": .text(moment.description)])
    }

    fileprivate var writtenMoment: WrittenMoment? {
        guard key == Self.moment, case .text(let text) = arguments["at"] else { return nil }
        return WrittenMoment(text)
    }

    fileprivate var money: Money? {
        guard key == Self.amount, case .number(let units) = arguments["minorUnits"],
            case .text(let code) = arguments["currency"], let currency = Currency(told: code)
        else { return nil }
        return Money(minorUnits: units, currency: currency)
    }
}

extension FailureText.Argument {
    fileprivate init(_ argument: Sentence.Argument) {
        switch argument {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .amount(let money): self = .sentence(FailureText(money))
        case .moment(let moment): self = .sentence(FailureText(moment))
        case .tenths(let tenths): self = .text(tenths.description)
        case .clause(let clause): self = .text(clause.description)
        case .sentence(let sentence):
            self = FailureText(sentence).map(Self.sentence) ?? .text(sentence.description)
        }
    }
}

extension Sentence {
    fileprivate init(_ text: FailureText) {
        self.init(code: text.key, arguments: text.arguments.mapValues(Argument.init))
    }
}

extension Sentence.Argument {
    fileprivate init(_ argument: FailureText.Argument) {
        switch argument {
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(number)
        case .sentence(let text):
            self =
                text.money.map(Self.amount) ?? text.writtenMoment.map(Self.moment) ?? .sentence(Sentence(text))
        }
    }
}
