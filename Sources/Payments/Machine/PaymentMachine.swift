import Failures
import Flow
import Hardware
import Model
import Receipts

/// One transaction, a payment or the giving back of one, from its intent to its outcome: the steps S1 to S9 and, after
/// any disturbance or restart, recovery.
///
/// Pure: inputs in, steps out, in the order they must be performed. A `write` comes before everything that may only
/// happen once it is durable; whoever performs the steps stops at a write that fails and reports `.writeFailed`.
/// Promises: at most one transaction is ever requested; no result is answered as stored before its write; an outcome
/// other than `inDoubt` is reported only after it is settled in the journal; nothing is inferred from silence.
package struct PaymentMachine: Sendable {
    package enum Input: Hashable, Sendable {
        /// Begin a new payment on a connected, registered terminal.
        case begin
        /// Continue what an earlier life left behind. The line is not open.
        case resume
        case terminal(TerminalEvent)
        case connected
        case notConnected(Failure)
        /// The pause asked for is over.
        case elapsed
        /// The truth did not come in time.
        case giveUp
        case cancel
        /// Somebody who asked to cancel waits no longer: what becomes of it is found out later.
        case leave
        /// What became of the goods.
        case goods(DispenseResult)
        /// A write failed; these steps came after it and were not performed.
        case writeFailed(Failure, undone: [Step])
    }

    package enum Step: Hashable, Sendable {
        case write(PaymentEvent)
        case request(TerminalRequest)
        case answer(TerminalRecordID, StorageVerdict)
        /// The terminal has approved it, and waits until it is told what became of the goods.
        case giveGoods
        case cancelTerminal
        /// Close the line if it is open, and open it again.
        case connect
        case pause(Duration)
        /// From now on the clock of `--give-up-after` runs.
        case startGiveUpClock
        case show(TerminalProgress)
        case phase(Phase)
        case reached(Checkpoint)
        case finish(PaymentOutcome)
    }

    /// What a person is told while waiting.
    package enum Phase: String, Hashable, Codable, Sendable { case authorising, checking }

    enum State: Hashable, Sendable {
        case ready
        /// The command left; `accepted` once the terminal took it.
        case authorising(accepted: Bool)
        case recovering(Recovery)
        /// The disk is full: nothing can be taken any more, the terminal is told so until it ends.
        case refusing(reason: Sentence)
        case finished
    }

    package private(set) var history: PaymentHistory
    var state = State.ready
    /// The result that is answered once it is known what became of the goods.
    var waitsForGoods: TerminalRecordID?
    /// When what is being handled came.
    var now = BootTime.unknown
    /// The transactions that other payments stand for, as of the last connection.
    var claimed: [ClaimedTransaction] = []
    /// The receipt text that comes.
    var incoming = IncomingTexts()

    package init(_ history: PaymentHistory) { self.history = history }

    /// - Parameter now: when it came. Where that is not known no time has passed, and nothing follows from silence.
    package mutating func handle(_ input: Input, at now: BootTime = .unknown) -> [Step] {
        self.now = now
        return completeTexts(before: input) + handle(input)
    }

    private mutating func handle(_ input: Input) -> [Step] {
        switch input {
        case .begin: begin()
        case .resume: resume()
        case .terminal(let event): terminal(event)
        case .connected: connected()
        case .notConnected(let failure): recover { $0.notConnected(failure) }
        case .elapsed: recover { $0.elapsed() }
        case .giveUp: giveUp()
        case .cancel: cancel()
        case .leave: leave()
        case .goods(let issue): goods(issue)
        case .writeFailed(let failure, let undone): writeFailed(failure, undone)
        }
    }

    // MARK: The sunny path

    private mutating func begin() -> [Step] {
        precondition(state == .ready, "a payment begins once")
        state = .authorising(accepted: false)
        return [
            .reached(.s0), .write(.intended(history.intent)), .reached(.s1), record(.sending), .reached(.s2),
            .phase(.authorising), .request(history.intent.request),
        ]
    }

    private mutating func terminal(_ event: TerminalEvent) -> [Step] {
        switch state {
        case .authorising(accepted: false): beforeAcceptance(event)
        case .authorising(accepted: true): authorising(event)
        case .recovering: recovering(event)
        case .refusing(let reason): refusing(event, reason)
        case .ready, .finished: []
        }
    }

    /// Whatever the terminal tells before it took our command belongs to something else: that is not answered but asked about.
    private mutating func beforeAcceptance(_ event: TerminalEvent) -> [Step] {
        switch event {
        case .accepted:
            state = .authorising(accepted: true)
            return [.reached(.s3)] + (history.wasCancelled ? [.cancelTerminal] : [])
        case .progress(let progress): return noteTimeout(progress) + [.show(progress)]
        case .finished(let end): return ended(end)
        case .result, .totals, .text, .orphanEnded: return disturb(.orphan)
        case .openPreauthorisations, .answered: return []
        }
    }

    private mutating func authorising(_ event: TerminalEvent) -> [Step] {
        switch event {
        case .accepted: []
        case .progress(let progress): noteTimeout(progress) + [.show(progress), .reached(.s4)]
        case .result(let id, let result):
            history.results < Self.mostResults ? take(result, id) : disturb(.resultsWithoutEnd)
        case .text(let id, let text): store(text) + [.answer(id, .stored), .reached(.s7)]
        case .openPreauthorisations: []
        case .answered(let id): id == waitsForGoods ? [] : [.reached(.s6)]
        case .totals, .orphanEnded: disturb(.orphan)
        case .finished(let end): ended(end)
        }
    }

    private mutating func refusing(_ event: TerminalEvent, _ reason: Sentence) -> [Step] {
        switch event {
        case .result(let id, _), .totals(let id, _), .text(let id, _): return [.answer(id, .refuse)]
        case .finished:
            state = .finished
            return [.finish(.inDoubt(reason: reason))]
        case .accepted, .progress, .openPreauthorisations, .answered, .orphanEnded: return []
        }
    }

    /// S5 and S6. A success that contradicts the intent is refused, so that the terminal takes it back.
    private mutating func take(_ result: TransactionResult, _ id: TerminalRecordID) -> [Step] {
        // To take it would call this paid, and to refuse it might undo the payment before.
        if result.isSuccess, isFromBefore(result) {
            return [record(.result(result, answer: .none))] + disturb(.toldOldTransaction)
        }
        return answer(result, id, refusing: contradicts(result))
    }

    mutating func answer(_ result: TransactionResult, _ id: TerminalRecordID, refusing: Bool) -> [Step] {
        let (answer, verdict) = refusing ? (.refuse, .refuse) : history.answer(to: result)
        waitsForGoods = verdict == .goods(.pending) ? id : nil
        return [
            .reached(.s5Received), record(.result(result, answer: answer)), .reached(.s5), .answer(id, verdict),
        ] + (waitsForGoods == nil ? [] : [.giveGoods])
    }

    /// Word that ours was taken back is never refused: that would undo the undoing.
    func contradicts(_ result: TransactionResult) -> Bool {
        let intent = history.intent
        guard result.isSuccess else { return false }
        if isAnother(result) { return true }
        if let reversed = result.originalTrace, !intent.purpose.mayReverse(reversed) {
            return intent.purpose.kind == .reversal && reversed != history.storedResult?.trace
        }
        let undoesOurs = result.originalTrace != nil && result.originalTrace == history.storedResult?.trace
        if intent.purpose.isUnproven(by: result), !undoesOurs { return true }
        if let amount = result.amountMinor, !history.mayBook(amount) { return true }
        if intent.habits.currency(of: result) != intent.amount.currency.number { return true }
        if let its = result.terminalID, let ours = intent.terminalID, its != ours { return true }
        return false
    }

    /// A second success under other numbers than the one that was acknowledged: the card would be charged twice.
    private func isAnother(_ result: TransactionResult) -> Bool {
        guard let kept = history.acknowledgedSuccess, result.originalTrace == nil else { return false }
        func differ(_ number: KeyPath<TransactionResult, Int?>) -> Bool {
            guard let its = result[keyPath: number], let ours = kept[keyPath: number] else { return false }
            return its != ours
        }
        if differ(\.receiptNumber) || differ(\.trace) { return true }
        if let card = result.panLastDigits, let ours = kept.panLastDigits, card != ours { return true }
        // Without a number to compare only its time tells a second one from the first, told again.
        guard !result.sharesNumber(with: kept), let time = result.exactTimestamp, let before = kept.exactTimestamp
        else {
            return false
        }
        return time != before
    }

    private mutating func ended(_ end: TerminalEnd) -> [Step] {
        switch end {
        case .completed:
            guard !history.refusedAResult, let result = history.storedResult, result.isSuccess,
                !history.wasUndone(by: result), !history.bookedWithoutGoods
            else { return disturb(.completedWithoutResult) }
            guard result.amountMinor != nil || !history.intent.purpose.tellsAmount && result.namesATransaction else {
                return disturb(.completedWithoutAmount)
            }
            guard !history.bookedAnUntoldPart else { return disturb(.partNotTold) }
            return [record(.completed), .reached(.s8)] + settle(.approved(result))
        case .aborted(let code):
            guard !history.refusedAResult, history.acknowledgedSuccess == nil, history.storedResult?.isSuccess != true
            else {
                return disturb(.abortedAfterSuccess)
            }
            // That it failed must be said somewhere.
            guard Self.reason(ofAbort: code, history) != nil else { return disturb(.abortedWithoutReason) }
            return [record(.aborted(code: code)), .reached(.s8)] + settle(Self.outcome(ofAbort: code, history))
        case .refused(let code): return [record(.refused(code: code))] + settle(outcome(ofRefusal: code))
        case .disturbed(let failure): return disturb(failure)
        }
    }

    /// Money is not given back by asking again unless the terminal was only busy.
    private func outcome(ofRefusal code: DeviceCode) -> PaymentOutcome {
        switch history.intent.purpose {
        case _ where code.reason == .endOfDayNeeded: .endOfDayDemanded
        case .refund where code.reason != .busy, .reversal where code.reason != .busy,
            .booking where code.reason != .busy, .release where code.reason != .busy:
            .declined(code: code, text: nil)
        case .payment, .refund, .reversal, .reservation, .booking, .release:
            .notCharged(
                reason: code.digits.map { Sentence("reason.commandRefused", ["code": $0]) }
                    ?? Sentence("reason.commandRefusedBecause", ["reason": code.reason.sentence]))
        }
    }

    /// Nil where neither the end nor a result before it says why.
    static func reason(ofAbort code: DeviceCode?, _ history: PaymentHistory) -> DeviceCode? {
        [code, history.storedResult?.resultCode].compactMap { $0 }.first { !$0.isSuccess }
    }

    /// A terminal says the same of the cardholder's stop key and of its own time limit (ZVT `6C`).
    static func outcome(ofAbort code: DeviceCode?, _ history: PaymentHistory) -> PaymentOutcome {
        let (failed, why) = (history.storedResult, reason(ofAbort: code, history) ?? .success)
        if why.reason == .endOfDayNeeded { return .endOfDayDemanded }
        return why.reason == .cancelled ? .cancelled(code: why) : .declined(code: why, text: failed?.additionalText)
    }

    // MARK: Ends

    mutating func settle(_ end: PaymentOutcome) -> [Step] {
        let outcome = history.withGoods(history.asCharged(end))
        state = .finished
        return [record(.settled(outcome)), .reached(.s9), .finish(outcome)]
    }

    mutating func record(_ event: PaymentEvent) -> Step {
        history.apply(event)
        return .write(event)
    }

    mutating func giveUp() -> [Step] {
        switch state {
        case .recovering(let recovery): return doubt(recovery.reasonToGiveUp)
        case .refusing(let reason):
            state = .finished
            return [.finish(.inDoubt(reason: reason))]
        case .ready, .authorising, .finished: return []
        }
    }

    mutating func doubt(_ reason: Sentence) -> [Step] {
        state = .finished
        let repeated = history.doubt == reason
        return (repeated ? [] : [record(.inDoubt(reason: reason))]) + [.finish(.inDoubt(reason: reason))]
    }

    /// The disk refused. Before the command left, nothing happened. Afterwards the terminal must not commit what we
    /// cannot remember: what was to be answered as stored is refused, and a later start asks what became of it.
    private mutating func writeFailed(_ failure: Failure, _ undone: [Step]) -> [Step] {
        if undone.contains(.request(history.intent.request)) {
            state = .finished
            return [.finish(.notCharged(reason: Sentence(failure)))]
        }
        guard case .authorising = state, !undone.contains(where: Self.ends) else {
            state = .finished
            return [.finish(.inDoubt(reason: Sentence(failure)))]
        }
        state = .refusing(reason: Sentence(failure))
        return [.startGiveUpClock]
            + undone.compactMap {
                guard case .answer(let id, _) = $0 else { return nil }
                return .answer(id, .refuse)
            }
    }

    private static func ends(_ step: Step) -> Bool {
        if case .finish = step { return true }
        return false
    }

    /// A terminal that waits for goods hears at once that they are not given: it takes no abort any more.
    private mutating func cancel() -> [Step] {
        guard !history.wasCancelled else { return [] }
        if let id = waitsForGoods {
            waitsForGoods = nil
            return [record(.cancelRequested), .answer(id, .goods(.notGiven))]
        }
        switch state {
        case .authorising(let accepted): return [record(.cancelRequested)] + (accepted ? [.cancelTerminal] : [])
        case .recovering where history.intent.givesGoods: return [record(.cancelRequested)]
        case .ready, .recovering, .refusing, .finished: return []
        }
    }

    // MARK: Recovery

    /// The journal does not tell why it ends before the payment does.
    static let nothingSent = Sentence("reason.nothingSent")
    private static let unfinished = Sentence("reason.endNotWritten")

    private mutating func resume() -> [Step] {
        precondition(state == .ready, "a payment resumes once")
        if history.seemsBooked != nil, history.doubt != nil { return doubt(PaymentHistory.bookedAfterAll) }
        switch history.stage {
        case .settled(let outcome):
            state = .finished
            return [.finish(outcome)]
        case .intended: return settle(.notCharged(reason: Self.nothingSent))
        case .refused(let code): return settle(outcome(ofRefusal: code))
        case .completed(let result) where !history.bookedAnUntoldPart: return settle(.approved(result))
        case .aborted(let code, _) where history.isDecided: return settle(Self.outcome(ofAbort: code, history))
        case .sending, .resulted, .aborted, .completed: return enterRecovery(reason: history.whyOpen ?? Self.unfinished)
        }
    }

    mutating func disturb(_ failure: Failure) -> [Step] {
        [record(.disturbed(failure))] + enterRecovery(reason: Sentence(failure))
    }

    private mutating func connected() -> [Step] {
        waitsForGoods = nil  // Records are numbered anew.
        return recover { $0.connected() }
    }

    /// What an earlier process saw of the terminal counts as long as the machine was not started again since.
    private mutating func enterRecovery(reason: Sentence) -> [Step] {
        state = .recovering(Recovery(reason: reason))
        return (history.isAskedSince(now) || now.boot == nil ? [] : [record(.asking(since: now))])
            + [.phase(.checking), .startGiveUpClock, .connect]
    }
}

extension Failure {
    static let orphan = Failure(
        PaymentFailure.orphan, "The terminal ended something that was not asked of it.", recovery: .retry)
    static let completedWithoutResult = Failure(
        PaymentFailure.noResult, "The terminal ended the payment without an approval.", recovery: .retry)
    static let toldOldTransaction = Failure(
        PaymentFailure.oldTransaction,
        "The terminal told an older transaction as the result of this one, or its clock is wrong.",
        recovery: .retry)
    static let completedWithoutAmount = Failure(
        PaymentFailure.noAmount, "The terminal ended the payment and did not say which amount it booked.",
        recovery: .retry)
    static let partNotTold = Failure(
        PaymentFailure.partNotTold, "The terminal did not tell whether it booked the part or the whole.",
        recovery: .retry)
    static let abortedWithoutReason = Failure(
        PaymentFailure.noReason, "The terminal ended the payment and did not say why.", recovery: .retry)
    static let abortedAfterSuccess = Failure(
        PaymentFailure.abortedAfterSuccess, "The terminal ended a payment it had approved.", recovery: .retry)
}
