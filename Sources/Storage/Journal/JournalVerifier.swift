import Foundation
import Model

/// Verifies the journal of one storage.
package struct JournalVerifier: Sendable {
    private let storage: any StorageManagerType

    package init(_ storage: any StorageManagerType) {
        self.storage = storage
    }

    /// Reads every row and recomputes its hash from the stored bytes. This finds a changed byte in any column, a missing
    /// row, a changed head, and an intact journal that is older than `till.head`. Time grows with the journal, memory does
    /// not.
    ///
    /// - Parameter limit: verifies only so many of the newest rows and trusts the row before them.
    package func verify(newest limit: Int64? = nil) throws(StorageError) -> JournalVerdict {
        let loss = try storage.lossInJournal()
        let verdict = try storage.read { try $0.verifyJournal(newest: limit) }
        guard case .intact = verdict, let loss else { return verdict }
        return .broken(sequence: loss.sequence, why: loss.reason, loss.forgery)
    }
}

/// A row as its bytes are in the file, without any decoding.
struct RawJournalRow {
    var sequence: Int64
    var at: Int64
    var payment: Data?
    var kind: Data
    var payload: Data
    var previousHash: Data
    var hash: Data
    /// Whether every column has the type that Till writes.
    var isTyped: Bool
}

/// The hash chain up to the rows admitted so far. Pure; rows are fed in order.
struct JournalChain {
    private(set) var head: JournalHead
    /// The till of the rows, as the rows themselves tell.
    private var enrolment: TillEnrolment?
    private var input: [UInt8] = []

    /// - Parameters:
    ///   - start: the row before the first one to be admitted.
    ///   - enrolment: the enrolment in force at that row.
    init(after start: JournalHead = .empty, enrolment: TillEnrolment? = nil) {
        head = start
        self.enrolment = enrolment
    }

    /// Adds the next row; returns a verdict if it is wrong.
    mutating func admit(_ row: RawJournalRow) -> JournalVerdict? {
        let expected = head.sequence + 1
        guard row.sequence == expected else {
            return .broken(
                sequence: expected,
                why: Sentence("detail.row.skipped", ["row": expected, "next": row.sequence]), .removed)
        }
        guard row.isTyped else {
            return .broken(
                sequence: expected, why: Sentence("detail.row.otherType", ["row": expected]), .edited)
        }
        guard row.previousHash == head.hash else {
            return .broken(sequence: expected, why: Sentence("detail.row.notContinued", ["row": expected]), .edited)
        }
        let former = enrolment
        enrolment = TillEnrolment.inForce(after: former, kind: row.kind, payload: row.payload)
        let hash = hash(of: row, enrolment)
        guard row.hash == hash else {
            return broken(row, former)
        }
        head = JournalHead(sequence: expected, hash: hash)
        return nil
    }

    /// The verdict for a broken row. A row that is consistent in itself was written by another till, or before tills had
    /// ids.
    private mutating func broken(_ row: RawJournalRow, _ former: TillEnrolment?) -> JournalVerdict {
        let isOfNone = former?.isInHashes == true && row.hash == hash(of: row, nil)
        guard isOfNone else {
            return .broken(
                sequence: row.sequence, why: Sentence("detail.row.changed", ["row": row.sequence]), .edited)
        }
        return .broken(
            sequence: row.sequence, why: Sentence("detail.row.otherTill", ["row": row.sequence]), .anotherTill)
    }

    /// The verdict after all rows, compared with the separately stored head.
    func verdict(head kept: JournalHead?) -> JournalVerdict {
        guard let kept else {
            return .broken(sequence: head.sequence, why: Sentence("detail.head.missing"))
        }
        if kept.sequence > head.sequence {
            let missing = head.sequence + 1
            return .broken(
                sequence: missing, why: Sentence("detail.row.missing", ["row": missing, "count": kept.sequence]),
                head == .empty ? .wiped : .truncated)
        }
        guard kept == head else {
            return .broken(
                sequence: head.sequence, why: Sentence("detail.head.differs"), .edited)
        }
        return .intact(count: head.sequence, head: head.hash)
    }

    private mutating func hash(of row: RawJournalRow, _ enrolment: TillEnrolment?) -> Data {
        JournalHash.of(
            sequence: row.sequence, at: row.at, payment: row.payment, kind: row.kind, payload: row.payload,
            previous: row.previousHash, enrolment: enrolment, &input)
    }
}
