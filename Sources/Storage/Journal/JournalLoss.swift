import Model
import Failures
import Flow
import Foundation
import GRDB

/// Entries that `till.head` knows and the journal lacks.
package struct JournalLoss: Hashable, Sendable {
    /// The number of the first entry that is missing or different.
    package let sequence: Int64
    /// The reason, worded to follow "The journal is not complete: ".
    package let reason: Sentence
    /// The kind of forgery, if it was done on purpose.
    package let forgery: JournalForgery?

    init(_ sequence: Int64, _ reason: Sentence, _ forgery: JournalForgery? = nil) {
        self.sequence = sequence
        self.reason = reason
        self.forgery = forgery
    }

    /// The loss; nil when nothing is missing or `till.head` does not exist.
    static func of(_ known: HeadFile.Contents, in database: Database) throws -> JournalLoss? {
        guard try database.tableExists("journal") else {
            return known == .missing ? nil : JournalLoss(1, Sentence("detail.journal.noTable"), .wiped)
        }
        let last = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM journal") ?? 0
        return try ofEntries(known, last, in: database) ?? ofSignature(known, last, in: database)
    }

    /// Whether the journal has this entry, or says that it is in an archive.
    static func knows(_ head: JournalHead, in database: Database) throws -> Bool {
        let last = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM journal") ?? 0
        return try ofEntries(.head(head), last, in: database) == nil
    }

    static func of(_ known: HeadFile.Contents, _ database: any DatabaseReader) throws -> JournalLoss? {
        try database.read { try of(known, in: $0) }
    }

    private static func ofEntries(
        _ known: HeadFile.Contents, _ last: Int64, in database: Database
    ) throws -> JournalLoss? {
        switch known {
        case .missing: return nil
        case .unreadable:
            return JournalLoss(last &+ 1, Sentence("detail.head.unreadable"))
        case .head(let known, let signed):
            guard known.sequence > 0 else { return nil }
            let stranger = try signed.flatMap { try forgery(against: $0, in: database) }
            guard let hash = try hash(of: known.sequence, in: database) else {
                if try isArchived(known, in: database) { return nil }
                return JournalLoss(
                    last &+ 1, Sentence("detail.journal.endsEarly", ["last": last, "known": known.sequence]),
                    stranger ?? (last == 0 ? .wiped : .truncated))
            }
            if hash == known.hash { return nil }
            return JournalLoss(
                known.sequence, Sentence("detail.journal.otherEntry", ["entry": known.sequence]), stranger ?? .edited)
        }
    }

    /// Whether the journal says that this entry is in an archive. `till.head` can lag behind when a till was killed while
    /// archiving.
    private static func isArchived(_ known: JournalHead, in database: Database) throws -> Bool {
        guard try database.tableExists("journal_start") else { return false }
        let session = Session(database: database, now: { Date(timeIntervalSince1970: 0) })
        let start = try session.journalStart()
        guard known.sequence <= start.head.sequence, try session.untoldStart(start) == nil else { return false }
        return known.sequence < start.head.sequence || known == start.head
    }

    /// Checks that `till.head` is signed with the key that the journal names. It may lag behind when a till was killed while
    /// it enrolled.
    private static func ofSignature(
        _ known: HeadFile.Contents, _ last: Int64, in database: Database
    ) throws -> JournalLoss? {
        guard let (sequence, enrolment) = try enrolment(in: database), let key = enrolment.key else { return nil }
        func loss(_ reason: Sentence) -> JournalLoss { JournalLoss(last, reason) }
        switch known {
        case .unreadable: return nil
        case .missing:
            return sequence == last ? nil : loss(Sentence("detail.head.missingOfKey"))
        case .head(let head, let signed):
            // The till was killed between committing the enrolment and writing the file, so no entry may follow.
            guard head.sequence >= sequence else {
                return sequence == last ? nil : loss(Sentence("detail.head.beforeKey"))
            }
            guard let signed else { return loss(Sentence("detail.head.notSigned")) }
            guard signed.isGenuine, signed.publicKey.fingerprint == key, signed.till == enrolment.till,
                signed.life == enrolment.life
            else { return loss(Sentence("detail.head.otherKey")) }
            return last - head.sequence <= SignedHead.mostBehind
                ? nil : loss(Sentence("detail.head.signedFor", ["entry": head.sequence, "last": last]))
        }
    }

    /// The newest enrolment; nil also when it cannot be decoded, which the verification reports.
    private static func enrolment(in database: Database) throws -> (Int64, TillEnrolment)? {
        let wanted = """
            SELECT sequence, CAST(payload AS BLOB) AS payload FROM journal
            WHERE kind = '\(TillEnrolment.kind)' AND \(JournalIndex.isIndexedKind) ORDER BY sequence DESC LIMIT 1
            """
        guard let row = try Row.fetchOne(database, sql: wanted) else { return nil }
        let payload = try row.decode(Data?.self, forColumn: "payload") ?? Data()
        guard let enrolment = try? StoredJSON.value(TillEnrolment.self, from: payload) else { return nil }
        return (try row.decode(Int64.self, forColumn: "sequence"), enrolment)
    }

    /// The forgery when the journal belongs to another till or another life than the signed head; nil when they agree or the
    /// journal does not tell.
    private static func forgery(against signed: SignedHead, in database: Database) throws -> JournalForgery? {
        guard let (_, enrolment) = try enrolment(in: database) else { return nil }
        return JournalForgery(kept: signed.enrolment, found: enrolment)
    }

    /// The stored hash of an entry, whatever its column type; nil when there is no such entry.
    private static func hash(of sequence: Int64, in database: Database) throws -> Data? {
        try Data.fetchOne(
            database, sql: "SELECT CAST(hash AS BLOB) FROM journal WHERE sequence = ?", arguments: [sequence])
    }
}

