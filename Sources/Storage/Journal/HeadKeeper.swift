import Model
import Synchronization

/// What one transaction has added to the journal; used by one transaction on its own thread.
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
/// Every commit that adds facts is followed by a write, which outlives the process. It is synced, which outlives a power
/// cut too, where a payment's first fact is in it, and at the latest after `mostUnsynced` facts: so no power cut and no
/// loss of SQLite's log takes a whole payment away unnoticed, and a payment costs one sync more and not one more for each
/// of its facts.
final class HeadKeeper: Sendable {
    static let mostUnsynced = 100

    private struct State {
        /// The payment whose first fact here was synced last.
        var payment: PaymentID?
        var unsynced: Int?
        /// Why the last write did not succeed. It is made up for by the next.
        var failure: StorageError?
    }

    private let file: HeadFile
    private let state = Mutex(State())

    init(_ file: HeadFile) { self.file = file }

    /// Follows a commit. It cannot undo it, so a failure is kept for `check`.
    func follow(_ additions: JournalAdditions) {
        guard let head = additions.head else { return }
        state.withLock { state in
            let unsynced = (state.unsynced ?? Self.mostUnsynced) + additions.count
            let isNew = additions.payments.contains { $0 != state.payment }
            let syncs = isNew || unsynced > Self.mostUnsynced
            do throws(StorageError) {
                try file.write(head, syncs: syncs)
                state.failure = nil
                state.unsynced = syncs ? 0 : unsynced
                if syncs { state.payment = additions.payments.first ?? state.payment }
            } catch { state.failure = error }
        }
    }

    /// Throws where the file could not be written, and cannot be now either.
    func check(_ head: () throws(StorageError) -> JournalHead) throws(StorageError) {
        guard state.withLock({ $0.failure }) != nil else { return }
        try file.write(try head(), syncs: true)
        state.withLock { $0.failure = nil }
    }
}
