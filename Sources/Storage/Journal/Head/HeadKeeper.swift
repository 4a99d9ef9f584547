import Foundation
import Model
import Synchronization

/// What became of the journal by one or more transactions.
struct AddedEntries: Sendable {
    private(set) var head: JournalHead?
    /// The enrolment in force at the last added entry.
    private(set) var enrolment: TillEnrolment?
    private(set) var payments: Set<PaymentID> = []
    private(set) var count = 0
    /// Whether an enrolment is among them.
    private(set) var enrols = false

    mutating func add(_ entry: JournalEntry, under enrolment: TillEnrolment? = nil) {
        head = JournalHead(sequence: entry.sequence, hash: entry.hash)
        self.enrolment = enrolment
        if let payment = entry.payment { payments.insert(payment) }
        enrols = enrols || entry.kind == TillEnrolment.kind
        count += 1
    }

    /// Adds the entries of a later transaction.
    mutating func add(_ later: AddedEntries) {
        guard let newest = later.head else { return }
        (head, enrolment) = (newest, later.enrolment)
        payments.formUnion(later.payments)
        count += later.count
        enrols = enrols || later.enrols
    }
}

/// The entries that one transaction has added to the journal. Only that transaction uses it, on its thread.
final class JournalAdditions {
    private(set) var entries = AddedEntries()
    /// The fingerprint of the signing key; `.some(nil)` when nothing is signed, and nil when any key may sign.
    let signer: String??

    init(signer: String?? = nil) { self.signer = signer }

    func add(_ entry: JournalEntry, under enrolment: TillEnrolment? = nil) { entries.add(entry, under: enrolment) }
}

/// Updates `till.head` after each commit of one open database.
///
/// Each synced commit that adds entries is followed by a write, which survives the death of the process. The write is also synced,
/// and so survives a power cut, when it covers a payment's first entry or an enrolment, and at the latest after
/// `mostUnsynced` entries. So neither a power cut nor the loss of SQLite's log can remove a whole payment unnoticed, at the
/// price of one extra sync per payment.
final class HeadKeeper: Sendable {
    static let mostUnsynced = 100

    /// The entries that were written and may not be on the disk yet.
    struct Unsynced {
        /// The payment whose first entry was synced last.
        private var payment: PaymentID?
        /// The number of unsynced entries. It is unknown at first, so the first write is synced.
        private var count = HeadKeeper.mostUnsynced

        /// Whether these entries must be synced at once.
        func mustSync(_ additions: AddedEntries) -> Bool {
            additions.enrols || additions.payments.contains { $0 != payment }
                || count + additions.count > HeadKeeper.mostUnsynced
        }

        mutating func wrote(_ additions: AddedEntries, synced: Bool) {
            count = synced ? 0 : count + additions.count
            if synced { payment = additions.payments.first ?? payment }
        }
    }

    private struct State {
        var unsynced = Unsynced()
        /// The entries of commits that a power cut may still undo. The file must not know them before they are synced.
        var waiting = AddedEntries()
        /// The error of the last write; nil once a later write succeeds.
        var failure: StorageError?
    }

    private let file: HeadFile
    /// The key that signs each head; nil when heads are not signed.
    private let key: JournalKey?
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(_ file: HeadFile, key: JournalKey?, now: @escaping @Sendable () -> Date) {
        self.file = file
        self.key = key
        self.now = now
    }

    /// The signed head; nil unless the enrolment in force names this key.
    func signed(_ head: JournalHead, _ enrolment: TillEnrolment?) -> SignedHead? {
        SignedHead(head, enrolment, key, at: now())
    }

    /// Notes the entries of a commit that is not synced. They are written with those of the next commit that is.
    func hold(_ additions: AddedEntries) { state.withLock { $0.waiting.add(additions) } }

    /// Writes the head after a synced commit, which also synced the commits before it. An error cannot undo the commit,
    /// so it is kept for `check`.
    func follow(_ added: AddedEntries = AddedEntries()) {
        state.withLock { state in
            var additions = state.waiting
            additions.add(added)
            state.waiting = AddedEntries()
            guard let head = additions.head else { return }
            let signed = signed(head, additions.enrolment)
            let syncs = state.unsynced.mustSync(additions)
            do throws(StorageError) {
                try file.write(head, signed: signed, syncs: syncs)
                state.failure = nil
                state.unsynced.wrote(additions, synced: syncs)
            } catch { state.failure = error }
        }
    }

    /// Throws when the last write failed and another try fails too.
    func check(
        _ read: () throws(StorageError) -> (head: JournalHead, enrolment: TillEnrolment?)
    ) throws(StorageError) {
        guard state.withLock({ $0.failure }) != nil else { return }
        let known = try read()
        try file.write(known.head, signed: signed(known.head, known.enrolment), syncs: true)
        state.withLock { $0.failure = nil }
    }
}
