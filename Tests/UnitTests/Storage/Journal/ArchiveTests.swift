import Failures
import Flow
import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Storage

/// The beginning of the journal is moved into a file, and only in this way.
@Suite struct ArchiveTests {
    private let place: TemporaryDirectory
    private var file: String { place.path + "/archive-2026-01-01.sqlite" }

    init() throws { place = try TemporaryDirectory() }

    private static let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))

    /// A till with this many settled payments, each with two facts and a printed receipt.
    private func till(_ count: Int, environment: Environment = .standing, key: JournalKey? = nil) throws
        -> StorageManager
    {
        let storage = try StorageManager(directory: place.path, environment: environment, key: key)
        try storage.enrol(environment)
        for number in 1...count { try Self.pay(number, storage) }
        return storage
    }

    private static func pay(_ number: Int, _ storage: StorageManager) throws {
        let id = PaymentID(rawValue: "pay-\(number)")
        try storage.write { transaction in
            try transaction.append(kind: "payment.intended", payment: id, encoding: ["number": number])
            try transaction.insert(
                Sample.payment(
                    id.rawValue, key: "key-\(number)", order: Int64(1000 + number), stage: .settled, outcome: approved))
            try transaction.append(kind: "payment.settled", payment: id, encoding: ["number": number])
            try transaction.markPaid(
                order: OrderID(rawValue: Int64(1000 + number)), site: .embedded, by: id, at: Sample.time)
            let receipt = Sample.receipt("rcp-\(number)", payment: id.rawValue)
            try transaction.insert(receipt, createdAt: Sample.time)
            let job = try transaction.enqueuePrint(receipt: receipt.id, printer: "file:/tmp/paper", at: Sample.time)
            try transaction.claimPrint(id: job.id, at: Sample.time)
            try transaction.finishPrint(id: job.id, as: .confirmed, at: Sample.time)
        }
    }

    /// Archives the entries up to the second one of this payment.
    @discardableResult
    private func archive(
        _ storage: StorageManager, upTo number: Int, in file: String? = nil, environment: Environment = .standing,
        check: (any StorageReader) throws -> Void = { _ in }
    ) throws -> JournalArchive {
        let change = try storage.change()
        let extent = ArchiveExtent(through: Int64(1 + 2 * number), days: [], before: Sample.later)
        let draft = try storage.draftArchive(of: extent, in: file ?? self.file, environment: environment)
        try storage.check(draft)
        return try storage.move(draft, since: change, by: "Anna", environment: environment, check: check)
    }

    private func payment(_ number: Int) -> PaymentID { PaymentID(rawValue: "pay-\(number)") }

    // MARK: Moving

    @Test func whatIsMovedIsInTheFileAndNotInTheJournal() throws {
        let storage = try till(5)
        let before = try storage.read { try $0.journalEntries(from: 1, limit: 99) }
        let archive = try archive(storage, upTo: 3)
        #expect(archive.number == 1 && archive.first == 1 && archive.through == 7 && archive.payments == 3)
        #expect(archive.file == "archive-2026-01-01.sqlite", "beside the database by its name alone")
        #expect(!FileManager.default.fileExists(atPath: ArchiveDraft.unfinished(self.file)), "under one name")
        let file = try StorageManager(archive: file, environment: .standing)
        #expect(try file.read { try $0.journalEntries(from: 1, limit: 99) } == Array(before.prefix(7)))
        #expect(try JournalVerifier(file).verify() == .intact(count: 7, head: before[6].hash))
        #expect(try file.read { try $0.receipts(limit: 9) }.count == 3)
        try storage.read { (reader: any StorageReader) throws in
            let left = try reader.journalEntries(from: 1, limit: 99)
            #expect(left.prefix(4) == before.suffix(4)[...], "what stays is as it was")
            #expect(left.dropFirst(4).map(\.kind) == ["journal.archived", "till.enrolled"])
            #expect(try reader.receipts(limit: 9).map(\.id.rawValue) == ["rcp-5", "rcp-4"])
            #expect(try reader.printJobs(receipt: ReceiptID(rawValue: "rcp-1")) == [])
            #expect(try reader.archives() == [archive])
        }
        #expect(try JournalVerifier(storage).verify().isIntact)
        #expect(try JournalVerifier(storage).verify(newest: 3).isIntact)
        #expect(try storage.examineArchives().map(\.condition) == [.unchanged])
        #expect(try storage.examineArchives().allSatisfy(\.keepsRows))
        #expect(try storage.examineDatabase() == [] && file.examineDatabase() == [])
        var node = stat()
        #expect(stat(self.file, &node) == 0 && node.st_mode & 0o777 == 0o600)
    }

    @Test func theKeyAndTheOrderOfAnArchivedPaymentStayTaken() throws {
        let storage = try till(3)
        try archive(storage, upTo: 2)
        let kept = try #require(try storage.read { try $0.payment(key: "key-1") })
        #expect(kept.id.rawValue == "pay-1" && kept.archive == 1 && kept.outcome == Self.approved)
        #expect(try storage.read { try $0.payment(id: payment(3)) }?.archive == nil)
        #expect(throws: StorageError.conflict(.key(kept.id))) {
            try storage.write { try $0.insert(Sample.payment("pay-9", key: "key-1", order: 9)) }
        }
        #expect(throws: StorageError.conflict(.orderPaid(kept.id))) {
            try storage.write { try $0.insert(Sample.payment("pay-9", order: 1001)) }
        }
        #expect(throws: StorageError.conflict(.archived(kept.id))) {
            try storage.write { try $0.reopen(kept, mayExceed: true) }
        }
    }

    @Test func eachArchiveBeginsWhereTheOneBeforeEnded() throws {
        let storage = try till(5)
        let first = try archive(storage, upTo: 2)
        let second = try archive(storage, upTo: 4, in: place.path + "/second.sqlite")
        #expect(second.number == 2 && second.first == first.through + 1)
        let file = try StorageManager(archive: place.path + "/second.sqlite", environment: .standing)
        #expect(try file.read { try $0.journalStart().head } == first.head)
        #expect(try JournalVerifier(file).verify().isIntact)
        #expect(try storage.read { try $0.archives() } == [first, second])
        #expect(try JournalVerifier(storage).verify().isIntact)
        #expect(try storage.examineArchives().allSatisfy { $0.condition == .unchanged && $0.keepsRows })
        try storage.close()
        let next = try place.open()
        try Self.pay(6, next)
        #expect(try JournalVerifier(next).verify().isIntact)
    }

    @Test func theLastEntryOfAnArchiveIsSigned() throws {
        let key = JournalKey()
        let storage = try till(3, key: key)
        let archive = try archive(storage, upTo: 2)
        let file = try StorageManager(archive: file, environment: .standing)
        let signed = try #require(try file.read { try $0.archiveLabel() }?.signed)
        #expect(signed.isGenuine && signed.publicKey == key.publicKey && signed.head == archive.head)
        #expect(try storage.lossInJournal() == nil)
        try storage.close()
        _ = try StorageManager(directory: place.path, environment: .standing, key: key)
    }

    // MARK: Refusals

    @Test(arguments: [
        "DELETE FROM journal WHERE sequence = 1", "DELETE FROM journal", "DELETE FROM journal_start",
        "UPDATE journal_start SET sequence = 3", "INSERT OR REPLACE INTO journal_start VALUES (1, 3, x'00', NULL)",
        "UPDATE journal_start SET sequence = 3, hash = (SELECT hash FROM journal WHERE sequence = 3)",
        "UPDATE payments SET archive = 1 WHERE id = 'pay-1'",
    ])
    func nothingElseTakesAnEntryOutOfTheJournal(_ sql: String) throws {
        let storage = try till(2)
        #expect(throws: DatabaseError.self) {
            try storage.onWriter { try $0.execute(sql: sql) }
        }
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    /// Each of these is also refused after years were archived.
    @Test(arguments: [
        "DELETE FROM journal WHERE sequence = 6", "UPDATE journal_start SET sequence = 1",
        "UPDATE journal_start SET sequence = 7, hash = (SELECT hash FROM journal WHERE sequence = 7)",
        "DELETE FROM payments WHERE id = 'pay-1'", "UPDATE payments SET idempotency_key = NULL WHERE id = 'pay-1'",
        "UPDATE payments SET archive = NULL WHERE id = 'pay-1'", "DELETE FROM paid_orders WHERE order_id = 1001",
    ])
    func whatIsKeptOfArchivedPaymentsStays(_ sql: String) throws {
        let storage = try till(4)
        try archive(storage, upTo: 2)
        #expect(throws: DatabaseError.self) {
            try storage.onWriter { try $0.execute(sql: sql) }
        }
    }

    @Test func aFileThatIsThereIsNotReplaced() throws {
        let storage = try till(3)
        try Data("mine".utf8).write(to: URL(filePath: file))
        let extent = ArchiveExtent(through: 5, days: [], before: Sample.later)
        #expect(throws: StorageError.refused(.archiveExists(file))) {
            try storage.draftArchive(of: extent, in: file, environment: .standing)
        }
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
        #expect(try storage.read { try $0.journalStart() } == .empty)
    }

    /// Another program takes the name after it was found to be free.
    @Test func aFileThatAppearsMeanwhileIsNotReplaced() throws {
        let storage = try till(3)
        let change = try storage.change()
        let extent = ArchiveExtent(through: 5, days: [], before: Sample.later)
        let draft = try storage.draftArchive(of: extent, in: file, environment: .standing)
        try Data("mine".utf8).write(to: URL(filePath: file))
        #expect(throws: StorageError.refused(.archiveExists(file))) {
            try storage.move(draft, since: change, by: nil, environment: .standing) { _ in }
        }
        #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))
        #expect(try storage.read { try $0.journalStart() } == .empty)
    }

    @Test func whoeverWritesMeanwhileKeepsEverythingWhereItIs() throws {
        let storage = try till(3)
        let head = try storage.read { try $0.journalHead() }
        let other = try place.open()
        let busy = StorageError.refused(.archiveInterrupted)
        var environment = Environment.standing
        let writes = Mutex(0)
        environment.reached = { step in
            guard step == "archive.named" else { return }
            writes.withLock { $0 += 1 }
            try? other.write { try $0.setSetting("by another", to: 1) }
        }
        #expect(throws: busy) { try archive(storage, upTo: 2, environment: environment) }
        #expect(writes.withLock { $0 } == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try storage.read { try $0.journalHead() } == head)
    }

    @Test func whatIsFoundInTheTransactionEndsIt() throws {
        let storage = try till(3)
        let refusal = Failure(ArchiveFailure.inUse, "A payment runs.", recovery: .retry)
        #expect(throws: StorageError.refused(refusal)) {
            try archive(storage, upTo: 2) { _ in throw refusal }
        }
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try storage.read { try $0.journalStart() } == .empty)
    }

    /// It is unknown what would be on the disk after a power cut. As long as the file stays, nothing is lost in either
    /// case.
    @Test func whereTheDiskFailsOverTheCommitTheFileStays() throws {
        let storage = try till(3)
        let whole = try storage.read { try $0.journalEntries(from: 1, limit: 99) }
        let observer = FailingCommit()
        var environment = Environment.standing
        environment.reached = { step in
            guard step == "archive.moving" else { return }
            observer.fails.withLock { $0 = true }
        }
        try storage.onWriter { $0.add(transactionObserver: observer) }
        #expect(throws: StorageError.self) { try archive(storage, upTo: 2, environment: environment) }
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(try storage.read { try $0.journalEntries(from: 1, limit: 99) } == whole)
        #expect(try JournalVerifier(storage).verify().isIntact)
        observer.fails.withLock { $0 = false }
        #expect(throws: StorageError.refused(.archiveExists(file)), "it is removed by who knows that it is needless") {
            try archive(storage, upTo: 2)
        }
    }

    // MARK: Tampering

    @Test func anArchiveThatIsGoneOrEditedIsNamed() throws {
        let storage = try till(3)
        try archive(storage, upTo: 2)
        let queue = try DatabaseQueue(path: file)
        try queue.writeWithoutTransaction { database in
            try database.execute(
                sql: "DROP TRIGGER journal_no_update; UPDATE journal SET payload = x'7b7d' WHERE sequence = 2")
        }
        try queue.close()
        #expect(try storage.examineArchives().map(\.condition) == [.changed])
        let edited = try StorageManager(archive: file, environment: .standing)
        #expect(try !JournalVerifier(edited).verify().isIntact)
        try edited.close()
        unlink(file)
        #expect(try storage.examineArchives().map(\.condition) == [.missing])
        #expect(try storage.archive(1) == nil)
        #expect(
            try JournalVerifier(storage).verify().isIntact, "the journal verifies from the last hash of the archive")
    }

    @Test(arguments: [
        "UPDATE payments SET idempotency_key = NULL WHERE id = 'pay-1'",
        "UPDATE payments SET amount_minor = 1 WHERE id = 'pay-2'", "DELETE FROM payments WHERE id = 'pay-2'",
        "DELETE FROM paid_orders WHERE order_id = 1001", "UPDATE payments SET archive = NULL WHERE id = 'pay-1'",
    ])
    func rowsThatSomebodyEditedAreNoticed(_ sql: String) throws {
        try {
            let storage = try till(3)
            try archive(storage, upTo: 2)
            try storage.close()
        }()
        try place.tamper("PRAGMA foreign_keys = OFF; " + sql)
        #expect(try place.open().examineArchives().map(\.keepsRows) == [false])
    }

    /// Someone removes the beginning, and no entry records an archive.
    @Test func aBeginningThatNoEntryTellsOfIsBroken() throws {
        try till(3).close()
        try place.tamper(
            """
            UPDATE journal_start SET sequence = 3, hash = (SELECT hash FROM journal WHERE sequence = 3);
            DELETE FROM journal WHERE sequence <= 3
            """)
        let verdict = try JournalVerifier(place.open()).verify()
        guard case .broken(3, let why, .removed) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(why.description.contains("does not tell that the entries before were archived"))
    }

    /// Reading a pipe or a device would never end.
    @Test(arguments: ["pipe", "text", "folder", "/dev/zero", "till.sqlite"])
    func whatIsNoArchiveIsToldSo(name: String) throws {
        let file = name.hasPrefix("/") ? name : place.path + "/" + name
        switch name {
        case "pipe": #expect(mkfifo(file, 0o600) == 0)
        case "text": try Data("hello".utf8).write(to: URL(filePath: file))
        case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        case "till.sqlite":
            try StorageManager(directory: place.path, environment: .standing).close()
        default: break
        }
        #expect(throws: StorageError.refused(.notAnArchive(file))) {
            try StorageManager(archive: file, environment: .standing)
        }
    }

    @Test func anArchiveThatIsMissingIsNamed() {
        #expect(throws: StorageError.missing(.archive, id: file)) {
            try StorageManager(archive: file, environment: .standing)
        }
    }

    @Test func aPipeInThePlaceOfAnArchiveIsNotWaitedFor() throws {
        let pipe = place.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: StorageError.refused(.notAnArchive(pipe))) { try StorageManager.sha256(of: pipe) }
    }

    @Test func roomIsGivenBack() throws {
        let storage = try till(60)
        try archive(storage, upTo: 55)
        try storage.close()
        let room = StorageManager.giveRoomBack(in: place.path)
        #expect(room.obstacle == nil && room.after < room.before, "\(room)")
        let next = try place.open()
        #expect(try JournalVerifier(next).verify().isIntact)
        #expect(try next.read { try $0.recentPayments(limit: 2) }.map(\.id.rawValue) == ["pay-60", "pay-59"])
    }

    @Test func roomIsNotGivenBackWhileAnotherProcessHasTheData() throws {
        let storage = try till(60)
        try archive(storage, upTo: 55)
        let room = StorageManager.giveRoomBack(in: place.path)
        #expect(room.obstacle?.code == "archive.roomInUse" && room.bytes == 0)
        #expect(try JournalVerifier(storage).verify().isIntact)
    }
}

/// A disk that fails when a transaction is to become durable.
private final class FailingCommit: TransactionObserver, Sendable {
    let fails = Mutex(false)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) {}
    func databaseDidRollback(_ database: Database) {}
    func databaseWillCommit() throws {
        if fails.withLock({ $0 }) { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    }
}
