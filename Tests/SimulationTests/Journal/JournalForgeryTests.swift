import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage
@testable import Stores
@testable import Payments

/// What somebody can do who can write every file of the till and recompute all hashes. Without a key, such a forgery
/// does not show by itself; with a key, or against what was kept elsewhere, it is found and named.
@Suite struct JournalForgeryTests {
    private static let facts = 9
    private let world = VirtualWorld(seed: 17)

    /// A till with some facts, and what was kept of it elsewhere.
    private struct Victim {
        let directory: ForgedDirectory
        let key: JournalKey?
        let head: KeptHead
        let signed: KeptHead?
        let export: [KeptEntry]
    }

    private func till(_ key: JournalKey?, in directory: ForgedDirectory) throws -> StorageManager {
        let storage = try StorageManager(directory: directory.path, environment: world.environment, key: key)
        try storage.enrol(world.environment)
        for number in 1...Self.facts {
            try storage.write { try $0.append(kind: "test.fact", payment: nil, encoding: ["number": number]) }
        }
        return storage
    }

    private func victim(signing key: JournalKey?) throws -> Victim {
        let directory = try ForgedDirectory()
        let storage = try till(key, in: directory)
        let entries = try storage.read { try $0.journalEntries(from: 1, limit: 100) }
        let signed = try storage.signedHead().map(KeptHead.init)
        try storage.close()
        return Victim(
            directory: directory, key: key,
            head: KeptHead(sequence: 7, hash: Array(entries[6].hash.prefix(JournalHead.printedBytes))), signed: signed,
            export: entries.map {
                KeptEntry(
                    sequence: $0.sequence, payment: nil, kind: $0.kind,
                    payload: String(decoding: $0.payload, as: UTF8.self),
                    hash: Array($0.hash))
            })
    }

