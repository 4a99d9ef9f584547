import Model

extension TerminalProgress {
    /// The terminal's own text, in whatever language that is; otherwise what it shows, with what is to be done meanwhile where that
    /// does not say so itself.
    package var wording: BilingualText {
        if let text { return BilingualText(text, text) }
        return BilingualText(shown(in: .en), shown(in: .de))
    }

    /// What is to be done meanwhile.
    package var nextStep: NextStep { asksToRemoveCard ? .removeCard : step.nextStep }

    /// Whether a device can show it only while it has a card, or has just read one.
    package var tellsOfCard: Bool { asksToRemoveCard || step.tellsOfCard }

    private func shown(in tongue: OperatorLanguage) -> String {
        switch nextStep {
        case .nothing, .wait, .followTerminal, .presentCard, .removeCard: stepText(in: tongue)
        case .otherCard, .tryAgain, .correctRequest, .checkTransaction, .checkPrinter, .endOfDay, .diagnosis,
            .initialisation, .setClock, .registration, .checkHostLine, .callService, .callAcquirer:
            [stepText(in: tongue), nextStep.text(in: tongue)].compactMap(\.self).joined(separator: ". ")
        }
    }

    private func stepText(in tongue: OperatorLanguage) -> String {
        guard step != .unexplained else {
            return [step.text.text(in: tongue), digits].compactMap(\.self).joined(separator: " ")
        }
        let asks = asksToRemoveCard && step.nextStep != .removeCard
        return step.text.text(in: tongue) + (asks ? Self.removeCard.text(in: tongue) : "")
    }

    private var digits: String? { DeviceCode(.unexplained, number: number).digits }

    private static let removeCard = BilingualText(", please remove card", ", bitte Karte entnehmen")
}
