import Model

extension DeviceCode {
    /// A short text for a person, without a full stop. A code that no table explains is shown by its number.
    package var sentence: Sentence {
        switch (reason, number, digits) {
        case (.refusedByHost, let number?, _): Sentence("device.refusedByHostWithCode", ["code": number])
        case (.unexplained, _, let digits?): Sentence("device.errorNumber", ["number": digits])
        default: reason.sentence
        }
    }

    /// `sentence` in a language.
    package func text(in language: OperatorLanguage) -> String { sentence.text(in: language) }

    /// What to do about it.
    package var nextStep: NextStep { reason.nextStep }

    /// The code's digits and meaning, `6C (Timed out or cancelled at the terminal)`; only the meaning if it has no
    /// number.
    package var name: Sentence {
        digits.map { Sentence("device.codeAndMeaning", ["code": $0, "meaning": sentence]) } ?? sentence
    }

    /// `name` in a language.
    package func named(in language: OperatorLanguage) -> String { name.text(in: language) }
}
