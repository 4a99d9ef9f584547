import Model

extension TerminalProgress {
    /// The terminal's own text, in whatever language it is, or else what it shows, followed by what to do meanwhile
    /// unless that says so itself.
    package var wording: Sentence {
        if let text { return Sentence(stored: text) }
        switch nextStep {
        case .nothing, .wait, .followTerminal, .presentCard, .removeCard: return shown
        case .otherCard, .tryAgain, .correctRequest, .checkTransaction, .checkPrinter, .endOfDay, .diagnosis,
            .initialisation, .setClock, .registration, .checkHostLine, .callService, .callAcquirer:
            return nextStep.sentence.map { Sentence("device.thenDo", ["shown": shown, "step": $0]) } ?? shown
        }
    }

    /// What to do meanwhile.
    package var nextStep: NextStep { asksToRemoveCard ? .removeCard : step.nextStep }

    /// Whether a device can show it only while it has a card or has just read one.
    package var tellsOfCard: Bool { asksToRemoveCard || step.tellsOfCard }

    private var shown: Sentence {
        guard step != .unexplained else {
            return digits.map { Sentence("device.statusNumber", ["number": $0]) } ?? step.text
        }
        guard asksToRemoveCard, step.nextStep != .removeCard else { return step.text }
        return Sentence("device.andRemoveCard", ["shown": step.text])
    }

    private var digits: String? { DeviceCode(.unexplained, number: number).digits }
}
