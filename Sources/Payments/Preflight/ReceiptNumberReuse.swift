import Failures
import Flow
import Model
import Storage

/// Tells whether the receipt number of a transaction may now name another transaction of its terminal. A terminal
/// restarts its numbers when it is set up anew, and some do so every day; a command with an old number would then act
/// on a new transaction.
struct ReceiptNumberReuse {
    enum Reason: Hashable {
        /// The terminal has ended its day since the transaction, may have done so, or demanded it.
        case dayEnded
        /// A newer transaction of this till has that number, or one that is not ahead of it.
        case newerTransaction(PaymentID, receipt: Int)
        /// The terminal's last transaction, of whichever till, has that number, or one that is not ahead of it.
        case lastTransaction(receipt: Int)
    }

    let reader: any StorageReader
    let transaction: PaymentRecord
    /// The receipt number of that transaction.
    let receipt: Int

    private var terminal: TerminalName? { TerminalName(of: transaction) }

    /// The reason found in the journal; nil if there is none.
    func reason() throws -> Reason? {
        if try isDayEnded() { return .dayEnded }
        let newer = try newerTransactions()
        if try newer.contains(where: { try $0.outcome == .endOfDayDemanded || toldDayEnd(in: $0) }) { return .dayEnded }
        for other in newer {
            guard let number = try ownNumber(of: other), Watermark.receipt(receipt).isNewer(number) != true else {
                continue
            }
            return .newerTransaction(other.id, receipt: number)
        }
        return nil
    }

    /// The reason that the terminal's current last transaction gives; nil if it gives none.
    static func reason(_ booked: BookedPayment, told: TransactionResult?, last: TransactionResult?) -> Reason? {
        guard let last, let number = last.receiptNumber else { return nil }
        if number == booked.receiptNumber {
            return differs(booked, told, last) ? .lastTransaction(receipt: number) : nil
        }
        let isAhead = Watermark.receipt(booked.receiptNumber).isNewer(number) == true
        return isAhead ? nil : .lastTransaction(receipt: number)
    }

    /// Whether the terminal's last transaction has the payment's number and differs in its trace, card, turnover number,
    /// approval code or time.
    private static func differs(_ booked: BookedPayment, _ told: TransactionResult?, _ last: TransactionResult) -> Bool
    {
        if let trace = booked.trace, let its = last.trace, trace != its { return true }
        guard last.isSuccess, last.originalTrace == nil else { return false }
        if let card = booked.cardDigits, let its = last.panLastDigits, card != its { return true }
        if let turnover = told?.turnoverNumber, let its = last.turnoverNumber, turnover != its { return true }
        if let code = told?.approvalCode, let its = last.approvalCode, code != its { return true }
        guard let time = told?.exactTimestamp, let its = last.exactTimestamp else { return false }
        return time != its
    }

    /// The newer reservation of this terminal with the same number. Other transactions with that number do not matter,
    /// because a command for a reservation does not act on them. Reservations outlive the terminal's day.
    func newerReservation() throws -> PaymentID? {
        try newerTransactions().first { other in
            other.kind == .reservation && other.result?.isSuccess == true && other.result?.receiptNumber == receipt
        }?.id
    }

    /// The newest terminal id that was told at that address since the transaction.
    func newestTerminalID(at address: DeviceAddress) throws -> String? {
        try newer().lazy.filter { $0.terminalAddress == address.description }
            .compactMap { $0.terminalID ?? $0.result?.terminalID }.first
    }

    /// Whether the terminal has ended its day since the transaction, or may have.
    func isDayEnded() throws -> Bool {
        guard let begun = try reader.journalEntries(payment: transaction.id).first?.sequence, let terminal else {
            return false
        }
        return try EndOfDayJournal.wasEnded(terminal, after: begun, in: reader)
    }

    /// Whether the terminal told in the course of that transaction that it had ended its day.
    private func toldDayEnd(in other: PaymentRecord) throws -> Bool {
        try reader.journalEntries(payment: other.id).contains { $0.kind == PaymentEvent.dayEnded.kind }
    }

