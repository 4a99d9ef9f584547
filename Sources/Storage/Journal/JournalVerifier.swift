import Foundation

/// Whether the journal is what was written.
package enum JournalVerdict: Hashable, Sendable {
    case intact(count: Int64, head: Data)
    /// The first row that is not as it was written, or is missing, why, and what somebody did who did it on purpose.
    case broken(sequence: Int64, why: String, JournalForgery? = nil)
}

/// What can be done to a journal by somebody who can write its file.
package enum JournalForgery: String, Hashable, Codable, Sendable, CaseIterable {
    /// An entry was changed, with or without new hashes from there on.
    case edited
    /// Entries were taken out before others that are there.
    case removed
    /// The last entries were cut off.
    case truncated
    /// The journal was emptied, or begun anew.
    case wiped
    /// Entries of another till stand in it, or it is the journal of another till.
    case anotherTill = "another_till"

    /// A sentence; an accident that did the same is not told apart.
    package var sentence: String {
        switch self {
        case .edited: "An entry is not what it was, or one before it was taken out."
        case .removed: "Entries are missing in the middle of it."
        case .truncated: "Its last entries are missing."
        case .wiped: "All that was in it is missing."
        case .anotherTill: "It holds what another till wrote, or was begun anew by one."
        }
    }
}

/// Verifies the journal of one storage.
package struct JournalVerifier: Sendable {
    private let storage: any StorageManagerType

    package init(_ storage: any StorageManagerType) {
        self.storage = storage
    }

    /// Reads every row and recomputes its hash from the stored bytes: a changed byte in any column, a missing row
    /// anywhere, a changed head, all are found. The time grows with the journal, the memory does not.
    /// A journal that is whole and older than what `till.head` knows is found as well.
    ///
    /// - Parameter limit: so many of the newest rows only; the row before them is taken as it lies there.
    package func verify(newest limit: Int64? = nil) throws(StorageError) -> JournalVerdict {
        let loss = try storage.lossInJournal()
        let verdict = try storage.read { try $0.verifyJournal(newest: limit) }
        guard case .intact = verdict, let loss else { return verdict }
        return .broken(sequence: loss.sequence, why: loss.reason, loss.forgery)
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
    /// Which till the rows are of, as the rows themselves say.
    private var enrolment: TillEnrolment?
    private var input: [UInt8] = []

    /// - Parameters:
    ///   - start: the row before the first one that is walked.
    ///   - enrolment: the one in force there.
    init(after start: JournalHead = .empty, enrolment: TillEnrolment? = nil) {
        head = start
        self.enrolment = enrolment
    }

    /// Takes the next row, or says what is wrong with it.
    mutating func admit(_ row: RawJournalRow) -> JournalVerdict? {
        let expected = head.sequence + 1
        guard row.sequence == expected else {
            return .broken(
                sequence: expected, why: "row \(expected) is missing; the next one is \(row.sequence)", .removed)
        }
        guard row.isTyped else {
            return .broken(
                sequence: expected, why: "row \(expected) holds values of another type than were written", .edited)
        }
        guard row.previousHash == head.hash else {
            return .broken(sequence: expected, why: "row \(expected) does not continue the row before it", .edited)
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

    /// A row that is whole by itself, and not for this till, was written by another one or before tills were named.
    private mutating func broken(_ row: RawJournalRow, _ former: TillEnrolment?) -> JournalVerdict {
        let isOfNone = former?.isInHashes == true && row.hash == hash(of: row, nil)
        guard isOfNone else {
            return .broken(
                sequence: row.sequence, why: "row \(row.sequence) was changed after it was written", .edited)
        }
        return .broken(
            sequence: row.sequence, why: "row \(row.sequence) does not name the till that writes this journal",
            .anotherTill)
    }

    /// The verdict once all rows are in, given the head that was kept apart.
    func verdict(head kept: JournalHead?) -> JournalVerdict {
        guard let kept else { return .broken(sequence: head.sequence, why: "the head that is kept apart is missing") }
        if kept.sequence > head.sequence {
            let missing = head.sequence + 1
            return .broken(
                sequence: missing, why: "row \(missing) is missing: \(kept.sequence) rows were written",
                head == .empty ? .wiped : .truncated)
        }
        guard kept == head else {
            return .broken(
                sequence: head.sequence, why: "the head that is kept apart does not match the last row", .edited)
        }
        return .intact(count: head.sequence, head: head.hash)
    }

    private mutating func hash(of row: RawJournalRow, _ enrolment: TillEnrolment?) -> Data {
        JournalHash.of(
            sequence: row.sequence, at: row.at, payment: row.payment, kind: row.kind, payload: row.payload,
            previous: row.previousHash, enrolment: enrolment, &input)
    }
}
