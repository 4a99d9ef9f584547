import Model

extension DeviceCode {
    /// A short text for a person, without a full stop. A code that no table explains is told by its number.
    package func text(in language: OperatorLanguage) -> String {
        switch (reason, number, digits) {
        case (.refusedByHost, let number?, _):
            language.text("device.refusedByHostWithCode", ["code": number])
        case (.unexplained, _, let digits?): language.text("device.errorNumber", ["number": digits])
        default: reason.text(in: language)
        }
    }

    /// What is to be done about it.
    package var nextStep: NextStep { reason.nextStep }

    /// Its digits and what they mean, `6C (Timed out or cancelled at the terminal)`; without a number, what it means.
    package func named(in language: OperatorLanguage) -> String {
        digits.map { "\($0) (\(text(in: language)))" } ?? text(in: language)
    }
}
