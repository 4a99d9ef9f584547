import Flow
import Foundation
import GRDB

/// Entries that `till.head` knows and the journal does not have.
public struct JournalLoss: Hashable, Sendable {
    /// The number of the first entry that is missing, or is not the one that was written.
    public let sequence: Int64
    /// What is known of the loss, worded to follow "The journal is not complete: ".
    public let reason: String

    init(_ sequence: Int64, _ reason: String) {
        self.sequence = sequence
        self.reason = reason
    }

    /// The loss; nil where nothing is missing, or where `till.head` is missing.
    static func of(_ known: HeadFile.Contents, in database: Database) throws -> JournalLoss? {
        if known == .missing { return nil }
        guard try database.tableExists("journal") else { return JournalLoss(1, "it has no table") }
        let last = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM journal") ?? 0
        switch known {
        case .missing: return nil
        case .unreadable:
            return JournalLoss(last &+ 1, "till.head cannot be read, so nobody can tell whether more was written")
        case .head(let known):
            guard known.sequence > 0 else { return nil }
            guard let hash = try hash(of: known.sequence, in: database) else {
                return JournalLoss(last &+ 1, "it ends at entry \(last), and till.head knows entry \(known.sequence)")
            }
            if hash == known.hash { return nil }
            return JournalLoss(known.sequence, "its entry \(known.sequence) is not the one that till.head knows")
        }
    }

    /// The stored hash of an entry, whatever type its column has; nil where there is no such entry.
    private static func hash(of sequence: Int64, in database: Database) throws -> Data? {
        try Data.fetchOne(
            database, sql: "SELECT CAST(hash AS BLOB) FROM journal WHERE sequence = ?", arguments: [sequence])
    }
}

extension StorageManager {
    /// Makes `till.head` for a database that has none: releases before this one did not write it.
    static func makeHead(_ file: HeadFile, _ database: any DatabaseReader) throws(StorageError) {
        let head: JournalHead
        do {
            head = try database.read {
                try Session(database: $0, now: { Date(timeIntervalSince1970: 0) }).journalHead()
            }
        } catch { throw StorageError(error) }
        // Before the first fact there is nothing that could be lost.
        if head.sequence > 0 { try file.make(head) }
    }

    public func lossInJournal() throws(StorageError) -> JournalLoss? {
        guard let directory else { return nil }
        // The file is read before the database, because another process adds to the database first.
        return try loss(of: try directory.head.read())
    }

    /// Accepts a journal that lacks entries which were written to it, after a person has compared it with the terminal's own
    /// journal. The acceptance becomes a fact of the journal. Where nothing is missing it is refused.
    ///
    /// - Parameters:
    ///   - evidence: what the person looked at, in their own words.
    ///   - by: who is signed in.
    public static func acceptJournal(
        in path: String, evidence: String, by: String?, environment: Environment,
        waiting: @escaping @Sendable (HeldLock) -> Void = { _ in }
    ) throws(StorageError) -> JournalAcceptance {
        let file = DataDirectory(path: path).head
        let known = try file.read()
        guard known != .missing else { throw .refused(.nothingToAccept) }
        let storage = try StorageManager(
            directory: path, environment: environment, patience: Patience(waiting: waiting), acceptsAnyJournal: true)
        guard let loss = try storage.loss(of: known) else { throw .refused(.nothingToAccept) }
        let fact = try storage.write { session in
            let found = try session.journalHead()
            let fact = JournalAcceptance(
                lost: known.sequence, kept: found.sequence, reason: loss.reason, evidence: evidence, by: by)
            try session.append(kind: JournalAcceptance.kind, payment: nil, encoding: fact)
            try session.enrol(environment)
            return fact
        }
        try file.make(try storage.read { try $0.journalHead() })
        try storage.close()
        return fact
    }

    private func loss(of known: HeadFile.Contents) throws(StorageError) -> JournalLoss? {
        do { return try onReader { try JournalLoss.of(known, in: $0) } } catch { throw StorageError(error) }
    }
}

extension HeadFile.Contents {
    fileprivate var sequence: Int64? {
        switch self {
        case .missing, .unreadable: nil
        case .head(let head): head.sequence
        }
    }
}

extension Failure {
    fileprivate static let nothingToAccept = Failure(
        "journal.nothingLost", "The journal has all that was written to it, so there is nothing to accept.",
        recovery: .giveUp)
}
