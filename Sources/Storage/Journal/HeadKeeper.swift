import Foundation
import Model
import Synchronization

/// The facts that one transaction has added to the journal. Used by that transaction alone, on its thread.
final class JournalAdditions {
    private(set) var head: JournalHead?
    /// The enrolment in force for the last of them.
    private(set) var enrolment: TillEnrolment?
    private(set) var payments: Set<PaymentID> = []
    private(set) var count = 0
    /// Whether an enrolment is among them.
    private(set) var enrols = false
    /// The fingerprint of the key that signs what is written, where anything might: `.some(nil)` where nothing does.
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

/// Keeps `till.head` up with the journal of one open database.
///
/// Each commit that adds facts is followed by a write, which outlives the process. The write is synced, so that it outlives a
/// power cut too, where a payment's first fact or an enrolment is among them, and at the latest after `mostUnsynced` facts. So neither a power
/// cut nor the loss of SQLite's log takes a whole payment away unnoticed, and a payment costs one sync more.
final class HeadKeeper: Sendable {
    static let mostUnsynced = 100

    /// What was written and may not be on the disk yet.
    struct Unsynced {
        /// The payment whose first fact here was synced last.
        private var payment: PaymentID?
        /// So many facts; at first nobody knows how many.
        private var count = HeadKeeper.mostUnsynced

        /// Whether these facts must be on the disk at once.
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
        /// Why the last write failed; nil once a later write succeeds.
        var failure: StorageError?
    }

    private let file: HeadFile
    /// What signs each head; nil: nothing does.
    private let key: JournalKey?
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(_ file: HeadFile, key: JournalKey?, now: @escaping @Sendable () -> Date) {
        self.file = file
        self.key = key
        self.now = now
    }

    /// That head, signed where the enrolment in force names our key.
    func signed(_ head: JournalHead, _ enrolment: TillEnrolment?) -> SignedHead? {
        SignedHead(head, enrolment, key, at: now())
    }

    /// Writes the head after a commit. A failure cannot undo the commit, so it is kept for `check`.
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

    /// Throws where the last write of the file failed and another try fails too.
    func check(
        _ read: () throws(StorageError) -> (head: JournalHead, enrolment: TillEnrolment?)
    ) throws(StorageError) {
        guard state.withLock({ $0.failure }) != nil else { return }
        let known = try read()
        try file.write(known.head, signed: signed(known.head, known.enrolment), syncs: true)
        state.withLock { $0.failure = nil }
    }
}
