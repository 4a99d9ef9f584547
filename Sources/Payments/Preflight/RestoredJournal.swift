import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

/// Journal kind `restore.progress`: the journal continues a backup, and these terminals were compared with it since. The
/// newest such entry holds.
package struct RestoredJournal: Hashable, Codable, Sendable {
    package static let kind = "restore.progress"

    struct Comparison: Hashable, Codable, Sendable {
        let terminal: TerminalName
        /// Whether a person compared the terminal's own journal. If not, the terminal told its last transaction.
        let isByPerson: Bool
    }

    /// When the backup was made.
    package let madeAt: Date
    package let restoredAt: Date
    /// The number of the backup's last entry. Absent in older journals.
    private let through: Int64?
    /// The ends of day that were open in the backup; absent if there were none, and in older journals.
    private let openDays: [EndOfDayID]?
    /// The terminals that the backup knows. Each of them may have taken a payment after the backup was made.
    let terminals: [TerminalName]
    private(set) var comparisons: [Comparison] = []
    /// Whether every terminal was compared. One that is configured later took no payment before.
    private(set) var areAllCompared = false
    /// Whether a person compared the journal of every terminal.
    private(set) var areAllConfirmed = false

    func isCompared(_ terminal: TerminalName, byPerson: Bool) -> Bool {
        comparisons.contains { comparison in
            guard comparison.isByPerson || !byPerson else { return false }
            guard let id = comparison.terminal.id, let its = terminal.id else {
                return comparison.terminal.address.place == terminal.address.place
            }
            return id == its
        }
    }

    /// Whether the terminal may have made transactions after the backup that belong to the day that begins at this entry. It has
    /// made none if it told the newest one of the journal as its last one.
    func mayLackTransactions(of terminal: TerminalName, since begin: Int64) -> Bool {
        guard !isCompared(terminal, byPerson: false) || isCompared(terminal, byPerson: true) else { return false }
        return through.map { begin <= $0 } ?? !isCompared(terminal, byPerson: true)
    }

    /// The terminals that still have to be compared before anything is charged that may have been charged after the backup.
    func notCompared(configured: [DeviceAddress], byPerson: Bool) -> [DeviceAddress] {
        guard !(byPerson ? areAllConfirmed : areAllCompared) else { return [] }
        let configured = configured.filter { !$0.isInProcess }.map { TerminalName(address: $0, id: nil) }
        return (configured + terminals).filter { !isCompared($0, byPerson: byPerson) }.map(\.address.place).eachOnce
    }

    /// What holds now; nil if the journal was never restored, or if it was written at that date or later.
    package static func current(
        in reader: any JournalReading, writtenBefore date: Date = .distantFuture
    ) throws(StorageError) -> RestoredJournal? {
        guard let newest = try reader.journalEntries(kind: kind, limit: 1).first, newest.at < date else { return nil }
        return try newest.decoded(as: RestoredJournal.self)
    }

    /// Whether what the receipt is about was begun before the restore. It may have gone on after the backup was made, and
    /// have been printed then, of which this journal knows nothing.
    func mayHavePrinted(_ receipt: StoredReceipt, in reader: any StorageReader) throws(StorageError) -> Bool {
        // The clock of a machine on which something is restored may be behind until somebody sets it.
        let latest = max(madeAt, restoredAt)
        guard let payment = try reader.payment(id: receipt.payment) else {
            let isOfOpenDay = openDays?.contains(EndOfDayID(rawValue: receipt.payment.rawValue)) ?? false
            return isOfOpenDay || receipt.createdAt < latest
        }
        // The entries of a payment may be in an archive.
        guard let through, let first = try reader.journalEntries(payment: payment.id).first else {
            return payment.createdAt < latest
        }
        return first.sequence <= through
    }

    /// Writes that the journal was restored, in place of what was known of an earlier restore.
    ///
    /// - Parameter through: the number of the backup's last entry.
    package static func begin(
        madeAt: Date, through: Int64? = nil, at now: Date, in transaction: any StorageTransaction
    ) throws(StorageError) {
        let days = try OpenEndOfDay.all(in: transaction).map(\.intent.id)
        let terminals = try transaction.recentPayments(limit: .max).compactMap(TerminalName.init(of:))
        let diagnosed = try ProfileMemory.addresses(in: transaction).map { TerminalName(address: $0, id: nil) }
        var seen: Set<TerminalName> = []
        let restored = RestoredJournal(
            madeAt: madeAt, restoredAt: now.asStored, through: through, openDays: days.isEmpty ? nil : days,
            terminals: (terminals + diagnosed).filter { !$0.address.isInProcess && seen.insert($0).inserted })
        try restored.write(to: transaction)
    }

    package func write(to transaction: any StorageTransaction) throws(StorageError) {
        try transaction.append(kind: Self.kind, payment: nil, encoding: self)
    }

    mutating func note(_ fact: TerminalComparison, in transaction: any StorageTransaction) throws(StorageError) {
        comparisons.append(Comparison(terminal: fact.terminal, isByPerson: fact.evidence != nil))
        try transaction.append(kind: TerminalComparison.kind, payment: nil, encoding: fact)
        try write(to: transaction)
    }

    mutating func noteAllCompared(byPerson: Bool, in transaction: any StorageTransaction) throws(StorageError) {
        areAllCompared = true
        areAllConfirmed = areAllConfirmed || byPerson
        try write(to: transaction)
    }
}

