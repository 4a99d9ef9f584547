import Flow
import Model
import Storage

/// What a terminal is known to tell as its last transaction besides payments. "The last stored payment receipt" (ZVT 13.08
/// §2.20) may be any transaction, or payments only, so a terminal counts as one that repeats refunds, reversals or
/// reservations once it has told one of this till's as its last transaction. A terminal that tells no id is never known: it
/// may be exchanged without a word.
///
/// The setting only says where the journal shows it. What it names counts if the next transaction on the terminal began with
/// it as the terminal's last one.
package struct RepeatedKinds {
    /// A transaction that the terminal has told as its last one.
    struct Example: Hashable, Codable, Sendable {
        let kind: TransactionKind
        let payment: PaymentID
    }

    /// How many transactions are searched for the terminal's next one.
    private static let searched = 1_000

    let storage: any StorageManagerType

    /// The kinds, sorted; nil if none is known.
    ///
    /// - Parameter last: the terminal's last transaction, as it tells it now.
    func known(of terminalID: String?, telling last: TransactionResult?) throws(Failure) -> [TransactionKind]? {
        guard let terminalID else { return nil }
        return try storage.reading { reader throws(StorageError) in
            var kinds: Set<TransactionKind> = []
            if let told = try last.flatMap({ last throws(StorageError) in try example(last, terminalID, reader) }) {
                kinds.insert(told.kind)
            }
            for noted in Self.noted(of: terminalID, in: reader) where try isShown(noted, terminalID, reader) {
                kinds.insert(noted.kind)
            }
            return kinds.isEmpty ? nil : kinds.sorted { $0.rawValue < $1.rawValue }
        }
    }

    /// Notes the terminal's last transaction if that is the newest one of this till. If it cannot be stored now, it is stored
    /// the next time that the terminal tells it.
    func note(_ last: TransactionResult?, of terminalID: String?) {
        guard let terminalID, let last else { return }
        let noted = try? storage.reading { reader throws(StorageError) -> [Example]? in
            guard let told = try example(last, terminalID, reader) else { return nil }
            let noted = Self.noted(of: terminalID, in: reader)
            for same in noted where same.kind == told.kind {
                guard same != told, try !isShown(same, terminalID, reader) else { return nil }
            }
            return (noted.filter { $0.kind != told.kind } + [told]).sorted { $0.kind.rawValue < $1.kind.rawValue }
        }
        guard let noted = noted ?? nil else { return }
        try? storage.writing { try $0.setSetting(Self.key(terminalID), to: noted) }
    }

    /// The transaction of this till that the terminal tells; nil if it is none, or a payment.
    private func example(
        _ last: TransactionResult, _ terminalID: String, _ reader: any StorageReader
    ) throws(StorageError) -> Example? {
        let newest = try reader.recentPayments(limit: ClaimedTransaction.lookedBack).first {
            $0.terminalID == terminalID
        }
        guard let newest, last.isSuccess, let number = last.receiptNumber,
            try isExample(newest, number, last.trace, reader)
        else { return nil }
        return Example(kind: newest.kind, payment: newest.id)
    }

    private func isExample(
        _ payment: PaymentRecord, _ number: Int, _ trace: Int?, _ reader: any StorageReader
    ) throws(StorageError) -> Bool {
        guard payment.isApproved, !payment.kind.takesMoney, let ours = payment.result, ours.receiptNumber == number,
            ours.trace == trace
        else { return false }
        // What it gave back or ended may have the same number, which then does not tell the two apart.
        let original = try payment.original.flatMap { id throws(StorageError) in try reader.payment(id: id) }
        return original?.result?.receiptNumber != number
    }

    // MARK: What the journal shows

    /// Whether the next transaction on the terminal began when the terminal told this one as its last.
    private func isShown(
        _ noted: Example, _ terminalID: String, _ reader: any StorageReader
    ) throws(StorageError) -> Bool {
        let entries = try reader.journalEntries(payment: noted.payment)
        guard let begun = entries.first(where: { $0.kind == "payment.intended" }),
            let payment = try StoredLedger.history(noted.payment, in: reader).map({ PaymentRecord($0, at: begun.at) }),
            payment.kind == noted.kind, payment.terminalID == terminalID,
            let next = try next(on: terminalID, after: begun.sequence, reader), !next.remembersWatermark,
            !next.watermarkFailed, let number = next.watermark.receiptNumber
        else { return false }
        return try isExample(payment, number, next.watermarkTrace, reader)
    }

    private func next(
        on terminalID: String, after sequence: Int64, _ reader: any StorageReader
    ) throws(StorageError) -> PaymentIntent? {
        for entry in try reader.journalIntents(after: sequence, limit: Self.searched) {
            guard case .intended(let intent) = try entry.decoded(as: PaymentEvent.self) else { continue }
            if intent.terminalID == terminalID, !intent.isSaid { return intent }
        }
        return nil
    }

    /// The terminals, with the transactions that the settings note of them though no such transaction of theirs is known.
    package static func contradicted(in reader: any StorageReader) throws(StorageError) -> [(String, PaymentID)] {
        var found: [(String, PaymentID)] = []
        for key in try reader.settingKeys() where key.hasPrefix(prefix) {
            let terminalID = String(key.dropFirst(prefix.count))
            for noted in Self.noted(of: terminalID, in: reader) {
                var known = try reader.payment(id: noted.payment)
                if known?.archive == nil {
                    known = try StoredLedger.history(noted.payment, in: reader).map {
                        PaymentRecord($0, at: $0.intent.startedAt)
                    }
                }
                guard known?.kind != noted.kind || known?.terminalID != terminalID else { continue }
                found.append((terminalID, noted.payment))
            }
        }
        return found
    }

    /// What is noted; nothing if somebody wrote something else there, or an older release the kinds alone.
    private static func noted(of terminalID: String, in reader: any StorageReader) -> [Example] {
        ((try? reader.setting(key(terminalID), as: [Example].self)) ?? nil) ?? []
    }

    private static let prefix = "terminal.repeats "
    private static func key(_ terminalID: String) -> String { prefix + terminalID }
}

extension PreparedTerminal {
    /// What is known of the terminal. For what not every terminal repeats, also whether this one has done so.
    func habits(for kind: TransactionKind, in storage: any StorageManagerType) throws(Failure) -> TerminalHabits {
        var habits = habits
        guard !kind.takesMoney, kind != .release, !habits.answersForGood else { return habits }
        habits.repeatedKinds = try RepeatedKinds(storage: storage).known(of: terminalID, telling: last)
        return habits
    }
}
