import Flow
import Model
import Storage

/// What a terminal is known to tell as its last transaction besides payments. "The last stored payment receipt" (ZVT 13.08
/// §2.20) may be any transaction, or payments only, so a terminal counts as one that repeats refunds, reversals or
/// reservations once it has told one of this till's as its last transaction. A terminal that tells no id is never known: it
/// may be exchanged without a word.
struct RepeatedKinds {
    let storage: any StorageManagerType

    /// The kinds, sorted; nil if none is known.
    func known(of terminalID: String?) throws(Failure) -> [TransactionKind]? {
        guard let terminalID else { return nil }
        return try storage.reading { try $0.setting(Self.key(terminalID), as: [TransactionKind].self) }
    }

    /// Notes the kind of the terminal's last transaction if that is the newest one of this till. If it cannot be stored now, it
    /// is stored the next time that the terminal tells it.
    func note(_ last: TransactionResult?, of terminalID: String?) {
        guard let terminalID, let last, let kind = try? kind(of: last, terminalID) else { return }
        let kinds = (try? known(of: terminalID)) ?? []
        guard !kinds.contains(kind) else { return }
        let all = (kinds + [kind]).sorted { $0.rawValue < $1.rawValue }
        try? storage.writing { try $0.setSetting(Self.key(terminalID), to: all) }
    }

    /// What kind of transaction of this till that is; nil if it is none, or a payment.
    private func kind(of last: TransactionResult, _ terminalID: String) throws(Failure) -> TransactionKind? {
        try storage.reading { reader in
            let newest = try reader.recentPayments(limit: ClaimedTransaction.lookedBack).first {
                $0.terminalID == terminalID
            }
            guard let newest, newest.isApproved, !newest.kind.takesMoney, let ours = newest.result,
                let number = last.receiptNumber, last.isSuccess, ours.receiptNumber == number, ours.trace == last.trace
            else { return nil }
            // What it gave back or ended may have the same number, which then does not tell the two apart.
            let original = try newest.original.flatMap { id throws(StorageError) in try reader.payment(id: id) }
            return original?.result?.receiptNumber == number ? nil : newest.kind
        }
    }

    private static func key(_ terminalID: String) -> String { "terminal.repeats " + terminalID }
}

extension PreparedTerminal {
    /// What is known of the terminal. For what not every terminal repeats, also whether this one has done so.
    func habits(for kind: TransactionKind, in storage: any StorageManagerType) throws(Failure) -> TerminalHabits {
        var habits = habits
        guard !kind.takesMoney, kind != .release, !habits.answersForGood else { return habits }
        habits.repeatedKinds = try RepeatedKinds(storage: storage).known(of: terminalID)
        return habits
    }
}