extension DeviceAddress {
    /// Whether the terminal is a part of this process, which charges nobody.
    fileprivate var isInProcess: Bool { scheme == "simulated" }
}

/// Pre-flight (S0) after a restore: refuses what a terminal may have done already after the backup was made. Otherwise an
/// order that was paid then would be charged again, on the same terminal or on another one.
struct RestoreCheck: Sendable {
    let storage: any StorageManagerType
    let configured: [DeviceAddress]

    /// Throws `restore.notCompared` unless it is certain that this was not done after the backup was made.
    ///
    /// The terminal itself must have been compared: its last transaction is the newest one in the journal, or a person has
    /// compared its journal. What an order or a key identifies may have been charged on any terminal, so all of them must
    /// have been compared. Not every terminal tells reversals and refunds as its last transaction, so a person must have
    /// compared all of them before money is given back that may have been given back already.
    func check(
        _ subject: PreparedRequest, key: String?, told last: TransactionResult?, of terminalID: String?,
        at address: DeviceAddress
    ) throws(Failure) {
        guard let restored = try current() else { return }
        let terminal = TerminalName(address: address, id: terminalID)
        switch try need(of: subject, key: key, restored) {
        case .itself: try compare(terminal, told: last, restored)
        case .all:
            try compare(terminal, told: last, restored)
            try checkAll(byPerson: false)
        case .allByPerson:
            guard isCompared(terminal, in: restored, byPerson: true) else {
                throw .notCompared(restored, .givesBack, address)
            }
            try checkAll(byPerson: true)
        }
    }

    private func current() throws(Failure) -> RestoredJournal? {
        try storage.reading { try RestoredJournal.current(in: $0) }
    }

    /// What must have been compared.
    private enum Need { case itself, all, allByPerson }

    private func need(
        of subject: PreparedRequest, key: String?, _ restored: RestoredJournal
    ) throws(Failure) -> Need {
        if let original = subject.purpose.original {
            return try isOlder(original, than: restored) ? .allByPerson : .itself
        }
        switch subject.purpose {
        case .refund: return key == nil ? .itself : .allByPerson
        case .payment, .reservation, .reversal, .booking, .release:
            return subject.order == nil && key == nil ? .itself : .all
        }
    }

    private func isOlder(_ payment: PaymentID, than restored: RestoredJournal) throws(Failure) -> Bool {
        // The clock of a machine on which something is restored may be behind until somebody sets it.
        let latest = max(restored.madeAt, restored.restoredAt)
        return try storage.reading { try $0.payment(id: payment) }.map { $0.createdAt < latest } ?? true
    }

