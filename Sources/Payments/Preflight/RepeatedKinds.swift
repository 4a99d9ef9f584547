import Flow
import Model
import Storage

/// Finds out what a terminal tells as its last transaction besides payments. "The last stored payment receipt" (ZVT 13.08
/// §2.20) may be any transaction, or payments only, so a terminal counts as one that repeats refunds, reversals or
/// reservations once it has told one of this till's as its last transaction.
struct RepeatedKinds {
    /// How many transactions of this till are looked at.
    private static let lookedBack = 100

    let terminal: TerminalName
    let reader: any StorageReader

    /// - Parameter last: the terminal's last transaction now.
    func known(_ last: TransactionResult?) throws -> [TransactionKind]? {
        var kinds: Set<TransactionKind> = []
        var later = last.flatMap { last in last.receiptNumber.map { ($0, last.trace) } }
        for payment in try reader.recentPayments(limit: Self.lookedBack) where terminal.holds(payment) {
            if payment.isApproved, !payment.kind.takesMoney, let later, let result = payment.result,
                result.receiptNumber == later.0, result.trace == later.1, try !sharesNumber(payment)
            {
                kinds.insert(payment.kind)
            }
            later = try told(before: payment)
        }
        return kinds.isEmpty ? nil : kinds.sorted { $0.rawValue < $1.rawValue }
    }

    /// The numbers that the terminal itself told as its last ones before this transaction.
    private func told(before payment: PaymentRecord) throws -> (Int, Int?)? {
        guard let number = payment.watermark, let intent = try StoredLedger.history(payment.id, in: reader)?.intent,
            !intent.remembersWatermark, !intent.watermarkFailed
        else { return nil }
        return (number, intent.watermarkTrace)
    }

    /// Whether what it gave back or ended has the same number, so that the number does not tell the two apart.
    private func sharesNumber(_ payment: PaymentRecord) throws -> Bool {
        guard let original = payment.original else { return false }
        return try reader.payment(id: original)?.result?.receiptNumber == payment.result?.receiptNumber
    }
}

extension PreparedTerminal {
    /// What is known of the terminal. For what not every terminal repeats, also whether this one has done so.
    func habits(
        for kind: TransactionKind, at address: DeviceAddress, in storage: any StorageManagerType
    ) throws(Failure) -> TerminalHabits {
        var habits = habits
        guard !kind.takesMoney, kind != .release, !habits.answersForGood else { return habits }
        habits.repeatedKinds = try storage.reading { reader in
            try RepeatedKinds(terminal: TerminalName(address: address, id: terminalID), reader: reader).known(last)
        }
        return habits
    }
}
