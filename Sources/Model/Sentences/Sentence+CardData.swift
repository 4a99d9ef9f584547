extension Sentence {
    /// The sentence without card data. Where a number shows in the whole sentence only, it is masked in its English text.
    package var masked: Sentence {
        guard let code else { return Sentence(stored: CardData.masked(description)) }
        let masked = Sentence(code: code, arguments: arguments.mapValues(\.masked))
        let whole = CardData.masked(description)
        return masked.description == whole ? masked : Sentence(stored: whole)
    }
}

extension Sentence.Argument {
    fileprivate var masked: Sentence.Argument {
        switch self {
        case .text(let text): .text(CardData.masked(text))
        case .number, .amount, .moment, .tenths: self
        case .sentence(let sentence): .sentence(sentence.masked)
        case .clause(let clause): .clause(Clause(clause.sentence.masked))
        }
    }
}
