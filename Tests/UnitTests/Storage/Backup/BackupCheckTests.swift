import Flow
import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Storage

/// A backup is made of sound data only, and restored only if its parts belong together.
@Suite struct BackupCheckTests {
    private let place: TemporaryDirectory
    private let key = JournalKey()
    private var data: String { place.path + "/data" }
    private var backup: String { place.path + "/backup" }

    init() throws { place = try TemporaryDirectory() }

    /// A till with one payment.
    private func till(_ key: JournalKey? = nil) throws -> StorageManager {
        let storage = try StorageManager(directory: data, environment: .standing, key: key)
        try storage.enrol(.standing)
        let id = PaymentID(rawValue: "pay-1")
        try storage.write { transaction in
            try transaction.append(kind: "payment.intended", payment: id, encoding: ["number": 1])
            try transaction.insert(
                Sample.payment(stage: .settled, outcome: .approved(TransactionResult(resultCode: 0))))
            try transaction.append(kind: "payment.settled", payment: id, encoding: ["number": 1])
        }
        return storage
    }

    /// Moves the first entry of the journal into an archive.
    private func archive(_ storage: StorageManager, in file: String = "data/old.sqlite") throws {
        let change = try storage.change()
        let draft = try storage.draftArchive(
            of: ArchiveExtent(through: 1, days: [], before: Sample.later), in: place.path + "/" + file,
            environment: .standing)
        try storage.check(draft)
        try storage.move(draft, since: change, by: nil, environment: .standing) { _ in }
    }

    private func restore(_ key: JournalKey? = nil, into directory: String = "new") throws {
        _ = try DataRestore(in: place.path + "/" + directory, key: key, environment: .standing)
            .run(from: backup) { _, _ in }
    }

    private func expectDamage(_ reason: Sentence, _ key: JournalKey? = nil, _ what: String = "") {
        #expect(throws: StorageError.refused(.backupDamaged(backup, reason)), "\(what)") { try restore(key) }
    }

    // MARK: Making

