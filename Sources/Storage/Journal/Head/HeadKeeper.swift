import Foundation
import Model
import Synchronization

/// The entries that one transaction has added to the journal. Only that transaction uses it, on its thread.
final class JournalAdditions {
    private(set) var head: JournalHead?
    /// The enrolment in force at the last added entry.
    private(set) var enrolment: TillEnrolment?
    private(set) var payments: Set<PaymentID> = []
    private(set) var count = 0
    /// Whether an enrolment is among them.
    private(set) var enrols = false
    /// The fingerprint of the signing key; `.some(nil)` when nothing is signed, and nil when any key may sign.
    let signer: String??

    init(signer: String?? = nil) { self.signer = signer }

    func add(_ entry: JournalEntry, under enrolment: TillEnrolment? = nil) {
        head = JournalHead(sequence: entry.sequence, hash: entry.hash)
        self.enrolment = enrolment
        if let payment = entry.payment { payments.insert(payment) }
        enrols = enrols || entry.kind == TillEnrolment.kind
        count += 1
    }
}

/// Updates `till.head` after each commit of one open database.
///
/// Each commit that adds entries is followed by a write, which survives the death of the process. The write is also synced,
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
        func mustSync(_ additions: JournalAdditions) -> Bool {
            additions.enrols || additions.payments.contains { $0 != payment }
                || count + additions.count > HeadKeeper.mostUnsynced
        }

        mutating func wrote(_ additions: JournalAdditions, synced: Bool) {
            count = synced ? 0 : count + additions.count
            if synced { payment = additions.payments.first ?? payment }
        }
    }

    private struct State {
        var unsynced = Unsynced()
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

    /// Writes the head after a commit. An error cannot undo the commit, so it is kept for `check`.
    func follow(_ additions: JournalAdditions) {
        guard let head = additions.head else { return }
        let signed = signed(head, additions.enrolment)
        state.withLock { state in
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
