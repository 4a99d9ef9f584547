import Flow
import Hardware
import Model

/// A payment as told by its facts in the journal. Recovery starts from it, and `till why` explains it.
package struct PaymentHistory: Hashable, Sendable {
    package enum Stage: Hashable, Sendable {
        case intended, sending
        /// The terminal told its last status information, which was answered.
        indirect case resulted(TransactionResult, PaymentEvent.Answer)
        indirect case completed(TransactionResult)
        indirect case aborted(code: DeviceCode?, after: TransactionResult?)
        case refused(code: DeviceCode)
        case settled(PaymentOutcome)
    }

    /// The reason of a payment that is in doubt because its settlement was withdrawn.
    static let withdrawn = Sentence("reason.withdrawn")
    static let bookedAfterAll = Sentence("reason.bookedAfterAll")

    package let intent: PaymentIntent
    package private(set) var stage = Stage.intended
    /// The receipt text, and the result that it came with.
    private var printed = ResultTexts()
    /// How many telegrams of text and how many results were written.
    private(set) var writtenTexts = 0
    private(set) var results = 0
    /// The status information that was refused: its reversal is expected.
    package private(set) var refusedResult: TransactionResult?
    /// Whether the terminal told the transaction from before this one as its result.
    private(set) var toldOldResult = false
    /// Whether the line or the dialogue broke, or an earlier process left the payment.
    private(set) var wasDisturbed = false
    /// The last disturbance of the line or the dialogue.
    private var disturbance: Sentence?
    /// Whether the terminal has completed the payment with an acknowledged success, and is only asked how much it
    /// booked. Whatever it runs after that is not this payment.
    private(set) var wasCompleted = false
    /// Whether the journal is from a backup that was made while the payment was open: what became of it since is in no
    /// journal.
    private(set) var wasRestored = false
    /// Whether somebody requested cancellation.
    package private(set) var wasCancelled = false
    /// Whether the payment was approved and its booking depended on the goods.
    private(set) var hungOnGoods = false
    package private(set) var doubt: Sentence?
    package private(set) var lastEvidence: LastTransactionAnswer?
    /// The first booking that the terminal told when it was asked and that may be this payment: one that fits, while the
    /// terminal might still have been running this payment, or one of another amount or currency, or without a number.
    private(set) var seenBooking: TransactionResult?
    private(set) var lastFinding: RecoveryVerdict?
    /// The newest success that was acknowledged as stored and that nothing undid. The terminal stores it (ZVT 13.08
    /// §2.2.9).
    private(set) var acknowledgedSuccess: TransactionResult?
    /// The trace that its first acknowledged success named as what it reverses or ends.
    private(set) var namedOriginal: Int?
    /// Since when the terminal has only been asked; nil if it never was.
    private(set) var askingSince: BootTime?
    /// The newest receipt number in the terminal's journal when a person did not find this payment there.
    private(set) var readUpTo: Int?
    /// The longest time in minutes that its card phase may take until the next telegram, if the terminal told more than
    /// usual.
    private var longestMinutes = 0
    /// Whether the terminal said that it ends its day during this transaction.
    private(set) var dayEnded = false
    /// A booking that the terminal told after the payment was called not charged.
    package private(set) var seemsBooked: TransactionResult?
    /// The terminal's last list of open reservations.
    private var openReservations: LastTransactionAnswer?
    /// What became of the goods, reported while that could still matter.
    package private(set) var goods: DispenseResult?
    /// What was reported about the goods after that.
    package private(set) var lateGoods: DispenseResult?
    /// The amount that the terminal booked, by a person's statement, if it differs from the requested one.
    package private(set) var otherAmount: Money?
    /// Whether a person has checked that amount.
    private(set) var isAmountConfirmed = false
    /// What a person has typed once of a refund, and has to type again; nil if nothing (`needsSecondTyping`).
    private(set) var typedOnce: Sentence?
    /// The stage from which a person settled the payment; nil if none did.
    private var beforeOperator: Stage?
    /// The evidence of the person who settled the payment; nil if none did.
    private(set) var operatorEvidence: OperatorEvidence?
    /// The stage from which the payment was settled by what the terminal told.
    private var beforeEnd: Stage?

    package init(_ intent: PaymentIntent) { self.intent = intent }

    /// The history that these facts tell; nil if they do not begin with an intent.
    package init?(_ events: some Sequence<PaymentEvent>) {
        var iterator = events.makeIterator()
        guard case .intended(let intent)? = iterator.next() else { return nil }
        self.init(intent)
        while let event = iterator.next() { apply(event) }
    }

    /// The newest status information that was not refused.
    package var storedResult: TransactionResult? {
        switch stage {
        case .resulted(let result, .stored), .resulted(let result, .goods), .completed(let result),
            .aborted(_, let result?):
            result
        case .intended, .sending, .resulted(_, .refuse), .resulted(_, .none), .aborted(_, nil), .refused, .settled: nil
        }
    }

    /// Whether this success reports that the payment's own success was taken back.
    func wasUndone(by result: TransactionResult) -> Bool {
        guard let named = result.originalTrace else { return false }
        return intent.meaning(ofNamed: named, learned: namedOriginal) == .undone
    }

    /// Whether nothing was sent, or the terminal refused the command, so that it cannot have begun. On a serial line a terminal that says
    /// it is busy may be busy with this very command, if the block was repeated.
    var neverBegan: Bool {
        guard !wasRestored, !wasDisturbed else { return false }
        switch beforeEnd {
        case .intended: return true
        case .refused(let code): return code.reason != .busy || intent.terminal.scheme == "tcp"
        case .sending, .resulted, .completed, .aborted, .settled, nil: return false
        }
    }

    /// Whether a person settled the payment and may withdraw that.
    var wasSettledByOperator: Bool { beforeOperator != nil }

    /// The newest result that was not refused, even if the transaction is over.
    var storedBeforeEnd: TransactionResult? {
        switch beforeEnd ?? stage {
        case .resulted(let result, .stored), .resulted(let result, .goods), .completed(let result),
            .aborted(_, let result?):
            result
        case .intended, .sending, .resulted, .aborted(_, nil), .refused, .settled: nil
        }
    }

    /// The result that counts: an acknowledged success, or else the newest result.
    var toldResult: TransactionResult? {
        guard let newest = storedResult else { return acknowledgedSuccess }
        return newest.isSuccess ? newest : acknowledgedSuccess ?? newest
    }

    /// Whether the terminal has only been asked since a moment that can be compared with now.
    func isAskedSince(_ now: BootTime) -> Bool {
        guard let askingSince, let boot = askingSince.boot else { return false }
        return boot == now.boot
    }

    /// Whether the terminal has only been asked since a moment no longer ago than `span`.
    func isAskedSince(_ now: BootTime, within span: Duration) -> Bool {
        isAskedSince(now) && (askingSince?.elapsed(until: now) ?? .zero) < span
    }

    /// How long after the last exchange the terminal may still book the payment.
    var cardPhase: Duration {
        max(intent.habits.cardPhase, longestMinutes > 0 ? .seconds(60 * longestMinutes) + CardPhase.cardRemoval : .zero)
    }

    /// How much longer the terminal may be running the payment without telling; zero once it must have ended.
    func mayStillRun(at now: BootTime) -> Duration {
        if wasCompleted { return .zero }
        return max(.zero, cardPhase - (askingSince?.elapsed(until: now) ?? .zero))
    }

    /// Why it was in doubt or disturbed, as an earlier process recorded; nil if none did.
    var whyOpen: Sentence? { doubt ?? disturbance }

    /// Whether a status information was refused.
    package var refusedAResult: Bool { refusedResult != nil }

    /// Whether the journal proves how the payment ended although nobody has settled it, so that no terminal need be
    /// asked.
    package var isDecided: Bool {
        switch stage {
        case .intended: !wasRestored
        case .refused: true
        case .completed: !bookedAnUntoldPart
        case .aborted(let code, let result):
            result?.isSuccess != true && PaymentMachine.reason(ofAbort: code, self) != nil && !refusedAResult
                && acknowledgedSuccess == nil
        case .sending, .resulted, .settled: false
        }
    }

    /// The receipt text that came with the newest result.
    package var texts: [TerminalText] { printed.texts }

    /// The terminal's own text for receipts of that outcome. Text that may belong to another result is left out.
    package func texts(of outcome: PaymentOutcome) -> [TerminalText] {
        printed.texts(of: outcome, cutOff: wasDisturbed)
    }

    /// The terminal's newest transaction from before which this one cannot be, if it was called not charged only because the
    /// terminal told nothing new or because a person said so: the terminal may have booked it all the same. Nil if it
    /// ended it itself with a result or a refusal.
    var lateAfter: Watermark? {
        guard case .settled(let outcome) = stage, !intent.habits.answersForGood else { return nil }
        switch outcome {
        case .notCharged, .reversed, .goodsNotGiven, .goodsUnpaid: break
        case .approved, .declined, .cancelled, .inDoubt: return nil
        }
        let before = intent.watermark.receiptNumber.map(Watermark.receipt) ?? .unknown
        if operatorEvidence != nil {
            // A person has read the terminal's journal up to that number. In an empty one nothing was read.
            return readUpTo.flatMap { $0 > 0 ? .receipt($0) : nil } ?? before
        }
        return lastFinding == .notBooked || lastFinding == .reversed(nil) ? before : nil
    }

    /// Whether this answer and verdict are those that the terminal gave before.
    func isKnown(_ evidence: LastTransactionAnswer, _ finding: RecoveryVerdict) -> Bool {
        evidence == lastEvidence && finding == lastFinding || evidence == openReservations
    }

    /// The transaction that the terminal told when it was last asked.
    private var lastTold: TransactionResult? {
        guard case .transaction(let result)? = lastEvidence else { return nil }
        return result
    }

    package mutating func apply(_ event: PaymentEvent) {
        switch event {
        case .intended: break
        case .disturbed(let failure): apply(failure)
        case .cancelRequested: wasCancelled = true
        case .evidence(let evidence, let finding): apply(evidence, finding)
        case .asking(let since): (askingSince, wasDisturbed) = (since, true)
        case .mayTake(let minutes): longestMinutes = max(longestMinutes, minutes)
        case .dayEnded: dayEnded = true
        case .seemsBooked(let result): reopen(because: result)
        case .sending: stage = .sending
        case .refused(let code): stage = .refused(code: code)
        case .result(let result, let answer): apply(result, answer)
        case .text(let text): apply(text)
        case .textsCompleted(let texts): if !wasDisturbed { printed.complete(texts) }
        case .repeatedText(let texts): printed.replace(with: texts, of: lastTold)
        case .completed:
            if let result = storedResult { stage = .completed(result) }
        case .aborted(let code): stage = .aborted(code: code, after: storedResult)
        case .inDoubt(let reason): (doubt, typedOnce) = (reason, reason.isTypedOnce ? reason : typedOnce)
        case .settled(let outcome):
            beforeEnd = stage
            stage = .settled(outcome)
            doubt = nil
        case .operatorSettled(let evidence, let outcome): apply(evidence, outcome)
        case .operatorConfirmed: isAmountConfirmed = true
        case .operatorWithdrew: withdraw()
        case .goods(let issue):
            goods = issue
            // After a cancellation the terminal was already told that no goods are given.
            if case .resulted(let result, .goods) = stage, !wasCancelled { acknowledge(result, .goods) }
        case .goodsTooLate(let issue): lateGoods = issue
        }
    }

    /// After a break, earlier text may be missing and this text may belong to anything: it is stored, but printed on no
    /// receipt.
    private mutating func apply(_ text: TerminalText) {
        writtenTexts += 1
        if !wasDisturbed { printed.take(text) }
    }

    private mutating func apply(_ result: TransactionResult, _ answer: PaymentEvent.Answer) {
        results += 1
        printed.take(result, refused: answer == .refuse || answer == .none)
        stage = .resulted(result, answer)
        // With an equal time it is certainly that transaction; with equal numbers alone it might be a new one that has
        // them again.
        if answer == .none, result.exactTimestamp == nil || intent.watermarkTime == nil { toldOldResult = true }
        if answer == .refuse { refusedResult = refusedResult ?? result }
        if answer == .goods { hungOnGoods = true }
        acknowledge(result, answer)
    }

    private mutating func apply(_ failure: Failure) {
        (wasDisturbed, disturbance) = (true, Sentence(failure))
        if failure == .completedWithoutAmount || failure == .partNotTold { wasCompleted = true }
        if failure == .restoredPayment { wasRestored = true }
    }

    private mutating func apply(_ evidence: LastTransactionAnswer, _ finding: RecoveryVerdict) {
        if case .openReservations = evidence { return openReservations = evidence }
        lastEvidence = evidence
        lastFinding = finding
        guard seenBooking == nil, case .transaction(let result) = evidence, result.isSuccess else { return }
        if mayBeOurs(result, finding) { seenBooking = result }
    }

    private func mayBeOurs(_ result: TransactionResult, _ finding: RecoveryVerdict) -> Bool {
        let rule = LastTransactionMatcher(
            intent: intent, told: toldResult, refused: refusedResult, goods: goods, dayEnded: dayEnded)
        let mayStillRun = finding == .unclear(PaymentMachine.mayStillRun)
        switch mayStillRun ? rule.judge(.transaction(result)) : finding {
        case .approved: return mayStillRun
        case .unclear(LastTransactionMatcher.otherAmount), .unclear(LastTransactionMatcher.otherCurrency),
            .unclear(LastTransactionMatcher.noReceiptNumber):
            return result.originalTrace == nil && intent.purpose.tellsAmount
        case .reversed, .declined, .notBooked, .unclear: return false
        }
    }

    private mutating func apply(_ evidence: OperatorEvidence, _ outcome: PaymentOutcome) {
        apply(evidence.statement, outcome)
        (beforeOperator, operatorEvidence, typedOnce) = (stage, evidence, nil)
        stage = .settled(outcome)
        doubt = nil
    }

    private mutating func withdraw() {
        stage = beforeOperator ?? stage
        (beforeOperator, operatorEvidence, otherAmount, readUpTo) = (nil, nil, nil, nil)
        isAmountConfirmed = false
        doubt = Self.withdrawn
    }

    private mutating func apply(_ statement: OperatorEvidence.Statement, _ outcome: PaymentOutcome) {
        switch statement {
        // By an entry of 0.00 nothing was charged of what was asked for.
        case .booked(_, _, let amount): if amount.minorUnits > 0, !isAsked(amount, outcome) { otherAmount = amount }
        case .notBooked(let newest), .takenBack(let newest): readUpTo = newest
        case .ended: break
        }
    }

    private mutating func reopen(because result: TransactionResult) {
        seemsBooked = result
        lastEvidence = .transaction(result)
        stage = beforeEnd ?? beforeOperator ?? .sending
        (beforeOperator, operatorEvidence) = (nil, nil)
        doubt = Self.bookedAfterAll
    }

    private mutating func acknowledge(_ result: TransactionResult, _ answer: PaymentEvent.Answer) {
        guard result.isSuccess, answer == .stored || answer == .goods && goods?.isGiven == true else { return }
        guard !wasUndone(by: result) else { return acknowledgedSuccess = nil }
        acknowledgedSuccess = result
        namedOriginal = namedOriginal ?? result.originalTrace
    }
}
