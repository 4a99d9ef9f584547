import Model

/// The matching rule: decides whether the terminal's last transaction is this payment, and what became of the payment
/// (docs/payment-steps.md). Everything that is not proven is unclear.
package struct LastTransactionMatcher: Sendable {
    let intent: PaymentIntent
    /// What the terminal had told of this payment before the disturbance, if it was acknowledged as stored.
    let told: TransactionResult?
    /// What the terminal had told of this payment and was refused, because it contradicted the request.
    let refused: TransactionResult?
    /// What became of the goods, if that is written.
    let goods: DispenseResult?
    /// A booking that the terminal told when it was asked earlier and that may be this payment (`PaymentHistory.seenBooking`).
    let seen: TransactionResult?
    /// Whether the terminal said that it ends its day during this payment, so that its numbers may have begun again.
    let dayEnded: Bool

    package init(
        intent: PaymentIntent, told: TransactionResult?, refused: TransactionResult? = nil,
        goods: DispenseResult? = nil,
        seen: TransactionResult? = nil, dayEnded: Bool = false
    ) {
        self.seen = seen
        self.dayEnded = dayEnded
        self.intent = intent
        self.told = told
        self.refused = refused
        self.goods = goods
    }

    package func judge(_ evidence: LastTransactionAnswer) -> RecoveryVerdict {
        switch evidence {
        case .transaction(let result): judge(result)
        case .nothing(let code): judgeNothing(code)
        case .refused: .unclear(Sentence("reason.doesNotRepeat"))
        case .silent: .unclear(Sentence("reason.doesNotTell"))
        case .openReservations(let receipts):
            judge(openReservations: receipts, after: .unclear(Sentence("reason.doesNotTell")))
        }
    }

    private func judgeNothing(_ code: DeviceCode?) -> RecoveryVerdict {
        guard case .nothingStored(let before) = intent.watermark, before == code else {
            return .unclear(Sentence("reason.refusedToRepeat"))
        }
        // The terminal may have taken the payment back and stored nothing; another transaction may stand in its place;
        // or the terminal was reset.
        guard told?.isSuccess != true else {
            return .unclear(Sentence("reason.nothingStoredAfterSuccess"))
        }
        if intent.habits.answersForGood { return .notBooked }
        // An end of day, which may have come automatically, clears what the terminal had booked.
        return .unclear(Sentence("reason.nothingStoredAsBefore"))
    }

    /// The verdict after the question for open reservations. A reservation that is still open was not ended. If none is
    /// open, that contradicts a verdict that nothing ended it, and it is not known who did. If only others are named,
    /// there may be more.
    ///
    /// - Parameter openReservations: nil if the terminal refuses the question.
    func judge(openReservations: [Int]?, after finding: RecoveryVerdict) -> RecoveryVerdict {
        if intent.purpose == .reservation { return judge(heldNow: openReservations, after: finding) }
        guard let reserved = intent.purpose.reserved, openReservations?.isEmpty != true else {
            return .unclear(Sentence("reason.noReservationOpen"))
        }
        guard openReservations?.contains(reserved.name.receiptNumber) == true else {
            return finding.saysThatNothingIsBooked ? .unclear(Self.beforeTheEnd) : finding
        }
        // It may be a reservation of the new day.
        guard !dayEnded else { return .unclear(Self.numbersBeganAgain) }
        return told?.isSuccess == true ? .reversed(nil) : .notBooked
    }

    /// The verdict on a reservation after the question for open reservations, if the terminal's last transaction tells
    /// nothing new. If it names none, nothing is held. If it names only older ones, there may be more.
    private func judge(heldNow receipts: [Int]?, after finding: RecoveryVerdict) -> RecoveryVerdict {
        guard finding == .unclear(Self.beforeTheReservation), let receipts else { return finding }
        guard !receipts.isEmpty else { return told?.isSuccess == true ? .reversed(nil) : .notBooked }
        if let told, told.isSuccess, let receipt = told.receiptNumber, receipts.contains(receipt) {
            return .approved(told)
        }
        guard let newer = receipts.first(where: { intent.watermark.isNewer($0) == true }) else { return finding }
        return .unclear(Sentence("reason.newReservation", ["receipt": newer]))
    }

    private func judge(_ result: TransactionResult) -> RecoveryVerdict {
        if let ours = intent.terminalID, let its = result.terminalID, ours != its {
            return .unclear(Sentence("reason.otherTerminalAnswered", ["its": its, "ours": ours]))
        }
        if let finding = judgeRefused(result) { return finding }
        if isToBeDated, !wasTold(result) { return judgeAfterDayEnd(result) }
        guard let receipt = result.receiptNumber else { return judgeWithoutNumber(result) }
        if wasTold(result) { return judgeNewer(result) }
        guard let newer = intent.watermark.isNewer(receipt) else {
            return .unclear(Sentence("reason.noneKnownBefore", ["receipt": receipt]))
        }
        guard newer || isNewUnderTheSameNumber(result) || intent.reusesOriginalReceipt(result) else {
            return judgeOlder(result, receipt)
        }
        if intent.isDatedBefore(result) || intent.isOlderThanWatermark(result) {
            return .unclear(
                Sentence("reason.datedBefore", ["receipt": receipt]))
        }
        return judgeNewer(result)
    }

    /// The verdict after an end of the terminal's day during this payment. A number then proves neither that this is the
    /// transaction from before nor that it is a newer one: only its time does.
    private func judgeAfterDayEnd(_ result: TransactionResult) -> RecoveryVerdict {
        guard !intent.remembersWatermark, let time = result.exactTimestamp, let before = intent.watermarkTime else {
            return .unclear(Self.numbersBeganAgain)
        }
        if intent.isFromBefore(result), !contradictsWatermark(result) { return nothingNewer(than: result) }
        guard time.isLater(than: before), !intent.isDatedBefore(result), !intent.isOlderThanWatermark(result) else {
            return .unclear(Self.numbersBeganAgain)
        }
        return result.receiptNumber == nil ? judgeWithoutNumber(result) : judgeNewer(result)
    }

    /// Whether its numbers do not tell whether a transaction is new: they may have begun again during this payment.
    private var isToBeDated: Bool {
        if case .nothingStored = intent.watermark { return false }
        return dayEnded
    }

    static let numbersBeganAgain = Sentence("reason.numbersBeganAgain")

    static let differsFromRefused = Sentence("reason.differsFromRefused")

    /// The verdict if this is what became of the refused transaction; nil if it is another one. Its amount is not the
    /// requested one.
    private func judgeRefused(_ result: TransactionResult) -> RecoveryVerdict? {
        guard let refused, let trace = refused.trace else { return nil }
        // Two successes were told and one was refused; the fate of the refused one says nothing about the other.
        let isAlone = told?.isSuccess != true || told?.trace == trace
        // A terminal may tell a reversal with the trace of its original.
        if result.isSuccess, result.originalTrace == trace, !intent.purpose.mayReverse(trace) {
            return isAlone ? .reversed(result) : .unclear(Self.twoSuccesses)
        }
        guard result.trace == trace, result.receiptNumber == refused.receiptNumber else { return nil }
        // What the terminal keeps is the result that was acknowledged, and not the refused one of the same numbers.
        if let told, result.repeats(told) { return nil }
        // Another transaction may have got the same numbers on a later day.
        guard !result.isSuccess || result.mayBe(refused) else {
            return .unclear(dayEnded ? Self.numbersBeganAgain : Self.differsFromRefused)
        }
        guard isAlone else {
            return .unclear(
                result.isSuccess && intent.purpose.kind.takesMoney
                    ? Self.chargedTwice(told, refused) : Self.twoSuccesses)
        }
        guard result.isSuccess else { return .reversed(result) }
        return .unclear(Sentence("reason.contradicts"))
    }

    private static let twoSuccesses =
        Sentence("reason.twoSuccesses")

    /// Whether it is a new transaction with the watermark's number. A failure may show the number that the next booking
    /// gets, and numbers start again. A newer trace proves another transaction; so does another amount, or a booking
    /// after a failure, if no trace or the same one is told.
    private func isNewUnderTheSameNumber(_ result: TransactionResult) -> Bool {
        guard intent.watermark == .receipt(result.receiptNumber ?? 0), intent.purpose.reserved == nil else {
            return false
        }
        if let trace = result.trace, let before = intent.watermarkTrace, trace != before {
            guard Self.isNewer(trace, than: before) else { return false }
        } else {
            let isBookedAfterAFailure = intent.watermarkFailed && !intent.remembersWatermark && result.isSuccess
            guard isBookedAfterAFailure || intent.differsFromWatermark(result.amountMinor) else { return false }
        }
        guard let time = result.exactTimestamp, let watermarkTime = intent.watermarkTime else { return true }
        return time.isLater(than: watermarkTime)
    }

    private func judgeOlder(_ result: TransactionResult, _ receipt: Int) -> RecoveryVerdict {
        let trace = result.trace
        // The payment that is to be reversed is shown as failed: it was taken back.
        if case .reversal(let booked) = intent.purpose, booked.receiptNumber == receipt, !result.isSuccess {
            guard let told, told.isSuccess else {
                return .unclear(Sentence("reason.reversedShownAsFailed"))
            }
            return .approved(told)
        }
        guard case .receipt(receipt) = intent.watermark else {
            return .unclear(Sentence("reason.olderThanKnown", ["receipt": receipt]))
        }
        // A terminal may use the reservation's own number for its end.
        if let reserved = intent.purpose.reserved?.name, reserved.receiptNumber == receipt, reserved.trace != trace {
            return .unclear(Sentence("reason.otherUnderReservation", ["receipt": receipt]))
        }
        guard !contradictsWatermark(result) else {
            return .unclear(Sentence("reason.otherUnderReceipt", ["receipt": receipt]))
        }
        return nothingNewer(than: result)
    }

    /// The verdict if the terminal's last transaction is still the watermark's: nothing was booked, and anything told
    /// since was taken back. ZVT 13.08 §2.20 speaks of the last payment receipt, and not every terminal repeats anything
    /// else. So this holds for refunds, reversals and reservations only at a terminal that is known to repeat them, and for
    /// a reversal only if that transaction is the payment to be reversed.
    private func nothingNewer(than result: TransactionResult) -> RecoveryVerdict {
        switch intent.purpose {
        // Who answers for good was asked for this very transaction.
        case _ where intent.habits.answersForGood: break
        case .reversal(let booked)
        where intent.watermark != .receipt(booked.receiptNumber) || !intent.habits.repeats(.reversal):
            return .unclear(Self.beforeTheReversal)
        case .refund where !intent.habits.repeats(.refund): return .unclear(Self.beforeTheRefund)
        case .reservation where !intent.habits.repeats(.reservation): return .unclear(Self.beforeTheReservation)
        case .payment, .refund, .reversal, .reservation, .booking, .release: break
        }
        guard told?.isSuccess == true else { return .notBooked }
        return isOfTheSameTerminal(result) ? .reversed(nil) : .unclear(Sentence("reason.mayBeAnotherTerminal"))
    }

    /// Whether the watermark's transaction is told by the terminal that had it. Another terminal at its address may have
    /// come to the same numbers; then only an id or a time tells the two apart.
    private func isOfTheSameTerminal(_ result: TransactionResult) -> Bool {
        intent.terminalID != nil || result.exactTimestamp != nil && intent.watermarkTime != nil
    }

    /// Not every terminal repeats the end of a reservation (decision 0023).
    static let beforeTheEnd =
        Sentence("reason.beforeTheEnd")

    static let otherCard = Sentence("reason.otherCard")

    static let noReceiptNumber = Sentence("reason.noReceiptNumber")

    static let otherAmount = Sentence("reason.otherAmount")

    static let otherCurrency = Sentence("reason.otherCurrency")

    static let beforeTheReversal =
        Sentence("reason.beforeTheReversal")

    static let beforeTheRefund = Sentence("reason.beforeTheRefund")

    static let beforeTheReservation = Sentence("reason.beforeTheReservation")

    /// The reasons for doubt that speak of a transaction which may be the booking, or of another terminal.
    static let ofSomethingNew: Set = [
        "reason.otherAmount", "reason.otherCurrency", "reason.otherCard", "reason.twoSuccesses", "reason.chargedTwice",
        "reason.contradicts", "reason.otherTerminalAnswered", "reason.notTheOneTold", "reason.otherUnderReservation",
        "reason.namesUnknown", "reason.namesItself", "reason.reversedAnother", "reason.seenBefore", "reason.seenOther",
        "reason.seenUnnumbered", "reason.differsFromRefused",
    ]

    /// Whether it has the watermark's receipt number and differs from that transaction in amount, trace or time.
    private func contradictsWatermark(_ result: TransactionResult) -> Bool {
        let traces = (result.trace, intent.watermarkTrace)
        let times = (result.exactTimestamp?.stamp, intent.watermarkTime?.stamp)
        return intent.differsFromWatermark(result.amountMinor)
            || [traces, times].contains { told, known in told != nil && known != nil && told != known }
    }

    private func judgeNewer(_ result: TransactionResult) -> RecoveryVerdict {
        guard let amount = result.amountMinor, intent.mayBook(amount, goods) else {
            return .unclear(Self.otherAmount)
        }
        guard intent.habits.currency(of: result) == intent.amount.currency.number else {
            return .unclear(Self.otherCurrency)
        }
        if case .reversal(let booked) = intent.purpose {
            if result.isSuccess { return judge(result, asReversalOf: booked) }
        } else if let named = result.originalTrace {
            switch intent.meaning(ofNamed: named, learned: told.flatMap { $0.isSuccess ? $0.originalTrace : nil }) {
            case .original: break
            case .undone: return judgeReversal(result)
            case .unknown: return .unclear(Sentence("reason.namesUnknown"))
            }
        }
        guard !followsAnApproval(result) else {
            return .unclear(Sentence("reason.notTheOneTold"))
        }
        if intent.purpose.reserved != nil, intent.purpose.isUnproven(by: result) {
            return .unclear(Self.otherCard)
        }
        if let why = whyNotAfterSeen(result) { return .unclear(why) }
        return result.isSuccess ? .approved(result) : .declined(result)
    }

    /// Why a transaction proves nothing if it is another one than the booking that was seen, of which nobody knows whether it
    /// was this payment; nil if none was seen, or if this is it.
    private func whyNotAfterSeen(_ result: TransactionResult) -> Sentence? {
        guard let seen = seen.map({ repetitionWithoutNumber($0) ?? $0 }) else { return nil }
        guard let receipt = seen.receiptNumber else { return Sentence("reason.seenUnnumbered") }
        let isSeen = receipt == result.receiptNumber && (seen.trace ?? result.trace) == (result.trace ?? seen.trace)
        guard !isSeen else { return nil }
        let fits = seen.amountMinor.map { intent.mayBook($0, goods) } ?? false
        return fits && intent.habits.currency(of: seen) == intent.amount.currency.number
            ? Sentence("reason.seenBefore", ["receipt": receipt]) : Sentence("reason.seenOther", ["receipt": receipt])
    }

    /// A reversal is recognised by the trace that it reverses; one that names our own trace has undone our transaction.
    private func judge(_ result: TransactionResult, asReversalOf booked: BookedPayment) -> RecoveryVerdict {
        if wasTold(result) { return .approved(result) }
        guard let reversed = result.originalTrace else {
            return .unclear(Sentence("reason.reversesNotTold"))
        }
        if reversed == booked.trace, !followsAnApproval(result) { return .approved(result) }
        // A trace newer than the watermark's can only be ours.
        if let before = intent.watermarkTrace, Self.isNewer(reversed, than: before) { return .reversed(result) }
        return .unclear(Sentence("reason.reversedAnother"))
    }

    /// Whether it is the approval that the terminal told during this payment. It is ours, whatever the terminal did not
    /// tell before. A failure may have the numbers of an older transaction.
    func wasTold(_ result: TransactionResult) -> Bool {
        guard let told, told.isSuccess, let receipt = told.receiptNumber, told.trace != nil,
            intent.watermark != .receipt(receipt)
        else { return false }
        return told.receiptNumber == result.receiptNumber && told.trace == result.trace
    }

    /// Whether an approval was told and this is another transaction, which does not say what became of ours.
    private func followsAnApproval(_ result: TransactionResult) -> Bool {
        guard let told, told.isSuccess else { return false }
        if let trace = told.trace, let its = result.trace, trace != its { return true }
        // Another terminal in its place may come to the same numbers, but not at the same time.
        if let time = told.exactTimestamp?.stamp, let its = result.exactTimestamp?.stamp, time != its { return true }
        return told.receiptNumber.map { $0 != result.receiptNumber } ?? false
    }

    /// The verdict on a reversal. The reversal of another transaction with the same amount would name another trace
    /// than the one told by our approval or by the report of its reversal. A failure before it, for example a wrong
    /// PIN, had a trace of its own.
    private func judgeReversal(_ result: TransactionResult) -> RecoveryVerdict {
        guard result.isSuccess else { return .unclear(Sentence("reason.reversalFailed")) }
        // A transaction cannot have reversed itself.
        guard result.trace == nil || result.originalTrace != result.trace else {
            return .unclear(Sentence("reason.namesItself"))
        }
        let undone = told?.originalTrace.flatMap { intent.meaning(ofNamed: $0, learned: nil) == .undone ? $0 : nil }
        let ours = undone ?? (told?.isSuccess == true ? told?.trace : nil)
        if let ours, ours != result.originalTrace {
            return .unclear(Sentence("reason.reversedAnother"))
        }
        if let before = intent.watermarkTrace, let reversed = result.originalTrace,
            !Self.isNewer(reversed, than: before)
        {
            return .unclear(Sentence("reason.reversedFromBefore"))
        }
        if ours == nil, seen?.trace == nil || seen?.trace != result.originalTrace, let why = whyNotAfterSeen(result) {
            return .unclear(why)
        }
        return .reversed(result)
    }

    /// Trace numbers start again after 999,999, as receipt numbers do after 9999.
    static func isNewer(_ trace: Int, than other: Int) -> Bool {
        let circle = 999_999
        return (1...circle / 2).contains(((trace - other) % circle + circle) % circle)
    }

    /// The verdict on a transaction without a receipt number. Failed transactions may have none, and some terminals leave it out when
    /// they repeat one: only a success that was told with it, or a clear failure that is newer than the intent, proves anything.
    private func judgeWithoutNumber(_ result: TransactionResult) -> RecoveryVerdict {
        // Its trace or its time shows that it is the watermark's transaction.
        if intent.isFromBefore(result) { return nothingNewer(than: result) }
        if let named = repetitionWithoutNumber(result) { return judgeNewer(named) }
        guard told?.isSuccess != true, !result.isSuccess, result.amountMinor == intent.amount.minorUnits,
            result.timestamp != nil, !intent.isDatedBefore(result)
        else { return .unclear(Self.noReceiptNumber) }
        return whyNotAfterSeen(result).map(RecoveryVerdict.unclear) ?? .declined(result)
    }

    /// The result with the receipt number that was told of it, if it repeats the told success to the second and leaves only that
    /// number out.
    private func repetitionWithoutNumber(_ result: TransactionResult) -> TransactionResult? {
        guard result.receiptNumber == nil, let told, told.exactTimestamp != nil, result.exactTimestamp != nil else {
            return nil
        }
        var named = result
        named.receiptNumber = told.receiptNumber
        return named.repeats(told) ? named : nil
    }
}
