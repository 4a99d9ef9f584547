import Failures
import Flow
import Hardware
import Model

/// Combines an encrypting reader and an acquirer into a payment terminal. Pure: requests, the reader's events and the
/// acquirer's answers go in, steps come out.
///
/// The reader supplies the card, the acquirer moves the money. The acquirer's records replace a terminal's journal: the
/// question for the last transaction is answered by the record under the transaction's reference. If there is no record, the
/// reference is voided first, so that a request still under way cannot be booked later.
struct AcquiringMachine: Sendable {
    enum Step: Sendable {
        case read(ReaderRequest)
        case cancelReading
        case ask(Question)
        case tell(TerminalEvent)
    }

    /// What the acquirer is asked.
    enum Question: Sendable {
        case authorise(AcquirerTransaction, PresentedCard)
        case reverse(receipt: Int, AcquirerTransaction)
        case void(PaymentID)
        case enquire(PaymentID)
        case newest
    }

    private enum Work {
        case none
        case preparing
        case awaitingCard(AcquirerTransaction)
        case deciding(PaymentID)
        /// The result was reported, and waits for the verdict of its storage.
        case told(TerminalRecordID, TransactionResult, PaymentID)
        case undoing
        case enquiring(PaymentID)
        case voiding
        /// Asks for the record of a transaction, which is reported as the last transaction.
        case recalling
        case recalled(TerminalRecordID)
    }

    /// How long to wait for a card.
    static let longestWait = Duration.seconds(60)

    let terminalID: String
    /// Whether a reader is connected; false when only the outcome of a transaction is asked.
    let reads: Bool
    private var work = Work.none
    private var records = 0

    init(terminalID: String, reads: Bool) {
        self.terminalID = terminalID
        self.reads = reads
    }

    /// Whether a request runs.
    var isBusy: Bool { if case .none = work { false } else { true } }
}

// MARK: - Requests

extension AcquiringMachine {
    /// Starts a request. Traps while another runs, and when a movement of money has no payment id.
    mutating func start(_ request: TerminalRequest, for reference: PaymentID?) -> [Step] {
        precondition(!isBusy, "one request at a time")
        switch request {
        case .authorise(let amount): return awaitCard(transaction(reference, .payment, amount))
        case .refund(let amount): return awaitCard(transaction(reference, .refund, amount))
        case .reverse(let receipt, let amount):
            let reversal = transaction(reference, .reversal, amount)
            work = .deciding(reversal.reference)
            return [.tell(.accepted), .ask(.reverse(receipt: receipt, reversal))]
        case .register, .enquireStatus, .probe(.registration), .probe(.status): return prepare()
        case .repeatReceipt: return repeatReceipt(reference)
        case .preauthorise, .book, .partialRelease, .release, .openPreauthorisations, .turnoverTotals,
            .endOfDay, .diagnose, .initialise, .logOff, .setClock, .reprint, .probe(.abort):
            return finish(.refused(code: DeviceCode(.notPossible)))
        }
    }

    private func transaction(
        _ reference: PaymentID?, _ kind: TransactionKind, _ amount: Money
    ) -> AcquirerTransaction {
        guard let reference else { preconditionFailure("what moves money has a name") }
        return AcquirerTransaction(reference: reference, kind: kind, amount: amount)
    }

    private mutating func prepare() -> [Step] {
        guard reads else { return [.tell(.accepted)] + finish(ready) }
        work = .preparing
        return [.tell(.accepted), .read(.prepare)]
    }

    private mutating func repeatReceipt(_ reference: PaymentID?) -> [Step] {
        work = reference.map(Work.enquiring) ?? .recalling
        return [.ask(reference.map(Question.enquire) ?? .newest)]
    }

    private mutating func awaitCard(_ transaction: AcquirerTransaction) -> [Step] {
        guard reads else { return finish(.refused(code: DeviceCode(.notPossible))) }
        work = .awaitingCard(transaction)
        return [
            .tell(.accepted), .read(.readCard(transaction.amount, transaction.kind, within: Self.longestWait)),
        ]
    }

    private var ready: TerminalEnd { .completed(TerminalState(terminalID: terminalID, status: .success)) }

    /// Cancels waiting for a card. Once the acquirer has been asked, only the acquirer decides.
    mutating func cancel() -> [Step] {
        guard case .awaitingCard = work else { return [] }
        return [.cancelReading]
    }

    /// The connection was closed; a running request ends as disturbed.
    mutating func closed(_ failure: Failure) -> [Step] { isBusy ? finish(.disturbed(failure)) : [] }

    private mutating func finish(_ end: TerminalEnd) -> [Step] {
        work = .none
        return [.tell(.finished(end))]
    }

    private mutating func nextRecord() -> TerminalRecordID {
        records += 1
        return TerminalRecordID(records)
    }
}

// MARK: - The reader

extension AcquiringMachine {
    mutating func heard(_ event: ReaderEvent) -> [Step] {
        switch event {
        case .progress(let progress): [.tell(.progress(progress))]
        case .finished(let end): heard(end)
        }
    }

