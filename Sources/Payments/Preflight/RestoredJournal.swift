import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

/// That the journal continues a backup, and which terminals were compared with it since. It is a setting: the journal has
/// the same as facts.
package struct RestoredJournal: Hashable, Codable, Sendable {
    static let setting = "journal.restored"

    struct Comparison: Hashable, Codable, Sendable {
        let terminal: TerminalName
        /// Whether a person compared the terminal's own journal. If not, the terminal told its last transaction.
        let isByPerson: Bool
    }

    /// When the backup was made.
    package let madeAt: Date
    package let restoredAt: Date
    private(set) var comparisons: [Comparison] = []

    /// Whether payments may be taken on this terminal, or, of a person, whether anything may.
    func knows(_ terminal: TerminalName, byPerson: Bool) -> Bool {
        comparisons.contains { $0.terminal.isSame(as: terminal) && ($0.isByPerson || !byPerson) }
    }

    package static func current(in reader: any SettingsReading) throws(StorageError) -> RestoredJournal? {
        try reader.setting(setting, as: RestoredJournal.self)
    }

    /// Stores that the journal was restored, in place of what was known of an earlier restore.
    package static func begin(madeAt: Date, at now: Date, in transaction: any StorageTransaction) throws(StorageError) {
        try transaction.setSetting(
            setting, to: RestoredJournal(madeAt: madeAt, restoredAt: now.asStored))
    }

    mutating func note(_ fact: TerminalComparison, in transaction: any StorageTransaction) throws(StorageError) {
        comparisons.append(Comparison(terminal: fact.terminal, isByPerson: fact.evidence != nil))
        try transaction.append(kind: TerminalComparison.kind, payment: nil, encoding: fact)
        try transaction.setSetting(Self.setting, to: self)
    }
}

/// Pre-flight (S0) after a restore: refuses a terminal that may have done what the restored journal does not know. Otherwise
/// an order that was paid after the backup would be charged again.
struct RestoreCheck: Sendable {
    let storage: any StorageManagerType

    /// Throws `restore.notCompared` unless the terminal's last transaction is the newest one in the journal, or a person has
    /// compared the terminal's journal. Not every terminal tells reversals and refunds as its last transaction, so a person
    /// must compare before money of an earlier payment is given back.
    func check(
        _ purpose: TransactionPurpose, told last: TransactionResult?, of terminalID: String?, at address: DeviceAddress
    ) throws(Failure) {
        guard let restored = try storage.reading({ try RestoredJournal.current(in: $0) }) else { return }
        let terminal = TerminalName(address: address, id: terminalID)
        guard !restored.knows(terminal, byPerson: true) else { return }
        if let original = purpose.original, try isOlder(original, than: restored) {
            throw .notCompared(restored, .givesBack, address)
        }
        guard !restored.knows(terminal, byPerson: false) else { return }
        guard let last else { throw .notCompared(restored, .silent, address) }
        guard let newest = try newest(on: terminal), newest.result?.isVery(last) == true else {
            throw .notCompared(restored, .unknown(last.numbers), address)
        }
        let fact = TerminalComparison(terminal: terminal, payment: newest.id, evidence: nil, by: nil)
        try storage.writing { transaction in
            guard var current = try RestoredJournal.current(in: transaction) else { return }
            try current.note(fact, in: transaction)
        }
    }

    private func isOlder(_ payment: PaymentID, than restored: RestoredJournal) throws(Failure) -> Bool {
        try storage.reading { try $0.payment(id: payment) }.map { $0.createdAt < restored.restoredAt } ?? true
    }

    /// The newest transaction on the terminal that it told as booked.
    private func newest(on terminal: TerminalName) throws(Failure) -> PaymentRecord? {
        try storage.reading { reader in
            try reader.recentPayments(limit: 1_000).first { payment in
                payment.isApproved && TerminalName(of: payment).map(terminal.isSame) == true
            }
        }
    }
}

extension Failure {
    enum NotCompared {
        case unknown(Sentence)
        case silent
        case givesBack
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
            }
        return Failure(
            RestoreFailure.notCompared, said,
            remedy: Sentence("remedy.restore.notCompared", ["reader": address.description]), recovery: .askOperator)
    }

    static let nothingToCompare = Failure(
        RestoreFailure.nothingToCompare, Sentence("failure.restore.nothingToCompare"), recovery: .giveUp)

    /// What disturbed a payment that was open when a backup was made, once that backup is restored.
    static let restoredPayment = Failure(
        PaymentFailure.restored, Sentence("failure.payment.restored"), remedy: Sentence("remedy.payment.restored"),
        recovery: .askOperator)
}
