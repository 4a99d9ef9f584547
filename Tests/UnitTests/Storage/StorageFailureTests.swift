import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

@Suite struct StorageFailureTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    @Test func aFullDiskIsNamedAndNothingIsLost() throws {
        let storage = try place.open()
        try fill(storage, 3)
        try limitPages(storage, to: 1)
        let error = try #require(throws: StorageError.self) {
            try storage.write { try $0.append(kind: "big", payment: nil, payload: Data(count: 100_000)) }
        }
        #expect(error == .diskFull)
        #expect(error.failure.code == "storage.diskFull")
        #expect(try JournalVerifier(storage).verify().isIntact)
        #expect(try storage.read { try $0.journalHead().sequence } == 3)
    }

    @Test func afterAFullDiskWritingGoesOnAsSoonAsThereIsRoom() throws {
        let storage = try place.open()
        try limitPages(storage, to: 1)
        #expect(throws: StorageError.diskFull) {
            try storage.write { try $0.append(kind: "big", payment: nil, payload: Data(count: 100_000)) }
        }
        try limitPages(storage, to: 1_000_000)
        try fill(storage, 1)
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    @Test func aDiskThatMayOnlyBeReadIsNamed() throws {
        let storage = try place.open()
        try storage.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(throws: StorageError.readOnly) { try fill(storage, 1) }
    }

    @Test func aReaderCannotWrite() throws {
        let storage = try place.open()
        #expect(throws: StorageError.readOnly) {
            try storage.read { reader in try (reader as? any StorageTransaction)?.setSetting("a", to: 1) }
        }
    }

    @Test func anotherProcessThatKeepsTheLockMakesItBusy() throws {
        let storage = try StorageManager(
            directory: place.path, environment: .standing,
            patience: StorageManager.Patience(database: .milliseconds(20)), acceptsAnyJournal: false)
        let other = try DatabaseQueue(path: place.file)
        let error = try other.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            defer { try? database.execute(sql: "ROLLBACK") }
            return try #require(throws: StorageError.self) { try fill(storage, 1) }
        }
        #expect(error.code == "storage.busy")
        #expect(error.failure.recovery == .retry)
        try fill(storage, 1)
    }

    @Test func aDatabaseOfALaterReleaseIsLeftAlone() throws {
        _ = try place.open()
        try place.tamper("INSERT INTO grdb_migrations VALUES ('2099')")
        let before = try Data(contentsOf: URL(filePath: place.file))
        #expect(throws: StorageError.newerVersion(schema: "2099", release: Release.version)) { try place.open() }
        #expect(try Data(contentsOf: URL(filePath: place.file)) == before)
    }

    @Test(arguments: [0, 24, 100, 4096, 5000])
    func aDamagedFileIsNamedAndLeftAlone(from offset: Int) throws {
        try fill(try place.open(), 50)
        var bytes = try Data(contentsOf: URL(filePath: place.file))
        let damage = Data(repeating: 0xA5, count: 9000)
        bytes.replaceSubrange(offset..<offset + damage.count, with: damage)
        try bytes.write(to: URL(filePath: place.file))
        let error = try #require(throws: StorageError.self) {
            let storage = try place.open()
            try storage.checkIntegrity()
        }
        #expect(error.code == "storage.corrupt")
        #expect(try Data(contentsOf: URL(filePath: place.file)) == bytes)
    }

    @Test func aSoundDatabasePassesTheCheck() throws {
        let storage = try place.open()
        try fill(storage, 50)
        try storage.checkIntegrity()
    }

    @Test func aDirectoryThatCannotBeIsNamedWithTheReason() throws {
        try Data().write(to: URL(filePath: place.path + "/file"))
        let error = try #require(throws: StorageError.self) {
            try StorageManager(directory: place.path + "/file/data", environment: .standing)
        }
        #expect(error == .cannotOpen(path: place.path + "/file/data", reason: "not a directory"))
        #expect(error.failure.remedy?.contains("--data") == true)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere; run this as another user"))
    func aDirectoryOfSomeoneElseIsNamedWithTheReason() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: place.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.path) }
        let error = try #require(throws: StorageError.self) { try place.open() }
        #expect(error == .cannotOpen(path: place.path, reason: "permission denied"))
    }

    @Test(arguments: [
        (ResultCode.SQLITE_FULL, "storage.diskFull"), (.SQLITE_READONLY_DBMOVED, "storage.readOnly"),
        (.SQLITE_CORRUPT_INDEX, "storage.corrupt"), (.SQLITE_NOTADB, "storage.corrupt"), (.SQLITE_BUSY, "storage.busy"),
        (.SQLITE_CANTOPEN, "storage.cannotOpen"), (.SQLITE_IOERR_FSYNC, "storage.system"),
        (.SQLITE_IOERR_SHMSIZE, "storage.diskFull"), (.SQLITE_CONSTRAINT_TRIGGER, "storage.conflict"),
    ])
    func sqliteSpeaksThroughItsCodes(result: ResultCode, code: String) {
        let error = StorageError(DatabaseError(resultCode: result, message: "m"))
        #expect(error.code == code)
        #expect(error.failure.sentence.hasSuffix("."))
    }

    private func limitPages(_ storage: StorageManager, to more: Int) throws {
        try storage.database.writeWithoutTransaction { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + more)")
        }
    }
}