    private mutating func heard(_ end: ReaderEnd) -> [Step] {
        switch (work, end) {
        case (_, .disturbed(let failure)): return finish(.disturbed(failure))
        case (.preparing, .ready): return finish(ready)
        case (.awaitingCard(let transaction), .card(let card)):
            work = .deciding(transaction.reference)
            return [.ask(.authorise(transaction, card))]
        case (.awaitingCard, .noCard): return finish(.aborted(code: DeviceCode(.cancelled)))
        case (.awaitingCard, .unreadable): return finish(.aborted(code: DeviceCode(.cardUnreadable)))
        default: return []
        }
    }
}

// MARK: - The acquirer

extension AcquiringMachine {
    mutating func heard(_ answer: AcquirerAnswer) -> [Step] {
        switch work {
        case .deciding(let reference): decided(answer, reference)
        case .undoing: undone(answer)
        case .enquiring(let reference): enquired(answer, reference)
        case .voiding: voided(answer)
        case .recalling: recalled(answer)
        case .none, .preparing, .awaitingCard, .told, .recalled: []
        }
    }

    private mutating func decided(_ answer: AcquirerAnswer, _ reference: PaymentID) -> [Step] {
        switch answer {
        case .approved(let result), .declined(let result):
            let record = nextRecord()
            work = .told(record, result, reference)
            return [.tell(.result(record, result))]
        case .reversed, .nothing: return finish(.disturbed(.acquirerContradicts))
        case .unknown(let failure): return finish(.disturbed(failure))
        }
    }

    /// The answer to a reversal. A transaction that could not be undone is reported as the last transaction.
    private mutating func undone(_ answer: AcquirerAnswer) -> [Step] {
        switch answer {
        case .reversed, .declined, .nothing: finish(.aborted(code: DeviceCode(.processingError)))
        case .approved: finish(.disturbed(.acquirerKeeps))
        case .unknown(let failure): finish(.disturbed(failure))
        }
    }

    private mutating func enquired(_ answer: AcquirerAnswer, _ reference: PaymentID) -> [Step] {
        guard case .nothing = answer else { return recalled(answer) }
        work = .voiding
        return [.ask(.void(reference))]
    }

    /// The answer to voiding a reference. It is empty now, so the last transaction is the one before it.
    private mutating func voided(_ answer: AcquirerAnswer) -> [Step] {
        guard case .nothing = answer else { return recalled(answer) }
        work = .recalling
        return [.ask(.newest)]
    }

    private mutating func recalled(_ answer: AcquirerAnswer) -> [Step] {
        switch answer {
        case .approved(let result), .declined(let result), .reversed(let result):
            let record = nextRecord()
            work = .recalled(record)
            return [.tell(.accepted), .tell(.result(record, result))]
        case .nothing: return [.tell(.accepted)] + finish(.aborted(code: DeviceCode(.notPossible)))
        case .unknown(let failure): return finish(.disturbed(failure))
        }
    }
}

// MARK: - Storage

extension AcquiringMachine {
    /// The verdict of the storage. The acquirer has booked the transaction by then, so a refused one is voided.
    mutating func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) -> [Step] {
        switch work {
        case .recalled(record): return [.tell(.answered(record))] + finish(.completed(TerminalState()))
        case .told(record, let result, let reference):
            guard result.isSuccess else {
                return [.tell(.answered(record))] + finish(.aborted(code: result.resultCode))
            }
            switch verdict {
            case .stored, .goods(.given): return [.tell(.answered(record))] + finish(.completed(TerminalState()))
            case .goods(.pending): return []
            // The acquirer has booked the whole amount and cannot void a part of it.
            case .goods(.givenInPart): return finish(.disturbed(.acquirerBooksWhole))
            case .refuse, .goods(.notGiven):
                work = .undoing
                return [.ask(.void(reference))]
            }
        case .none, .preparing, .awaitingCard, .deciding, .told, .undoing, .enquiring, .voiding, .recalling, .recalled:
            return []
        }
    }
}

extension Failure {
    static let acquirerContradicts = Failure(
        AcquirerFailure.contradiction, Sentence("failure.acquirer.contradiction"), recovery: .retry)
    static let acquirerKeeps = Failure(
        AcquirerFailure.keeps, Sentence("failure.acquirer.keeps"), remedy: Sentence("remedy.acquirer.keeps"),
        recovery: .askOperator)
    static let acquirerBooksWhole = Failure(
        AcquirerFailure.booksWhole, Sentence("failure.acquirer.booksWhole"),
        remedy: Sentence("remedy.acquirer.booksWhole"), recovery: .askOperator)
    static let acquirerSilent = Failure(
        AcquirerFailure.noAnswer, Sentence("failure.acquirer.noAnswer"), remedy: Sentence("remedy.acquirer.noAnswer"),
        recovery: .retry)
    static let acquiringClosed = Failure(
        ReaderFailure.closed, Sentence("failure.reader.closed.acquiringClosed"), recovery: .retry)
}
