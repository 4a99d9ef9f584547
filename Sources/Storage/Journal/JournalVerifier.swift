import Foundation

/// Whether the journal is what was written.
public enum JournalVerdict: Hashable, Sendable {
    case intact(count: Int64, head: Data)
    /// The first row that is not as it was written, or is missing, and why.
    case broken(sequence: Int64, why: String)
}

/// Verifies the journal of one storage.
public struct JournalVerifier: Sendable {
    private let storage: any StorageManagerType

    public init(_ storage: any StorageManagerType) {
        self.storage = storage
    }

    /// Reads every row and recomputes its hash from the stored bytes: a changed byte in any column, a missing row
    /// anywhere, a changed head, all are found. The time grows with the journal, the memory does not.
    /// A journal that is whole and older than what `till.head` knows is found as well.
    ///
    /// - Parameter limit: so many of the newest rows only; the row before them is taken as it lies there.
    public func verify(newest limit: Int64? = nil) throws(StorageError) -> JournalVerdict {
        let loss = try storage.lossInJournal()
        let verdict = try storage.read { try $0.verifyJournal(newest: limit) }
        guard case .intact = verdict, let loss else { return verdict }
        return .broken(sequence: loss.sequence, why: loss.reason)
    }
}

/// A row as its bytes lie in the file, before anything is read into them.
struct RawJournalRow {
    var sequence: Int64
    var at: Int64
    var payment: Data?
    var kind: Data
    var payload: Data
    var previousHash: Data
    var hash: Data
    /// Whether every column holds a value of the type that is written there.
    var isTyped: Bool
}

/// The chain as far as it has been walked: pure, fed row by row in order.
struct JournalChain {
    private(set) var head: JournalHead
    private var input: [UInt8] = []

    /// - Parameter start: the row before the first one that is walked.
    init(after start: JournalHead = .empty) { head = start }

    /// Takes the next row, or says what is wrong with it.
    mutating func admit(_ row: RawJournalRow) -> JournalVerdict? {
        let expected = head.sequence + 1
        guard row.sequence == expected else {
            return .broken(sequence: expected, why: "row \(expected) is missing; the next one is \(row.sequence)")
        }
        guard row.isTyped else {
            return .broken(sequence: expected, why: "row \(expected) holds values of another type than were written")
        }
        guard row.previousHash == head.hash else {
            return .broken(sequence: expected, why: "row \(expected) does not continue the row before it")
        }
        let hash = hash(of: row)
        guard row.hash == hash else {
            return .broken(sequence: expected, why: "row \(expected) was changed after it was written")
        }
        head = JournalHead(sequence: expected, hash: hash)
        return nil
    }

    /// The verdict once all rows are in, given the head that was kept apart.
    func verdict(head kept: JournalHead?) -> JournalVerdict {
        guard let kept else { return .broken(sequence: head.sequence, why: "the head that is kept apart is missing") }
        if kept.sequence > head.sequence {
            let missing = head.sequence + 1
            return .broken(sequence: missing, why: "row \(missing) is missing: \(kept.sequence) rows were written")
        }
        guard kept == head else {
            return .broken(sequence: head.sequence, why: "the head that is kept apart does not match the last row")
        }
        return .intact(count: head.sequence, head: head.hash)
    }

    private mutating func hash(of row: RawJournalRow) -> Data {
        JournalHash.of(
            sequence: row.sequence, at: row.at, payment: row.payment, kind: row.kind, payload: row.payload,
            previous: row.previousHash, &input)
    }
}
