import Failures
import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

@Suite struct StorageManagerTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    @Test func everyCommitIsSynced() throws {
        let storage = try place.open()
        let settings = try storage.database.writeWithoutTransaction { database in
            try ["synchronous", "journal_mode", "foreign_keys"].map {
                try String.fetchOne(database, sql: "PRAGMA \($0)")
            }
        }
        #expect(settings == ["2", "wal", "1"])
        try storage.checkReady()
    }

    @Test func aLooserSettingIsNotReady() throws {
        let storage = try place.open()
        try storage.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        let error = try #require(throws: StorageError.self) { try storage.checkReady() }
        #expect(error.code == "storage.cannotOpen")
    }

    /// A service would take payments into files that nobody finds again.
    @Test func aDatabaseThatWasMovedAwayOrReplacedIsNotReady() throws {
        let storage = try place.open()
        try fill(storage, 1)
        try storage.checkReady()
        let (files, former) = (FileManager.default, place.path + ".former")
        try files.moveItem(atPath: place.path, toPath: former)
        defer { try? files.removeItem(atPath: former) }
        for isThere in [false, true] {
            if isThere { try files.createDirectory(atPath: place.path, withIntermediateDirectories: false) }
            let error = try #require(throws: StorageError.self) { try storage.checkReady() }
            #expect(error.code == "storage.cannotOpen" && error.failure.sentence.contains("moved away or replaced"))
        }
        try files.copyItem(atPath: former + "/till.sqlite", toPath: place.path + "/till.sqlite")
        #expect(throws: StorageError.self) { try storage.checkReady() }
        try files.removeItem(atPath: place.path)
        try files.moveItem(atPath: former, toPath: place.path)
        try storage.checkReady()
    }

    @Test func nothingIsWrittenOnceTheDataWereReplaced() throws {
        let storage = try place.open()
        try fill(storage, 1)
        _ = try storage.write(.withNext) { try $0.append(kind: "test.late", payment: nil, payload: Data("{}".utf8)) }
        let (files, former) = (FileManager.default, place.path + ".former")
        try files.moveItem(atPath: place.path, toPath: former)
        defer { try? files.removeItem(atPath: former) }
        try files.createDirectory(atPath: place.path, withIntermediateDirectories: false)
        let error = try #require(throws: StorageError.self) { try fill(storage, 1) }
        #expect(error.code == "storage.cannotOpen" && error.failure.sentence.contains("moved away or replaced"))
        try storage.sync()
        try storage.close()
        #expect(try files.contentsOfDirectory(atPath: place.path).isEmpty, "no file of ours in what is not ours")
    }

    @Test func onlyTheOwnerMayReadWhatIsStored() throws {
        let directory = place.path + "/new/data"
        let storage = try StorageManager(directory: directory, environment: .standing)
        try fill(storage, 1)
        #expect(try mode(directory) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(directory + "/till.sqlite" + suffix) == 0o600) }
    }

    @Test func aFileThatOthersCouldReadIsClosedToThem() throws {
        _ = try place.open()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.file)
        _ = try place.open()
        #expect(try mode(place.file) == 0o600)
    }

    /// Someone who can write to the directory could replace the journal.
    @Test func aDirectoryThatAnybodyMayWriteToIsRefused() throws {
        #expect(chmod(place.path, 0o777) == 0)
        let error = try #require(throws: StorageError.self) { try place.open() }
        #expect(error.code == "storage.cannotOpen" && "\(error)".contains("others may write to it"))
        #expect(!FileManager.default.fileExists(atPath: place.file))
        #expect(chmod(place.path, 0o755) == 0)
        _ = try place.open()
    }

    @Test func rightsAreNotChangedThroughALink() throws {
        _ = try place.open()
        let elsewhere = try TemporaryDirectory()
        let target = elsewhere.path + "/other"
        try Data("x".utf8).write(to: URL(fileURLWithPath: target))
        #expect(chmod(target, 0o644) == 0)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: place.file + suffix)
            #expect(symlink(target, place.file + suffix) == 0)
        }
        _ = try? place.open()
        #expect(try mode(target) == 0o644)
    }

    @Test func whatWasWrittenIsThereAfterOpeningAgain() throws {
        try place.open().write { try $0.setSetting("printer", to: "file:/tmp/p") }
        #expect(try place.open().read { try $0.setting("printer", as: String.self) } == "file:/tmp/p")
    }

    @Test func closingLeavesOneFile() throws {
        let storage = try place.open()
        try fill(storage, 3)
        try storage.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == ["till.head", "till.sqlite"])
        #expect(throws: StorageError.self) { try fill(storage, 1) }
        #expect(try JournalVerifier(try place.open()).verify().isIntact)
    }

    @Test func anAbandonedTransactionLeavesNothing() throws {
        let storage = try place.open()
        let refusal = Failure(OrderFailure.alreadyPaid, "The order is paid.", recovery: .giveUp)
        let error = try #require(throws: StorageError.self) {
            try storage.write { transaction in
                try transaction.setSetting("a", to: 1)
                throw refusal
            }
        }
        #expect(error == .refused(refusal))
        #expect(error.failure == refusal)
        #expect(try storage.read { try $0.settingKeys() }.isEmpty)
    }

    @Test func twoConnectionsThatWriteAtOnceTakeTurns() async throws {
        let storages = [try place.open(), try place.open()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for storage in storages { group.addTask { try fill(storage, 100) } }
            try await group.waitForAll()
        }
        let entries = try storages[0].read { try $0.journalEntries(from: 1, limit: 1000) }
        #expect(entries.map(\.sequence) == Array(1...200))
        #expect(try JournalVerifier(storages[1]).verify().isIntact)
    }

    @Test func manyWhoOpenANewDirectoryAtOnceAllSucceed() async throws {
        let path = place.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { try fill(try StorageManager(directory: path, environment: .standing), 1) }
            }
            try await group.waitForAll()
        }
        #expect(try place.open().read { try $0.journalHead().sequence } == 6)
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
