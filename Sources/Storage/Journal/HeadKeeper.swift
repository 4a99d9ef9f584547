import Model
import Synchronization

/// The facts that one transaction has added to the journal. Used by that transaction alone, on its thread.
final class JournalAdditions {
    private(set) var head: JournalHead?
    private(set) var payments: Set<PaymentID> = []
    private(set) var count = 0

    func add(_ entry: JournalEntry) {
        head = JournalHead(sequence: entry.sequence, hash: entry.hash)
        if let payment = entry.payment { payments.insert(payment) }
        count += 1
    }
}

/// Keeps `till.head` up with the journal of one open database.
///
/// Each commit that adds facts is followed by a write, which outlives the process. The write is synced, so that it outlives a
/// power cut too, where a payment's first fact is among them, and at the latest after `mostUnsynced` facts. So neither a power
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
            additions.payments.contains { $0 != payment } || count + additions.count > HeadKeeper.mostUnsynced
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
    private let state = Mutex(State())

    init(_ file: HeadFile) { self.file = file }

    /// Writes the head after a commit. A failure cannot undo the commit, so it is kept for `check`.
    func follow(_ additions: JournalAdditions) {
        guard let head = additions.head else { return }
        state.withLock { state in
            let syncs = state.unsynced.mustSync(additions)
            do throws(StorageError) {
                try file.write(head, syncs: syncs)
                state.failure = nil
                state.unsynced.wrote(additions, synced: syncs)
            } catch { state.failure = error }
        }
    }

    /// Throws where the last write of the file failed and another try fails too.
    func check(_ head: () throws(StorageError) -> JournalHead) throws(StorageError) {
        guard state.withLock({ $0.failure }) != nil else { return }
        try file.write(try head(), syncs: true)
        state.withLock { $0.failure = nil }
    }
}
