import Model

extension DeviceCode {
    /// A short text for a person, without a full stop. A code that no table explains is told by its number.
    package func text(in tongue: OperatorLanguage) -> String {
        let text = reason.text(in: tongue)
        switch (reason, number, digits) {
        case (.refusedByHost, let number?, _):
            return BilingualText("\(text) with code \(number)", "\(text) mit Code \(number)").text(in: tongue)
        case (.unexplained, _, let digits?): return "\(text) \(digits)"
        default: return text
        }
    }

    /// What is to be done about it.
    package var nextStep: NextStep { reason.nextStep }

    /// Its digits and what they mean, `6C (Timed out or cancelled at the terminal)`; without a number, what it means.
    package func named(in tongue: OperatorLanguage) -> String {
        digits.map { "\($0) (\(text(in: tongue)))" } ?? text(in: tongue)
    }

    /// Its digits; without a number, what it means.
    package func short(in tongue: OperatorLanguage) -> String { digits ?? text(in: tongue) }
}
