import Failures
import Flow
import Hardware
import Model
import Receipts

/// One transaction from its intent to its outcome: the steps S1 to S9 and, after a disturbance or a restart, recovery.
///
/// The machine is pure: inputs go in, and steps come out in the order in which they must be performed. A `write` comes
/// before everything that may only happen once it is durable. The caller stops at a write that fails and reports
/// `.writeFailed`.
///
/// At most one transaction is ever requested. No result is answered as stored before its write. An outcome other than
/// `inDoubt` is reported only after it is settled in the journal. Nothing is inferred from silence.
package struct PaymentMachine: Sendable {
    package enum Input: Hashable, Sendable {
        /// Begins a new payment on a connected, registered terminal.
        case begin
        /// Continues a payment that an earlier process left open. The line is not open.
        case resume
        case terminal(TerminalEvent)
        case connected
        case notConnected(Failure)
        /// The requested pause is over.
        case elapsed
        /// The outcome was not found out in time.
        case giveUp
        case cancel
        /// The person who requested cancellation waits no longer: the outcome is found out later.
        case leave
        /// What became of the goods.
        case goods(DispenseResult)
        /// A write failed; the steps after it were not performed.
        case writeFailed(Failure, undone: [Step])
    }

    package enum Step: Hashable, Sendable {
        case write(PaymentEvent)
        case request(TerminalRequest)
        case answer(TerminalRecordID, StorageVerdict)
        /// The terminal has approved the payment and waits to be told what became of the goods.
        case giveGoods
        case cancelTerminal
        /// Closes the line if it is open, and opens it again.
        case connect
        case pause(Duration)
        /// Starts the clock of `--give-up-after`.
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
        /// The command was sent; `accepted` once the terminal accepted it.
        case authorising(accepted: Bool)
        case recovering(Recovery)
        /// The disk is full: nothing more can be stored, and the terminal is refused until it ends.
        case refusing(reason: Sentence)
        case finished
    }

    package private(set) var history: PaymentHistory
    var state = State.ready
    /// The result that is answered once it is known what became of the goods.
    var waitsForGoods: TerminalRecordID?
    /// What the terminal was last told of its result.
    var lastAnswer: ResultAnswer?
    /// When the current input came.
    var now = BootTime.unknown
    /// The transactions that other payments stand for, as of the last connection.
    var claimed: [ClaimedTransaction] = []
    /// The watermarks of the payments before this one; none before a connection was made anew.
    var earlierWatermarks = EarlierWatermarks.none
    /// The receipt text that is still coming.
    var incoming = IncomingTexts()

    package init(_ history: PaymentHistory) { self.history = history }

    /// Takes in what has happened and returns the steps to perform, in their order.
    ///
    /// - Parameter now: when the input came. If that is not known, no time counts as passed, and nothing follows from
    ///   silence.
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

    // MARK: The undisturbed path

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

    /// Handles what the terminal tells before it accepted the command. That belongs to something else: it is not
    /// answered, and recovery begins.
    private mutating func beforeAcceptance(_ event: TerminalEvent) -> [Step] {
        switch event {
        case .accepted:
            state = .authorising(accepted: true)
            return [.reached(.s3)] + (history.wasCancelled ? [.cancelTerminal] : [])
        case .progress(let progress): return note(progress) + [.show(progress)]
        case .finished(let end): return ended(end)
        case .totals: return noteDayEnd() + disturb(.orphan)
        case .result, .text, .orphanEnded: return disturb(.orphan)
        case .openPreauthorisations, .answered: return []
        }
    }

    private mutating func authorising(_ event: TerminalEvent) -> [Step] {
        switch event {
        case .accepted: []
        case .progress(let progress): note(progress) + [.show(progress), .reached(.s4)]
        case .result(let id, let result):
            history.results < Self.mostResults ? take(result, id) : disturb(.resultsWithoutEnd)
        case .text(let id, let text): store(text) + [.answer(id, .stored), .reached(.s7)]
        case .openPreauthorisations: []
        case .answered(let id): noteSent(id)
        case .totals: noteDayEnd() + disturb(.orphan)
        case .orphanEnded: disturb(.orphan)
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

    /// S5 and S6: takes a result. A success that contradicts the intent is refused, so that the terminal takes it back.
    private mutating func take(_ result: TransactionResult, _ id: TerminalRecordID) -> [Step] {
        // Accepting an old transaction would call this payment paid, and refusing it might undo the payment before.
        if result.isSuccess, isFromBefore(result) {
            return [record(.result(result, answer: .none))] + disturb(.toldOldTransaction)
        }
        return answer(result, id, refusing: contradicts(result))
    }

    mutating func answer(_ result: TransactionResult, _ id: TerminalRecordID, refusing: Bool) -> [Step] {
        let (answer, verdict) = refusing ? (.refuse, .refuse) : history.answer(to: result)
        waitsForGoods = verdict == .goods(.pending) ? id : nil
        lastAnswer = ResultAnswer(record: id, verdict: verdict)
        return [
            .reached(.s5Received), record(.result(result, answer: answer)), .reached(.s5), .answer(id, verdict),
        ] + (waitsForGoods == nil ? [] : [.giveGoods])
    }

    /// Whether the result contradicts the intent. A report that the payment was taken back is never refused: that would
    /// undo the reversal.
    func contradicts(_ result: TransactionResult) -> Bool {
        let intent = history.intent
        guard result.isSuccess else { return false }
        if isAnother(result) { return true }
        if let reversed = result.originalTrace, history.wasUndone(by: result) {
            return intent.purpose.kind == .reversal && reversed != history.storedResult?.trace
        }
        let undoesOurs = result.originalTrace != nil && result.originalTrace == history.storedResult?.trace
        if intent.purpose.isUnproven(by: result), !undoesOurs { return true }
        if let amount = result.amountMinor, !history.mayBook(amount) { return true }
        if intent.habits.currency(of: result) != intent.amount.currency.number { return true }
        if let its = result.terminalID, let ours = intent.terminalID, its != ours { return true }
        return false
    }

    /// Whether it is a second success with other numbers than the acknowledged one, which would charge the card twice.
    private func isAnother(_ result: TransactionResult) -> Bool {
        guard let kept = history.acknowledgedSuccess, result.originalTrace == nil else { return false }
        func differ(_ number: KeyPath<TransactionResult, Int?>) -> Bool {
            guard let its = result[keyPath: number], let ours = kept[keyPath: number] else { return false }
            return its != ours
        }
        if differ(\.receiptNumber) || differ(\.trace) { return true }
        if let card = result.panLastDigits, let ours = kept.panLastDigits, card != ours { return true }
        // Without a number to compare, only its time distinguishes a second success from the first one, repeated.
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
                !history.wasUndone(by: result)
            else { return disturb(.completedWithoutResult) }
            guard wasToldToBook else { return disturb(.completedUntold) }
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
            // A failure must be stated by the end or by a result before it.
            guard Self.reason(ofAbort: code, history) != nil else { return disturb(.abortedWithoutReason) }
            return [record(.aborted(code: code)), .reached(.s8)] + settle(Self.outcome(ofAbort: code, history))
        case .refused(let code): return [record(.refused(code: code))] + settle(outcome(ofRefusal: code))
        case .disturbed(let failure): return disturb(failure)
        }
    }

    /// The outcome of a refused command. It says to ask again only if the terminal was merely busy.
    private func outcome(ofRefusal code: DeviceCode) -> PaymentOutcome {
        switch history.intent.purpose {
        case _ where code.reason == .endOfDayNeeded: .endOfDayDemanded
        case .refund where code.reason != .busy, .reversal where code.reason != .busy,
            .booking where code.reason != .busy, .release where code.reason != .busy,
            // A terminal that takes no reservations never will.
            .reservation where code.reason == .notPossible:
            .declined(code: code, text: nil)
        case .payment, .refund, .reversal, .reservation, .booking, .release:
            .notCharged(
                reason: code.digits.map { Sentence("reason.commandRefused", ["code": $0]) }
                    ?? Sentence("reason.commandRefusedBecause", ["reason": code.reason.sentence]))
        }
    }

    /// The reason of an abort; nil if neither the end nor a result before it tells one.
    static func reason(ofAbort code: DeviceCode?, _ history: PaymentHistory) -> DeviceCode? {
        [code, history.storedResult?.resultCode].compactMap { $0 }.first { !$0.isSuccess }
    }

    /// The outcome of an abort. A terminal uses the same code for the cardholder's stop key and for its own time limit
    /// (ZVT `6C`).
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

    /// Handles a failed write. If the command was not sent, nothing happened. Otherwise the terminal must not commit
    /// what the till cannot remember: results are refused from now on, and a later start asks for the outcome.
    private mutating func writeFailed(_ failure: Failure, _ undone: [Step]) -> [Step] {
        if undone.contains(.request(history.intent.request)) {
            state = .finished
            return [.finish(.notCharged(reason: Sentence(failure)))]
        }
        // A payment that was about to end is not authorising any more.
        guard case .authorising = state else {
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

    /// Requests cancellation. A terminal that waits for goods is told at once that none are given: it accepts no abort
    /// any more.
    private mutating func cancel() -> [Step] {
        guard !history.wasCancelled else { return [] }
        if let id = waitsForGoods {
            (waitsForGoods, lastAnswer) = (nil, ResultAnswer(record: id, verdict: .goods(.notGiven)))
            return [record(.cancelRequested), .answer(id, .goods(.notGiven))]
        }
        switch state {
        case .authorising(let accepted): return [record(.cancelRequested)] + (accepted ? [.cancelTerminal] : [])
        case .recovering where history.intent.givesGoods: return [record(.cancelRequested)]
        case .ready, .recovering, .refusing, .finished: return []
        }
    }

    // MARK: Recovery

    /// The reason is not in the journal before the payment ends.
    static let nothingSent = Sentence("reason.nothingSent")
    private static let unfinished = Sentence("reason.endNotWritten")

    private mutating func resume() -> [Step] {
        precondition(state == .ready, "a payment resumes once")
        if history.seemsBooked != nil, history.doubt != nil { return doubt(PaymentHistory.bookedAfterAll) }
        switch history.stage {
        case .settled(let outcome):
            state = .finished
            return [.finish(outcome)]
        case .intended where !history.wasRestored: return settle(.notCharged(reason: Self.nothingSent))
        case .refused(let code): return settle(outcome(ofRefusal: code))
        case .completed(let result) where !history.bookedAnUntoldPart: return settle(.approved(result))
        case .aborted(let code, _) where history.isDecided: return settle(Self.outcome(ofAbort: code, history))
        case .intended, .sending, .resulted, .aborted, .completed:
            return enterRecovery(reason: history.whyOpen ?? Self.unfinished)
        }
    }

    mutating func disturb(_ failure: Failure) -> [Step] {
        [record(.disturbed(failure))] + enterRecovery(reason: Sentence(failure))
    }

    private mutating func connected() -> [Step] {
        waitsForGoods = nil  // Records are numbered anew.
        return recover { $0.connected() }
    }

    /// Begins recovery. What an earlier process saw of the terminal counts as long as the machine was not restarted
    /// since.
    private mutating func enterRecovery(reason: Sentence) -> [Step] {
        state = .recovering(Recovery(reason: reason))
        return (history.isAskedSince(now) || now.boot == nil ? [] : [record(.asking(since: now))])
            + [.phase(.checking), .startGiveUpClock, .connect]
    }
}

extension Failure {
    static let orphan = Failure(PaymentFailure.orphan, Sentence("failure.payment.orphan"), recovery: .retry)
    static let completedWithoutResult = Failure(
        PaymentFailure.noResult, Sentence("failure.payment.noResult"), recovery: .retry)
    static let toldOldTransaction = Failure(
        PaymentFailure.oldTransaction, Sentence("failure.payment.oldTransaction"), recovery: .retry)
    static let completedWithoutAmount = Failure(
        PaymentFailure.noAmount, Sentence("failure.payment.noAmount"), recovery: .retry)
    static let partNotTold = Failure(
        PaymentFailure.partNotTold, Sentence("failure.payment.partNotTold"), recovery: .retry)
    static let abortedWithoutReason = Failure(
        PaymentFailure.noReason, Sentence("failure.payment.noReason"), recovery: .retry)
    static let abortedAfterSuccess = Failure(
        PaymentFailure.abortedAfterSuccess, Sentence("failure.payment.abortedAfterSuccess"), recovery: .retry)
}