extension StorageManager {
    /// Creates `till.head` for a database of an earlier release, which did not write it.
    static func makeHead(
        _ file: HeadFile, _ database: any DatabaseReader, _ keeper: HeadKeeper
    ) throws(StorageError) {
        let known: (head: JournalHead, enrolment: TillEnrolment?)
        do {
            known = try database.read {
                let session = Session(database: $0, now: { Date(timeIntervalSince1970: 0) })
                return (try session.journalHead(), try session.enrolment()?.enrolment)
            }
        } catch { throw StorageError(error) }
        // An empty journal has nothing to lose.
        if known.head.sequence > 0 { try file.make(known.head, signed: keeper.signed(known.head, known.enrolment)) }
    }

    package func lossInJournal() throws(StorageError) -> JournalLoss? {
        guard let directory else { return nil }
        // The file is read before the database, because other processes write to the database first; and again afterwards,
        // because one may have enrolled in between.
        guard try loss(of: try directory.head.read()) != nil else { return nil }
        return try loss(of: try directory.head.read())
    }

    /// Accepts a journal that has lost entries, after a person has compared it with the terminal's own journal. The
    /// acceptance becomes an entry. It is refused when nothing is missing.
    ///
    /// - Parameters:
    ///   - evidence: what the person compared, in their own words.
    ///   - by: the operator who is signed in.
    package static func acceptJournal(
        in path: String, evidence: String, by: String?, environment: Environment, key: JournalKey? = nil,
        waiting: @escaping @Sendable (HeldLock) -> Void = { _ in }
    ) throws(StorageError) -> JournalAcceptance {
        let directory = DataDirectory(path: path)
        let file = directory.head
        let known = try file.read()
        guard known != .missing || FileManager.default.fileExists(atPath: directory.database) else {
            throw .refused(.nothingToAccept)
        }
        let storage = try StorageManager(
            directory: path, environment: environment, key: key, patience: Patience(waiting: waiting),
            acceptsAnyJournal: true)
        guard let loss = try storage.loss(of: known) else { throw .refused(.nothingToAccept) }
        let fact = try storage.write { session in
            let found = try session.journalHead()
            let fact = JournalAcceptance(
                lost: known.sequence, kept: found.sequence, reason: loss.reason, evidence: evidence, by: by)
            try session.append(kind: JournalAcceptance.kind, payment: nil, encoding: fact)
            try session.enrol(environment, signing: key?.fingerprint, beginsAnew: true)
            return fact
        }
        let end = try storage.read { (try $0.journalHead(), try $0.enrolment()?.enrolment) }
        try file.make(end.0, signed: SignedHead(end.0, end.1, key, at: environment.now()))
        try storage.close()
        return fact
    }

    private func loss(of known: HeadFile.Contents) throws(StorageError) -> JournalLoss? {
        do { return try onReader { try JournalLoss.of(known, in: $0) } } catch { throw StorageError(error) }
    }
}

extension JournalForgery {
    /// The forgery when a stored enrolment and the journal's differ; nil when they belong to the same till and life. A till
    /// that was set up anew has another id but may have the same key.
    package init?(kept: TillEnrolment, found: TillEnrolment) {
        let isSameTill = found.till == kept.till || (found.key != nil && found.key == kept.key)
        if !isSameTill { self = .anotherTill } else if found.life != kept.life { self = .wiped } else { return nil }
    }
}

extension HeadFile.Contents {
    fileprivate var sequence: Int64? {
        switch self {
        case .missing, .unreadable: nil
        case .head(let head, _): head.sequence
        }
    }
}

extension Failure {
    fileprivate static let nothingToAccept = Failure(
        JournalFailure.nothingLost, Sentence("failure.journal.nothingLost"), recovery: .giveUp)
}
