import Model

/// The matching rule: is the terminal's last transaction this payment, and what became of it? (docs/payment-steps.md.)
/// Everything that is not proven is unclear.
package struct LastTransactionMatcher: Sendable {
    let intent: PaymentIntent
    /// What the terminal had told us of this payment before the disturbance, if we answered it as stored.
    let told: TransactionResult?
    /// What it told of this payment and we refused, because it contradicted what was asked for.
    let refused: TransactionResult?
    /// What became of the goods, where it is written.
    let goods: DispenseResult?
    /// A booking that fits, which the terminal told when it was asked and might still be in the middle of this.
    let seen: TransactionResult?

    package init(
        intent: PaymentIntent, told: TransactionResult?, refused: TransactionResult? = nil,
        goods: DispenseResult? = nil,
        seen: TransactionResult? = nil
    ) {
        self.seen = seen
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
        // It may have taken it back and kept nothing; another may stand in its place, or it was reset.
        guard told?.isSuccess != true else {
            return .unclear(Sentence("reason.nothingStoredAfterSuccess"))
        }
        if intent.habits.answersForGood { return .notBooked }
        // Its end of day, which may have come by itself, clears what it had booked.
        return .unclear(Sentence("reason.nothingStoredAsBefore"))
    }

    /// A reservation that is still open was not ended. That none is contradicts whatever says so; by whom ours was ended then,
    /// nobody knows. Where only others are named, there may be more.
    ///
    /// - Parameter openReservations: nil where the terminal names none because it does not take the question.
    func judge(openReservations: [Int]?, after finding: RecoveryVerdict) -> RecoveryVerdict {
        guard let reserved = intent.purpose.reserved, openReservations?.isEmpty != true else {
            return .unclear(Sentence("reason.noReservationOpen"))
        }
        guard openReservations?.contains(reserved.name.receiptNumber) == true else {
            return finding.saysThatNothingIsBooked ? .unclear(Self.beforeTheEnd) : finding
        }
        return told?.isSuccess == true ? .reversed(nil) : .notBooked
    }

    private func judge(_ result: TransactionResult) -> RecoveryVerdict {
        if let ours = intent.terminalID, let its = result.terminalID, ours != its {
            return .unclear(Sentence("reason.otherTerminalAnswered", ["its": its, "ours": ours]))
        }
        if let finding = judgeRefused(result) { return finding }
        guard let receipt = result.receiptNumber else { return judgeWithoutNumber(result) }
        if wasTold(result) { return judgeNewer(result) }
        guard let newer = intent.watermark.isNewer(receipt) else {
            return .unclear(Sentence("reason.noneKnownBefore", ["receipt": receipt]))
        }
        guard newer || isNewUnderTheSameNumber(result) else { return judgeOlder(result, receipt) }
        if intent.isDatedBefore(result) || intent.isOlderThanWatermark(result) {
            return .unclear(
                Sentence("reason.datedBefore", ["receipt": receipt]))
        }
        return judgeNewer(result)
    }

    /// Whether this is what became of the transaction we refused; nil when it is something else. Its amount is not ours.
    private func judgeRefused(_ result: TransactionResult) -> RecoveryVerdict? {
        guard let refused, let trace = refused.trace else { return nil }
        // Two successes were told and one was refused; what becomes of the refused one says nothing of the other.
        let isAlone = told?.isSuccess != true || told?.trace == trace
        if result.isSuccess, result.originalTrace == trace {
            return isAlone ? .reversed(result) : .unclear(Self.twoSuccesses)
        }
        guard result.trace == trace, result.receiptNumber == refused.receiptNumber else { return nil }
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

    /// A failure may show the number that the next booking gets, and numbers begin anew: a newer trace tells that it is
    /// another transaction, and so does another amount, or a booking after a failure, where no trace or the same one is told.
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
        // The payment that is to be reversed, shown as failed: it was taken back.
        if case .reversal(let booked) = intent.purpose, booked.receiptNumber == receipt, !result.isSuccess {
            guard let told, told.isSuccess else {
                return .unclear(Sentence("reason.reversedShownAsFailed"))
            }
            return .approved(told)
        }
        guard case .receipt(receipt) = intent.watermark else {
            return .unclear(Sentence("reason.olderThanKnown", ["receipt": receipt]))
        }
        // A terminal may go on under the reservation's own number.
        if let reserved = intent.purpose.reserved?.name, reserved.receiptNumber == receipt, reserved.trace != trace {
            return .unclear(Sentence("reason.otherUnderReservation", ["receipt": receipt]))
        }
        guard !contradictsWatermark(result) else {
            return .unclear(Sentence("reason.otherUnderReceipt", ["receipt": receipt]))
        }
        return nothingNewer
    }

    /// The terminal's last transaction is still the one from before: nothing was booked, and what it had told of since was taken
    /// back. Not so of a reversal, unless that transaction is the payment it was to reverse: not every terminal repeats
    /// reversals (ZVT 13.08 §2.20 speaks of the last payment receipt).
    private var nothingNewer: RecoveryVerdict {
        if case .reversal(let booked) = intent.purpose, intent.watermark != .receipt(booked.receiptNumber) {
            return .unclear(Self.beforeTheReversal)
        }
        return told?.isSuccess == true ? .reversed(nil) : .notBooked
    }

    /// Not every terminal tells again how a reservation ended (decision 0023).
    static let beforeTheEnd =
        Sentence("reason.beforeTheEnd")

    static let otherCard = Sentence("reason.otherCard")

    static let beforeTheReversal =
        Sentence("reason.beforeTheReversal")

    /// Whether it has the number of the last transaction from before, and is another one by its amount, trace or time.
    private func contradictsWatermark(_ result: TransactionResult) -> Bool {
        let traces = (result.trace, intent.watermarkTrace)
        let times = (result.exactTimestamp?.stamp, intent.watermarkTime?.stamp)
        return intent.differsFromWatermark(result.amountMinor)
            || [traces, times].contains { told, known in told != nil && known != nil && told != known }
    }

    private func judgeNewer(_ result: TransactionResult) -> RecoveryVerdict {
        guard let amount = result.amountMinor, intent.mayBook(amount, goods) else {
            return .unclear(Sentence("reason.otherAmount"))
        }
        guard intent.habits.currency(of: result) == intent.amount.currency.number else {
            return .unclear(Sentence("reason.otherCurrency"))
        }
        if case .reversal(let booked) = intent.purpose {
            if result.isSuccess { return judge(result, asReversalOf: booked) }
        } else if let reversed = result.originalTrace, !intent.purpose.mayReverse(reversed) {
            return judgeReversal(result)
        }
        guard !followsAnApproval(result) else {
            return .unclear(Sentence("reason.notTheOneTold"))
        }
        if intent.purpose.reserved != nil, intent.purpose.isUnproven(by: result) {
            return .unclear(Self.otherCard)
        }
        if let seen = seen?.receiptNumber, seen != result.receiptNumber {
            return .unclear(Sentence("reason.seenBefore", ["receipt": seen]))
        }
        return result.isSuccess ? .approved(result) : .declined(result)
    }

    /// A reversal is known by the trace it reverses; one that names that of ours has undone it.
    private func judge(_ result: TransactionResult, asReversalOf booked: BookedPayment) -> RecoveryVerdict {
        if wasTold(result) { return .approved(result) }
        guard let reversed = result.originalTrace else {
            return .unclear(Sentence("reason.reversesNotTold"))
        }
        if reversed == booked.trace, !followsAnApproval(result) { return .approved(result) }
        // What came after the watermark can only have been ours.
        if let before = intent.watermarkTrace, Self.isNewer(reversed, than: before) { return .reversed(result) }
        return .unclear(Sentence("reason.reversedAnother"))
    }

    /// The very approval that it told us of during this payment is ours, whatever it would not say before. A failure may
    /// bear the numbers of an older transaction.
    private func wasTold(_ result: TransactionResult) -> Bool {
        guard let told, told.isSuccess, let receipt = told.receiptNumber, told.trace != nil,
            intent.watermark != .receipt(receipt)
        else { return false }
        return told.receiptNumber == result.receiptNumber && told.trace == result.trace
    }

    /// We had been told of an approval, and this is another transaction: what became of ours it does not say.
    private func followsAnApproval(_ result: TransactionResult) -> Bool {
        guard let told, told.isSuccess else { return false }
        if let trace = told.trace, let its = result.trace, trace != its { return true }
        return told.receiptNumber.map { $0 != result.receiptNumber } ?? false
    }

    /// A reversal of something else with the same amount would carry another original trace than the one we were told,
    /// be it by our approval or by the news of its reversal. A failure before it, a wrong PIN say, had a trace of its own.
    private func judgeReversal(_ result: TransactionResult) -> RecoveryVerdict {
        guard result.isSuccess else { return .unclear(Sentence("reason.reversalFailed")) }
        let ours = told?.originalTrace ?? (told?.isSuccess == true ? told?.trace : nil)
        if let ours, ours != result.originalTrace {
            return .unclear(Sentence("reason.reversedAnother"))
        }
        if let before = intent.watermarkTrace, let reversed = result.originalTrace,
            !Self.isNewer(reversed, than: before)
        {
            return .unclear(Sentence("reason.reversedFromBefore"))
        }
        return .reversed(result)
    }

    /// Traces are a circle of 999,999, as receipt numbers are one of 9999.
    static func isNewer(_ trace: Int, than other: Int) -> Bool {
        let circle = 999_999
        return (1...circle / 2).contains(((trace - other) % circle + circle) % circle)
    }

    /// Failed transactions may have no receipt number; only a clear failure newer than the intent says something.
    private func judgeWithoutNumber(_ result: TransactionResult) -> RecoveryVerdict {
        // Its trace, or its time, says that it is the one from before.
        if intent.isFromBefore(result) { return nothingNewer }
        guard told?.isSuccess != true, !result.isSuccess, result.amountMinor == intent.amount.minorUnits,
            result.timestamp != nil, !intent.isDatedBefore(result)
        else { return .unclear(Sentence("reason.noReceiptNumber")) }
        return .declined(result)
    }
}