    /// The receipt number of a success; nil if the terminal reused the number of the original.
    private func ownNumber(of other: PaymentRecord) throws -> Int? {
        guard let result = other.result, result.isSuccess, let number = result.receiptNumber else { return nil }
        let original = try other.original.flatMap { try reader.payment(id: $0)?.result?.receiptNumber }
        return number == original ? nil : number
    }

    /// The transactions that this till began later on the same terminal, newest first.
    private func newerTransactions() throws -> [PaymentRecord] {
        guard let terminal else { return [] }
        return try newer().filter { TerminalName(of: $0).map(terminal.isSame) ?? false }
    }

    private func newer() throws -> [PaymentRecord] {
        var limit = 100
        while true {
            let found = try reader.recentPayments(limit: limit)
            if let place = found.firstIndex(where: { $0.id == transaction.id }) { return Array(found[..<place]) }
            guard found.count == limit else { return found }
            limit *= 10
        }
    }
}

extension TerminalName {
    /// The terminal of a transaction, by the id that it registered with or that its result told.
    package init?(of payment: PaymentRecord) {
        guard let address = DeviceAddress(payment.terminalAddress) else { return nil }
        self.init(address: address, id: payment.terminalID ?? payment.result?.terminalID)
    }
}

extension TransactionPurpose {
    /// Whether a terminal's result fails to prove that the intended payment was reversed. The trace that it names
    /// decides. If it names none, or the payment's is not known, the card must prove it: a receipt number alone may be
    /// another payment's by now. Another card or another terminal never proves it. For the end of a reservation,
    /// another card than the reservation's proves nothing.
    func isUnproven(by result: TransactionResult) -> Bool {
        if let ours = reserved?.cardDigits, let its = result.panLastDigits { return its != ours }
        guard case .reversal(let booked) = self else { return false }
        if let its = result.terminalID, let ours = booked.terminalID, its != ours { return true }
        let isSameCard = booked.cardDigits.flatMap { ours in result.panLastDigits.map { $0 == ours } }
        if isSameCard == false { return true }
        if let named = result.originalTrace, named != 0, let trace = booked.trace { return named != trace }
        return isSameCard == nil
    }
}

extension Failure {
    static func receiptNumberReused(_ payment: PaymentID, _ receipt: Int, _ reason: ReceiptNumberReuse.Reason)
        -> Failure
    {
        let refund = Sentence("remedy.reversal.numberReused", ["payment": payment])
        return switch reason {
        case .dayEnded:
            Failure(
                ReversalFailure.dayEnded,
                Sentence("failure.reversal.dayEnded", ["payment": payment, "receipt": receipt]),
                remedy: refund, recovery: .giveUp)
        case .newerTransaction(let other, let number):
            Failure(
                ReversalFailure.numberReused,
                Sentence(
                    "failure.reversal.numberReused.newerTransaction",
                    ["payment": payment, "other": other, "number": number, "receipt": receipt]),
                remedy: refund, recovery: .giveUp)
        case .lastTransaction(let number):
            Failure(
                ReversalFailure.numberReused,
                Sentence(
                    "failure.reversal.numberReused.lastTransaction",
                    ["number": number, "payment": payment, "receipt": receipt]), remedy: refund,
                recovery: .giveUp)
        }
    }

    static func reservationNumberReused(_ reservation: PaymentID, receipt: Int) -> Failure {
        Failure(
            ReservationFailure.numberReused,
            Sentence("failure.reservation.numberReused.last", ["receipt": receipt, "reservation": reservation]),
            remedy: Sentence(
                "remedy.reservation.numberReused",
                ["reservation": reservation, "command": howToSayEnded(reservation)]), recovery: .askOperator)
    }

    static func reservationNumberReused(_ reservation: PaymentID, by other: PaymentID) -> Failure {
        Failure(
            ReservationFailure.numberReused,
            Sentence("failure.reservation.numberReused.newer", ["other": other, "reservation": reservation]),
            remedy: Sentence(
                "remedy.reservation.numberReused",
                ["reservation": reservation, "command": howToSayEnded(reservation)]), recovery: .askOperator)
    }
}