    private func forge(_ forgery: JournalForgery, _ directory: ForgedDirectory, writesHead: Bool) throws {
        switch forgery {
        case .edited:
            try directory.rewrite(writesHead: writesHead) { $0[3].payload = Data(#"{"number":99900}"#.utf8) }
        case .removed: try directory.rewrite(writesHead: writesHead) { $0.remove(at: 3) }
        case .truncated: try directory.rewrite(writesHead: writesHead) { $0.removeLast(6) }
        case .wiped: try directory.rewrite(writesHead: writesHead) { $0 = [] }
        case .anotherTill:
            let other = try ForgedDirectory()
            try till(nil, in: other).close()
            try directory.take(other, head: writesHead)
        }
    }

    private func verify(
        _ victim: Victim, kept: [KeptHead] = [], publicKey: JournalPublicKey? = nil
    ) throws -> JournalVerification {
        let storage = try StorageManager(readingOnly: victim.directory.path, environment: world.environment)
        return try JournalAudit.run(storage, kept: kept, publicKey: publicKey)
    }

    private func differenceOfExport(_ victim: Victim) throws -> JournalDifference? {
        let storage = try StorageManager(readingOnly: victim.directory.path, environment: world.environment)
        return try storage.read { try ExportComparison(victim.export, $0).difference() }
    }

    /// One head cannot tell a changed entry from an entry that was removed before it.
    private func told(byHead forgery: JournalForgery) -> JournalForgery {
        switch forgery {
        case .removed, .anotherTill: .edited
        case .edited, .truncated, .wiped: forgery
        }
    }

    @Test(arguments: [true, false]) func whatNobodyForgedIsIntact(isSigned: Bool) throws {
        let victim = try victim(signing: isSigned ? JournalKey() : nil)
        let found = try verify(
            victim, kept: [victim.head, victim.signed].compactMap(\.self), publicKey: victim.key?.publicKey)
        #expect(found.isIntact && found.forgeries.isEmpty, "\(found)")
        #expect(found.signature?.fingerprint == victim.key?.fingerprint)
        #expect(found.signature?.since == (isSigned ? 1 : nil))
        #expect(try differenceOfExport(victim) == nil)
    }

    @Test(arguments: JournalForgery.allCases)
    func withoutAKeyItShowsAgainstWhatWasKept(_ forgery: JournalForgery) throws {
        let victim = try victim(signing: nil)
        try forge(forgery, victim.directory, writesHead: true)
        #expect(try verify(victim).isIntact, "alone nothing tells: this is what a key, paper or an export is for")
        let found = try verify(victim, kept: [victim.head])
        #expect(!found.isIntact && found.forgeries == [told(byHead: forgery)], "\(found)")
        #expect(try differenceOfExport(victim)?.forgery == forgery)
    }

    /// A forger who does not change `till.head` is found out by it.
    @Test(arguments: JournalForgery.allCases, [true, false])
    func theHeadFileThatIsLeftAsItWasTells(_ forgery: JournalForgery, isSigned: Bool) throws {
        let victim = try victim(signing: isSigned ? JournalKey() : nil)
        try forge(forgery, victim.directory, writesHead: false)
        #expect(throws: StorageError.self, "the till does not go on") {
            try StorageManager(directory: victim.directory.path, environment: world.environment, key: victim.key)
        }
        // A head file without a signature does not say which till it belongs to. With one entry fewer, the journal ends
        // before the head in the file.
        let expected: JournalForgery =
            switch forgery {
            case .removed: .truncated
            case .anotherTill: isSigned ? .anotherTill : .edited
            case .edited, .truncated, .wiped: forgery
            }
        #expect(try verify(victim).forgeries.first == expected)
    }

    @Test(arguments: JournalForgery.allCases)
    func withAKeyItShowsWithoutAnythingElse(_ forgery: JournalForgery) throws {
        let victim = try victim(signing: JournalKey())
        try forge(forgery, victim.directory, writesHead: true)
        let found = try verify(victim, publicKey: victim.key?.publicKey)
        #expect(!found.isIntact && found.signature == nil, "\(found)")
        #expect(found.differences.contains { $0.sentence.contains("is not signed") }, "\(found)")
        #expect(try differenceOfExport(victim)?.forgery == forgery)
        guard let signed = victim.signed else { return }
        let kept = try verify(victim, kept: [signed]).forgeries
        // A till that names the same key and has another id was begun anew; the other till here names no key.
        #expect(kept.last == (forgery == .removed ? .truncated : forgery), "\(kept)")
    }

    /// That a journal names no key is no sign that it was changed, and its signature proves nothing either.
    @Test func aJournalThatNamesNoKeyIsNotSaidToBeChanged() throws {
        let victim = try victim(signing: nil)
        let key = JournalKey().publicKey
        let found = try verify(victim, publicKey: key)
        #expect(!found.isIntact && found.signature == nil && found.forgeries.isEmpty, "\(found)")
        #expect(found.contradictions == 0 && found.count == 1, "\(found)")
        #expect(found.unsigned?.key == key.fingerprint && found.unsigned?.since == 1, "\(found)")
        let signed = try self.victim(signing: JournalKey())
        #expect(try verify(signed, publicKey: key).unsigned == nil)
    }

    /// A forger signs with a key of their own, and enrols it.
    @Test func anotherKeyIsToldApartByThePublicKeyOnly() throws {
        let (key, forgers) = (JournalKey(), JournalKey())
        let victim = try victim(signing: key)
        try victim.directory.rewrite(writesHead: true, key: forgers) { rows in
            rows[0].payload = Data(
                String(decoding: rows[0].payload, as: UTF8.self)
                    .replacing(key.fingerprint, with: forgers.fingerprint).utf8)
            rows[3].payload = Data(#"{"number":99900}"#.utf8)
        }
        let alone = try verify(victim)
        #expect(alone.isIntact && alone.signature?.fingerprint == forgers.fingerprint)
        let found = try verify(victim, publicKey: key.publicKey)
        #expect(!found.isIntact && found.signature == nil)
        #expect(found.differences.contains { $0.sentence.contains("is not signed with the key \(key.fingerprint)") })
    }

    @Test func theSettingsNameTheTillOfTheJournal() throws {
        let victim = try victim(signing: nil)
        try victim.directory.change {
            try $0.execute(sql: "UPDATE settings SET value = CAST('\"till-other\"' AS BLOB) WHERE key = 'till.id'")
        }
        #expect(try verify(victim).forgeries == [.anotherTill])
    }
}

/// A data directory in the hands of somebody who knows how Till writes.
private final class ForgedDirectory {
    let path: String
    private var file: String { path + "/till.sqlite" }

    struct Row {
        var at: Int64
        var payment: String?
        var kind: String
        var payload: Data
    }

    init() throws {
        var template = Array("/tmp/till-forged-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Changes the database without its triggers, which are put back afterwards.
    func change(_ work: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { database in
            let triggers = try GRDB.Row.fetchAll(
                database, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            for trigger in triggers {
                try database.execute(sql: "DROP TRIGGER \(try trigger.decode(String.self, forColumn: "name"))")
            }
            try work(database)
            for trigger in triggers { try database.execute(sql: try trigger.decode(String.self, forColumn: "sql")) }
        }
        try queue.close()
    }

    /// Changes the rows, and computes numbers, hashes and heads again.
    func rewrite(writesHead: Bool, key: JournalKey? = nil, _ edit: (inout [Row]) -> Void) throws {
        var (head, enrolment) = (JournalHead.empty, TillEnrolment?.none)
        try change { database in
            var rows = try GRDB.Row.fetchAll(
                database, sql: "SELECT at, payment, kind, payload FROM journal ORDER BY sequence"
            ).map {
                Row(
                    at: try $0.decode(Int64.self, forColumn: "at"),
                    payment: try $0.decode(String?.self, forColumn: "payment"),
                    kind: try $0.decode(String.self, forColumn: "kind"),
                    payload: try $0.decode(Data.self, forColumn: "payload"))
            }
            edit(&rows)
            try database.execute(sql: "DELETE FROM journal")
            for row in rows {
                enrolment = TillEnrolment.inForce(after: enrolment, kind: Data(row.kind.utf8), payload: row.payload)
                let hash = JournalHash.of(
                    sequence: head.sequence + 1, at: row.at, payment: row.payment.map { Data($0.utf8) },
                    kind: Data(row.kind.utf8), payload: row.payload, previous: head.hash, enrolment: enrolment)
                try database.execute(
                    sql: "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)",
                    arguments: [head.sequence + 1, row.at, row.payment, row.kind, row.payload, head.hash, hash])
                head = JournalHead(sequence: head.sequence + 1, hash: hash)
            }
            try database.execute(
                sql: "UPDATE journal_head SET sequence = ?, hash = ?", arguments: [head.sequence, head.hash])
        }
        guard writesHead else { return }
        let signed = SignedHead(head, enrolment, key, at: Date(timeIntervalSince1970: 0))
        try HeadFile(in: path).make(head, signed: signed)
    }

    /// Replaces these files with another till's files.
    func take(_ other: ForgedDirectory, head: Bool) throws {
        for name in ["till.sqlite", "till.sqlite-wal", "till.sqlite-shm"] + (head ? ["till.head"] : []) {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
            guard FileManager.default.fileExists(atPath: "\(other.path)/\(name)") else { continue }
            try FileManager.default.copyItem(atPath: "\(other.path)/\(name)", toPath: "\(path)/\(name)")
        }
    }
}