    // MARK: The terminal itself

    /// Notes the comparison if the terminal's last transaction is the newest one in the journal.
    private func compare(
        _ terminal: TerminalName, told last: TransactionResult?, _ restored: RestoredJournal
    ) throws(Failure) {
        guard !isCompared(terminal, in: restored, byPerson: false) else { return }
        guard let last else { throw .notCompared(restored, .silent, terminal.address) }
        guard let newest = try newest(on: terminal), newest.result?.isCertainlySameTransaction(as: last) == true else {
            throw .notCompared(restored, .unknown(last.numbers), terminal.address)
        }
        let fact = TerminalComparison(terminal: terminal, payment: newest.id, evidence: nil, by: nil)
        try storage.writing { transaction in
            guard var current = try RestoredJournal.current(in: transaction) else { return }
            try current.note(fact, in: transaction)
        }
    }

    /// Whether the terminal was compared with the restored journal, by its address and id and by its address alone: another
    /// terminal may have the same id by a mistake of its setup, and another one may have been at the address.
    private func isCompared(_ terminal: TerminalName, in restored: RestoredJournal, byPerson: Bool) -> Bool {
        [terminal, TerminalName(address: terminal.address, id: nil)].allSatisfy {
            restored.isCompared($0, byPerson: byPerson)
        }
    }

    /// The newest transaction on the terminal that it told as booked.
    private func newest(on terminal: TerminalName) throws(Failure) -> PaymentRecord? {
        try storage.reading { reader in
            try reader.recentPayments(limit: 1_000).first { payment in
                payment.isApproved && TerminalName(of: payment).map(terminal.isSame) == true
            }
        }
    }

    // MARK: All terminals

    private func checkAll(byPerson: Bool) throws(Failure) {
        guard let restored = try current() else { return }
        let missing = restored.notCompared(configured: configured, byPerson: byPerson)
        if let first = missing.first {
            throw .notCompared(restored, .others(missing, byPerson: byPerson), first)
        }
        guard !(byPerson ? restored.areAllConfirmed : restored.areAllCompared) else { return }
        try storage.writing { transaction in
            guard var current = try RestoredJournal.current(in: transaction) else { return }
            try current.noteAllCompared(byPerson: byPerson, in: transaction)
        }
    }
}

extension Failure {
    enum NotCompared {
        case unknown(Sentence)
        case silent
        case givesBack
        case others([DeviceAddress], byPerson: Bool)
    }

    fileprivate static func notCompared(
        _ restored: RestoredJournal, _ why: NotCompared, _ address: DeviceAddress
    ) -> Failure {
        let time = restored.madeAt.formatted(.iso8601)
        let said =
            switch why {
            case .unknown(let numbers):
                Sentence("failure.restore.notCompared.unknown", ["time": time, "numbers": numbers])
            case .silent: Sentence("failure.restore.notCompared.silent", ["time": time])
            case .givesBack: Sentence("failure.restore.notCompared.givesBack", ["time": time])
            case .others(let terminals, _):
                Sentence(
                    "failure.restore.notCompared.others",
                    [
                        "time": time,
                        "terminals": Sentence(listing: terminals.map { Sentence(stored: $0.description) }),
                    ])
            }
        let remedy =
            if case .others(_, byPerson: false) = why {
                Sentence("remedy.restore.notCompared.others", ["reader": address.description])
            } else {
                Sentence("remedy.restore.notCompared", ["reader": address.description])
            }
        return Failure(RestoreFailure.notCompared, said, remedy: remedy, recovery: .askOperator)
    }

    static let nothingToCompare = Failure(
        RestoreFailure.nothingToCompare, Sentence("failure.restore.nothingToCompare"), recovery: .giveUp)

    /// What disturbed a payment that was open when a backup was made, once that backup is restored.
    static let restoredPayment = Failure(
        PaymentFailure.restored, Sentence("failure.payment.restored"), remedy: Sentence("remedy.payment.restored"),
        recovery: .askOperator)
}