    @Test(arguments: [false, true]) func aBackupSaysWhatIsInIt(apart: Bool) throws {
        let storage = try till()
        let steps = Mutex<[String]>([])
        var environment = Environment.standing
        environment.reached = { step in steps.withLock { $0.append(step) } }
        let manifest = try storage.backUp(into: backup, environment: environment, apart: apart)
        let (head, id) = try storage.read { (try $0.journalHead(), try $0.tillID()) }
        #expect(
            manifest
                == BackupManifest(
                    format: "till.backup.1", till: id, schema: Schema.newest, madeAt: Sample.time, through: 3,
                    hash: Hexadecimal.text(head.hash), payments: 1, files: manifest.files, missing: []))
        #expect(manifest.files.map(\.name) == ["till.sqlite", "till.head"])
        for file in manifest.files {
            let path = backup + "/" + file.name
            #expect(try Int64(Data(contentsOf: URL(filePath: path)).count) == file.bytes)
            #expect(try StorageManager.sha256(of: path) == file.sha256)
        }
        let written = try Data(contentsOf: URL(filePath: backup + "/manifest.json"))
        #expect(try StoredJSON.value(BackupManifest.self, from: written) == manifest)
        #expect(try FileManager.default.contentsOfDirectory(atPath: backup).count == 3)
        #expect(steps.withLock { $0 } == ["backup.begun", "backup.copied", "backup.verified"])
        try storage.close()
    }

    @Test(arguments: ["table", "entry", "label", "check"]) func whatIsNotSoundIsNotBackedUp(_ what: String) throws {
        let storage = try till()
        let reason: Sentence
        switch what {
        case "table":
            try storage.onWriter { try $0.execute(sql: "CREATE VIEW shown AS SELECT * FROM payments") }
            let view = Sentence("difference.object.view", ["name": "shown"])
            reason = Sentence("difference.object.foreign", ["object": view])
        case "entry":
            try storage.onWriter { database in
                let wanted = "SELECT sql FROM sqlite_schema WHERE name = 'journal_no_update'"
                let rule = try #require(try String.fetchOne(database, sql: wanted))
                try database.execute(
                    sql: "DROP TRIGGER journal_no_update; UPDATE journal SET at = at + 1 WHERE sequence = 2; " + rule)
            }
            reason = Sentence("detail.row.changed", ["row": Int64(2)])
        case "label":
            let label = ArchiveLabel(
                number: 1, first: 1, through: 1, payments: 0, madeAt: Sample.time, signature: nil)
            try storage.write { try $0.setSetting(ArchiveLabel.setting, to: label) }
            reason = Sentence("detail.backup.isArchive", [:])
        default: reason = "the tables are not what the journal says"
        }
        #expect(throws: StorageError.corrupt(reason: reason)) {
            try storage.backUp(into: backup, environment: .standing) { _ in
                if what == "check" { throw StorageError.corrupt(reason: reason) }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: backup + "/manifest.json"))
        try storage.close()
    }

    /// An index without entries, which only the check of every page reads.
    @Test func aDatabaseWithADamagedPageIsNotBackedUp() throws {
        try till().close()
        let database = data + "/till.sqlite"
        let queue = try DatabaseQueue(path: database)
        let wanted = "SELECT rootpage FROM sqlite_schema WHERE name = 'shop_orders_by_status'"
        let (page, size) = try queue.read {
            (try Int.fetchOne($0, sql: wanted), try Int.fetchOne($0, sql: "PRAGMA page_size"))
        }
        try queue.close()
        let (number, length) = (try #require(page), try #require(size))
        let file = try FileHandle(forUpdating: URL(filePath: database))
        try file.seek(toOffset: UInt64((number - 1) * length))
        try file.write(contentsOf: Data(count: length))
        try file.close()
        let storage = try StorageManager(directory: data, environment: .standing)
        let error = #expect(throws: StorageError.self) { try storage.backUp(into: backup, environment: .standing) }
        #expect(error?.code == "storage.corrupt")
        #expect(!FileManager.default.fileExists(atPath: backup + "/manifest.json"))
        try storage.close()
    }

    /// The archives of a journal may be larger than its database. This one is larger than any disk.
    @Test func aBackupForWhichThereIsNoRoomIsNotBegun() throws {
        let storage = try till()
        try archive(storage)
        let file = data + "/old.sqlite"
        try #require(truncate(file, 15 << 40) == 0)
        var environment = Environment.standing
        environment.reached = { _ in truncate(file, 0) }
        let error = #expect(throws: StorageError.self) {
            try storage.backUp(into: backup, environment: environment)
        }
        #expect(error?.code == "storage.diskFull")
        #expect(try FileManager.default.contentsOfDirectory(atPath: backup).isEmpty)
        try storage.close()
    }

    @Test func aStorageWithoutAFileIsNotBackedUp() throws {
        let storage = try StorageManager.inMemory()
        #expect(throws: StorageError.readOnly) { try storage.backUp(into: backup, environment: .standing) }
    }

    @Test func aHeadThatCannotBeSignedIsLeftOut() throws {
        try till(key).close()
        let reading = try StorageManager(readingOnly: data, environment: .standing)
        let without = try reading.backUp(into: place.path + "/without", environment: .standing)
        #expect(without.files.map(\.name) == ["till.sqlite"])
        let with = try reading.backUp(into: backup, environment: .standing, key: key)
        #expect(with.files.map(\.name) == ["till.sqlite", "till.head"])
        #expect(try JournalHead.kept(in: backup + "/till.head")?.signed?.publicKey == key.publicKey)
        try reading.close()
    }

    // MARK: Restoring

    /// Writes the manifest anew, as somebody does who changed the files.
    private func describe(_ manifest: BackupManifest, hash: String? = nil, through: Int64? = nil) throws {
        let files = try manifest.files.map { file in
            let path = backup + "/" + file.name
            return BackupManifest.File(
                name: file.name, bytes: Int64(try Data(contentsOf: URL(filePath: path)).count),
                sha256: try StorageManager.sha256(of: path) ?? "")
        }
        let changed = BackupManifest(
            format: manifest.format, till: manifest.till, schema: manifest.schema, madeAt: manifest.madeAt,
            through: through ?? manifest.through, hash: hash ?? manifest.hash, payments: manifest.payments,
            files: files,
            missing: manifest.missing)
        try StoredJSON.data(changed).write(to: URL(filePath: backup + "/manifest.json"))
    }

    private func backUp(_ key: JournalKey? = nil) throws -> (manifest: BackupManifest, enrolment: TillEnrolment) {
        let storage = try till(key)
        let manifest = try storage.backUp(into: backup, environment: .standing)
        let enrolment = try #require(try storage.read { try $0.enrolment() }).enrolment
        try storage.close()
        return (manifest, enrolment)
    }

    @Test func theHeadInABackupOfATillThatSignsNothingIsItsLastEntry() throws {
        let (manifest, enrolment) = try backUp()
        let head = try #require(manifest.head)
        let file = HeadFile(in: backup)
        for other in [
            JournalHead(sequence: head.sequence - 1, hash: head.hash),
            JournalHead(sequence: head.sequence, hash: Data(repeating: 1, count: 32)),
        ] {
            try file.make(other)
            try describe(manifest)
            expectDamage(Sentence("detail.backup.otherHead", [:]))
        }
        let named = TillEnrolment(till: enrolment.till, life: enrolment.life, key: key.fingerprint)
        try file.make(head, signed: SignedHead(head, named, key, at: Sample.time))
        try describe(manifest)
        expectDamage(Sentence("detail.head.otherKey", [:]))
        try Data("no head".utf8).write(to: URL(filePath: file.path))
        try describe(manifest)
        expectDamage(Sentence("detail.head.unreadable", [:]))
        try file.make(head)
        try describe(manifest)
        try restore()
    }

    @Test func theHeadInABackupOfATillThatSignsIsSignedByItAlone() throws {
        let (manifest, enrolment) = try backUp(key)
        let (head, stranger) = (try #require(manifest.head), JournalKey())
        func signed(by key: JournalKey, till: String? = nil, life: String? = nil) throws -> SignedHead {
            let named = TillEnrolment(
                till: till ?? enrolment.till, life: life ?? enrolment.life, key: key.fingerprint)
            return try #require(SignedHead(head, named, key, at: Sample.time))
        }
        let genuine = try signed(by: key)
        let later = SignedHead(
            till: genuine.till, life: genuine.life, head: head, at: Sample.later, publicKey: genuine.publicKey,
            signature: genuine.signature)
        let (unsigned, otherKey) = (Sentence("detail.head.notSigned", [:]), Sentence("detail.head.otherKey", [:]))
        let cases: [(what: String, head: SignedHead?, reason: Sentence)] = [
            ("no signature", nil, unsigned), ("another key", try signed(by: stranger), otherKey),
            ("another till", try signed(by: key, till: "till-x"), otherKey),
            ("another life", try signed(by: key, life: "life-x"), otherKey), ("another time", later, otherKey),
        ]
        for (what, other, reason) in cases {
            try HeadFile(in: backup).make(head, signed: other)
            try describe(manifest)
            expectDamage(reason, key, what)
        }
        try HeadFile(in: backup).make(head, signed: genuine)
        try describe(manifest)
        try restore(key)
    }

    @Test func theJournalInABackupEndsAsItsManifestSays() throws {
        let (manifest, _) = try backUp()
        let end = Sentence("detail.backup.otherEnd", [:])
        try describe(manifest, through: manifest.through - 1)
        expectDamage(end)
        try describe(manifest, hash: String(repeating: "0", count: 64))
        expectDamage(end)
        try describe(manifest, hash: "none")
        expectDamage(end)
        try describe(manifest)
        try restore()
    }

    @Test func anArchiveInABackupIsTheOneOfItsJournal() throws {
        let storage = try till()
        try archive(storage)
        let manifest = try storage.backUp(into: backup, environment: .standing)
        try storage.close()
        let (archive, new) = (backup + "/archive-1.sqlite", place.path + "/new")
        let whole = try Data(contentsOf: URL(filePath: archive))

        try (whole + [0]).write(to: URL(filePath: archive))
        try describe(manifest)
        expectDamage(Sentence("detail.backup.otherArchive", ["file": "old.sqlite"]))
        try whole.write(to: URL(filePath: archive))
        try describe(manifest)

        // A file of that name is never replaced.
        let mine = URL(filePath: new + "/old.sqlite")
        try Data("mine".utf8).write(to: mine)
        #expect(throws: StorageError.refused(.archiveExists(mine.path))) { try restore() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: new) == ["old.sqlite"])
        #expect(try Data(contentsOf: mine) == Data("mine".utf8))
        // The same archive may be there already.
        try whole.write(to: mine)
        try restore()
        #expect(try Data(contentsOf: mine) == whole)
        try restore(into: "other")
        #expect(try Data(contentsOf: URL(filePath: place.path + "/other/old.sqlite")) == whole)
    }

    /// A restore would give these names in the data directory.
    @Test(arguments: ["data/old.db", "elsewhere/till.sqlite"])
    func anArchiveWithTheNameOfSomethingElseIsNotPlaced(_ file: String) throws {
        let storage = try till()
        mkdir(place.path + "/elsewhere", 0o700)
        try archive(storage, in: file)
        let archive = try #require(try storage.read { try $0.archives() }.first)
        _ = try storage.backUp(into: backup, environment: .standing)
        try storage.close()
        #expect(throws: StorageError.refused(.archiveExists(archive.file))) { try restore() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/new").isEmpty)
    }

    // MARK: What is said

    @Test func moreThanTenPaymentsAreCountedAndNotNamed() {
        func said(_ count: Int) -> String {
            let payments = (0..<count).map { PaymentID(rawValue: "pay-\($0)") }
            return StorageError.refused(.wouldForget(payments, entries: 30)).failure.sentence
        }
        let ten = (0..<10).map { "pay-\($0)" }.joined(separator: ", ")
        let known = "transactions that the data know: \(ten)"
        #expect(said(10) == "The backup does not know 10 \(known). Nothing was restored.")
        #expect(said(11) == "The backup does not know 11 \(known), and 1 more. Nothing was restored.")
        #expect(said(0) == "The backup lacks 30 entries of the journal that the data have. Nothing was restored.")
    }
}
