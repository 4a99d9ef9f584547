import Model

/// What to do about a terminal's code, and who should do it. A till may do some of it by itself.
package enum NextStep: String, Hashable, Sendable, CaseIterable {
    case nothing
    case wait
    // Steps for the cardholder.
    case followTerminal
    case presentCard
    case removeCard
    case otherCard
    // Steps for the person who made the request.
    case tryAgain
    case correctRequest
    case checkTransaction
    case checkPrinter
    // Steps that are commands to the terminal.
    case endOfDay
    case diagnosis
    case initialisation
    case setClock
    case registration
    // Steps for others.
    case checkHostLine
    case callService
    case callAcquirer

    /// `sentence` in a language.
    package func text(in language: OperatorLanguage) -> String? { sentence?.text(in: language) }

    /// A sentence for the person who should do it; nil if nothing is to be done.
    package var sentence: Sentence? {
        switch self {
        case .nothing: nil
        case .wait: Sentence("step.wait")
        case .followTerminal:
            Sentence("step.followTerminal")
        case .presentCard: Sentence("step.presentCard")
        case .removeCard: Sentence("step.removeCard")
        case .otherCard:
            Sentence("step.otherCard")
        case .tryAgain: Sentence("step.tryAgain")
        case .correctRequest:
            Sentence("step.correctRequest")
        case .checkTransaction:
            Sentence("step.checkTransaction")
        case .checkPrinter:
            Sentence("step.checkPrinter")
        case .endOfDay: Sentence("step.endOfDay")
        case .diagnosis: Sentence("step.diagnosis")
        case .initialisation: Sentence("step.initialisation")
        case .setClock: Sentence("step.setClock")
        case .registration: Sentence("step.registration")
        case .checkHostLine:
            Sentence("step.checkHostLine")
        case .callService: Sentence("step.callService")
        case .callAcquirer: Sentence("step.callAcquirer")
        }
    }
}
