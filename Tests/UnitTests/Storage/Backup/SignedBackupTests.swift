import Flow
import Foundation
import Model
import Testing

@testable import Storage

/// Backups of a till that signs its journal and has archived years of it.
@Suite struct SignedBackupTests {
    private let place: TemporaryDirectory
    private let key = JournalKey()

    init() throws { place = try TemporaryDirectory() }

    private func till() throws -> StorageManager {
        let storage = try StorageManager(directory: place.path + "/data", environment: .standing, key: key)
        try storage.enrol(.standing)
        for number in 1...3 {
            try storage.write { transaction in
                let id = PaymentID(rawValue: "pay-\(number)")
                try transaction.append(kind: "payment.intended", payment: id, encoding: ["number": number])
                try transaction.insert(
                    Sample.payment(id.rawValue, order: Int64(number), stage: .settled, outcome: approved))
            }
        }
        return storage
    }

    private let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))

    private func restore(_ directory: String, key: JournalKey?) throws(StorageError) -> DataRestore.Report {
        try DataRestore(in: place.path + "/" + directory, key: key, environment: .standing)
            .run(from: place.path + "/backup") { _, _ in }
    }

    @Test func theHeadOfABackupIsSignedAndTheRestoredJournalIsSignedAnew() throws {
        let storage = try till()
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        let head = try storage.read { try $0.journalHead() }
        let kept = try #require(try JournalHead.kept(in: place.path + "/backup/till.head"))
        #expect(kept.head == head && kept.signed?.isGenuine == true && kept.signed?.publicKey == key.publicKey)
        try storage.close()

        _ = try restore("new", key: key)
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        #expect(try restored.lossInJournal() == nil)
        #expect(try restored.signedHead()?.isGenuine == true)
        let end = try restored.read { (try $0.journalHead(), try $0.enrolment()) }
        #expect(end.1?.sequence == end.0.sequence && end.1?.enrolment.key == key.fingerprint)
        try restored.close()
    }

    /// The process was killed before it could put the new `till.head` in the place of the old one.
    @Test func anOlderHeadBesideARestoredDatabaseLagsBehind() throws {
        let storage = try till()
        let head = place.path + "/data/till.head"
        let older = try #require(FileManager.default.contents(atPath: head))
        try storage.write {
            try $0.append(kind: "payment.settled", payment: PaymentID(rawValue: "pay-3"), encoding: [1])
        }
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        _ = try restore("new", key: key)
        try older.write(to: URL(filePath: place.path + "/new/till.head"))
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        #expect(try restored.lossInJournal() == nil)
        try restored.close()
    }

    @Test func archivesAreBackedUpAndComeBack() throws {
        let storage = try till()
        let file = place.path + "/data/archive-2026-01-01.sqlite"
        let change = try storage.change()
        let draft = try storage.draftArchive(
            of: ArchiveExtent(through: 2, days: [], before: Sample.later), in: file, environment: .standing)
        try storage.check(draft)
        let archive = try storage.move(draft, since: change, by: nil, environment: .standing) { _ in }
        let whole = try storage.backUp(into: place.path + "/backup", environment: .standing)
        #expect(whole.files.contains { $0.name == "archive-1.sqlite" && $0.sha256 == archive.sha256 })
        _ = try restore("new", key: key)
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        #expect(try restored.examineArchives().map(\.condition) == [.unchanged])
        try restored.close()

        // A link, a folder, a changed and a missing file: none of them stops the backup.
        try FileManager.default.moveItem(atPath: file, toPath: place.path + "/elsewhere")
        symlink(place.path + "/elsewhere", file)
        #expect(try storage.backUp(into: place.path + "/linked", environment: .standing).missing.isEmpty)
        unlink(file)
        mkdir(file, 0o700)
        #expect(try storage.backUp(into: place.path + "/folder", environment: .standing).missing == [archive.file])
        rmdir(file)
        try Data("changed".utf8).write(to: URL(filePath: file))
        #expect(try storage.backUp(into: place.path + "/changed", environment: .standing).missing == [archive.file])
        unlink(file)
        let without = try storage.backUp(into: place.path + "/backup-2", environment: .standing)
        #expect(without.missing == [archive.file])
        try storage.close()
    }

    @Test func lastReceiptNumbersAreForgotten() throws {
        let storage = try till()
        try storage.write {
            try $0.save(TerminalMemory(terminalID: "52500038", lastReceiptNumber: 41, updatedAt: Sample.time))
        }
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        _ = try restore("new", key: key)
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        let memory = try restored.read { try $0.terminal(id: "52500038") }
        #expect(memory != nil && memory?.lastReceiptNumber == nil)
        try restored.close()
    }

    /// Somebody without the key has taken the signed head out, or put an unsigned one in its place.
    @Test func whereTheKeyIsABackupWithoutASignatureIsRefused() throws {
        let storage = try till()
        let manifest = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        let file = place.path + "/backup/manifest.json"
        try StoredJSON.data(manifest.without("till.head")).write(to: URL(filePath: file))
        #expect(throws: StorageError.self) { try restore("new", key: key) }
        // Elsewhere it may be the backup of a process that could not read the key.
        _ = try restore("other", key: JournalKey())
    }

    /// A till that signs nothing has a head in each of its backups. A key that the machine has since got changes nothing of that.
    @Test func aBackupOfATillWithoutAKeyIsRefusedIfItsHeadIsMissing() throws {
        let storage = try StorageManager(directory: place.path + "/data", environment: .standing)
        try storage.enrol(.standing)
        let manifest = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        let file = place.path + "/backup/manifest.json"
        try StoredJSON.data(manifest.without("till.head")).write(to: URL(filePath: file))
        let missing = Sentence("detail.backup.fileMissing", ["file": HeadFile.fileName])
        #expect(throws: StorageError.refused(.backupDamaged(place.path + "/backup", missing))) {
            try restore("new", key: key)
        }
    }

    /// Two databases are replaced within one second, or somebody put a file there.
    @Test func aReplacedDatabaseTakesTheNameOfNoOtherFile() throws {
        let storage = try till()
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        for directory in ["new", "other"] {
            let fresh = try StorageManager(directory: place.path + "/" + directory, environment: .standing)
            try fresh.enrol(.standing)
            try fresh.close()
        }
        let name = try #require(try restore("new", key: key).replaced as NSString?).lastPathComponent
        let taken = place.path + "/other/" + name
        try Data("not a database".utf8).write(to: URL(filePath: taken))
        let replaced = try #require(try restore("other", key: key).replaced)
        #expect(FileManager.default.contents(atPath: taken) == Data("not a database".utf8))
        #expect(replaced != taken && RegularFile.begins(replaced, with: DatabaseAtRest.mark))
        #expect(FormerDatabases.isName((replaced as NSString).lastPathComponent))
    }

    /// A restore that was killed has given the replaced database its second name already.
    @Test func aReplacedDatabaseGetsOneFurtherName() throws {
        let storage = try till()
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        for directory in ["new", "other"] {
            let fresh = try StorageManager(directory: place.path + "/" + directory, environment: .standing)
            try fresh.enrol(.standing)
            try fresh.close()
        }
        let name = try #require(try restore("new", key: key).replaced as NSString?).lastPathComponent
        let other = place.path + "/other/"
        #expect(link(other + "till.sqlite", other + name) == 0)
        #expect(try restore("other", key: key).replaced == other + name)
        let names = try FileManager.default.contentsOfDirectory(atPath: other).sorted()
        #expect(names == [name, "till.head", "till.sqlite"])
    }

    /// Its rights may be mended, and then it may turn out to know more than the backup.
    @Test func onlyADamagedDatabaseCountsAsUnreadable() throws {
        let storage = try till()
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        mkdir(place.path + "/new", 0o700)
        mkdir(place.path + "/new/till.sqlite", 0o700)
        try HeadFile(in: place.path + "/new").make(JournalHead(sequence: 1, hash: Data(repeating: 1, count: 32)))
        let error = #expect(throws: StorageError.self) { try restore("new", key: key) }
        #expect(error?.code == "storage.cannotOpen")
    }

    @Test func aBackupThatNoRestoreWouldReadIsNotMade() throws {
        let storage = try till()
        let hash = String(repeating: "0", count: 64)
        let archives = (1...6_000).map {
            JournalArchive(
                number: $0, file: String(repeating: "a", count: 200) + "\($0)", first: 1, through: 1, hash: hash,
                sha256: hash, payments: 0, kept: hash, before: Sample.time)
        }
        try storage.write {
            try $0.append(
                kind: ArchivedEntries.kind, payment: nil,
                encoding: ArchivedEntries(
                    archive: archives[0], earlier: Array(archives.dropFirst()), by: nil, withOpenDays: nil))
        }
        let error = #expect(throws: StorageError.self) {
            try storage.backUp(into: place.path + "/backup", environment: .standing)
        }
        #expect(error?.code == "backup.tooLarge")
        try storage.close()
    }

    @Test func aFileThatDoesNotEndIsNotCopiedToItsEnd() throws {
        let long = place.path + "/long"
        #expect(FileManager.default.createFile(atPath: long, contents: nil))
        #expect(truncate(long, 1 << 40) == 0)
        #expect(try BackupFiles.copy(long, to: place.path + "/copy", limit: 10).bytes == 11)
    }
}

extension BackupManifest {
    fileprivate func without(_ file: String) -> BackupManifest {
        BackupManifest(
            format: format, till: till, schema: schema, madeAt: madeAt, through: through, hash: hash,
            payments: payments,
            files: files.filter { $0.name != file }, missing: missing)
    }
}
