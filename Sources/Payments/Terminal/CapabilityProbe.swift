import Failures
import Flow
import Hardware
import Model

/// The conversation that finds out how a terminal behaves. If the line breaks during it, it throws, and nothing is
/// found out.
package struct CapabilityProbe {
    let conversation: TerminalRequestRunner
    let environment: Environment
    let currency: Currency
    package private(set) var diagnosis = TerminalDiagnosis()
    private var registration = TerminalQuestion.registration(.full, wish: .utf8)

    package init(conversation: TerminalRequestRunner, environment: Environment, currency: Currency) {
        self.conversation = conversation
        self.environment = environment
        self.currency = currency
    }

    package mutating func hold(isDeep: Bool) async throws(Failure) {
        try await register()
        try await askForStatus()
        try await askForLastTransaction()
        diagnosis.profile.totals = try await ask(.totals).answer
        if isDeep { _ = try await ask(.host) }
        diagnosis.profile.abortAtRest = try await ask(.abort).answer
        // Registers again: the terminal may have gone after the abort, and it is set up for all that follows.
        _ = try await completed(registration)
    }

    // MARK: Questions

    private mutating func register() async throws(Failure) {
        for form in [TerminalProfile.Registration.full, .withoutCharacterSet, .bare] {
            let question = TerminalQuestion.registration(form, wish: form == .full ? .utf8 : nil)
            let outcome = try await ask(question).outcome
            if case .refused(let code) = outcome.end, code.reason == .notPossible, form != .bare { continue }
            guard case .completed(let state) = outcome.end else { throw .notReady(outcome.end) }
            registration = question
            diagnosis.profile.registration = form
            diagnosis.profile.terminalID = state.terminalID
            if form == .full { try await askForCharacterSets(granted: state.characterSet) }
            return
        }
    }

    private mutating func askForCharacterSets(granted first: TerminalProfile.CharacterSet?) async throws(Failure) {
        var granted = first == .utf8 ? [TerminalProfile.CharacterSet.utf8] : []
        for wish in TerminalProfile.CharacterSet.allCases where wish != .utf8 {
            let state = try await completed(.registration(.full, wish: wish))
            if state.characterSet == wish { granted.append(wish) }
        }
        diagnosis.profile.characterSets = granted
        registration = .registration(.full, wish: granted.first)
        _ = try await completed(registration)
    }

    private mutating func askForStatus() async throws(Failure) {
        var answers: [Bool] = []
        for withPassword in [true, false] {
            let outcome = try await ask(.status(withPassword: withPassword)).outcome
            guard case .completed(let state) = outcome.end else {
                answers.append(false)
                continue
            }
            answers.append(true)
            guard state.status?.reason != .busy else { throw .terminalBusy }
            diagnosis.profile.softwareVersion = state.softwareVersion ?? diagnosis.profile.softwareVersion
        }
        diagnosis.profile.statusEnquiry =
            switch (answers.first, answers.last) {
            case (true, true): .eitherWay
            case (true, _): .onlyWithPassword
            case (_, true): .onlyBare
            default: .unknown
            }
    }

    private mutating func askForLastTransaction() async throws(Failure) {
        let bare = try await ask(.lastTransaction).outcome
        switch bare.end {
        case .completed: break
        case .refused: return diagnosis.profile.repeatReceipt = .refuses
        // The terminal has made no transaction yet that it could repeat.
        case .aborted, .disturbed: return
        }
        var texts = bare.texts
        if bare.result != nil {
            diagnosis.profile.repeatReceipt = .tellsStatus
        } else {
            let printing = try await ask(.lastTransactionWithPrint).outcome
            texts += printing.texts
            diagnosis.profile.repeatReceipt =
                printing.result != nil ? .onlyWithPrint : texts.isEmpty ? .tellsNothing : .onlyText
        }
        if texts.isEmpty { texts = try await ask(.lastReceipt).outcome.texts }
        diagnosis.profile.prints = texts.isEmpty ? .unknown : texts.allSatisfy(\.isOneLine) ? .byLine : .byBlock
    }

    // MARK: Asking

    private mutating func completed(_ question: TerminalQuestion) async throws(Failure) -> TerminalState {
        let end = try await ask(question).outcome.end
        guard case .completed(let state) = end else { throw .notReady(end) }
        return state
    }

    private mutating func ask(
        _ question: TerminalQuestion
    ) async throws(Failure) -> (outcome: TerminalRequestRunner.Outcome, answer: TerminalProfile.Answer) {
        let began = environment.uptime()
        let outcome = await conversation.ask(question.request(currency))
        let answer: TerminalProfile.Answer
        switch outcome.end {
        case .completed: answer = .given
        case .aborted, .refused: answer = .refused
        // Only an abort may stay without an answer.
        case .disturbed(let failure):
            guard question == .abort, failure.is(ReaderFailure.noAnswer) else { throw failure }
            answer = .ignored
        }
        diagnosis.asked.append(
            TerminalDiagnosis.Asked(question: question, answer: answer, took: environment.uptime() - began))
        return (outcome, answer)
    }
}

extension TerminalText {
    /// Blank lines do not count as text.
    fileprivate var isOneLine: Bool { lines.filter { !$0.text.isEmpty }.count <= 1 }
}
