import Model

extension DeviceCode {
    /// A short text for a person, without a full stop. A code that no table explains is shown by its number.
    package func text(in language: OperatorLanguage) -> String {
        switch (reason, number, digits) {
        case (.refusedByHost, let number?, _):
            language.text("device.refusedByHostWithCode", ["code": number])
        case (.unexplained, _, let digits?): language.text("device.errorNumber", ["number": digits])
        default: reason.text(in: language)
        }
    }

    /// What to do about it.
    package var nextStep: NextStep { reason.nextStep }

    /// The code's digits and meaning, `6C (Timed out or cancelled at the terminal)`; only the meaning if it has no
    /// number.
    package func named(in language: OperatorLanguage) -> String {
        digits.map { "\($0) (\(text(in: language)))" } ?? text(in: language)
    }
}
