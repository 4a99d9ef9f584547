import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// Files that something other than Till has changed. Every damage is named, nothing is modified, and no older entry is
/// lost.
@Suite struct DamageTests {
    private let place: TemporaryDirectory
    private static let facts = 50

    init() throws { place = try TemporaryDirectory() }

    // MARK: A closed database

    @Test(arguments: [1, 99, 100, 4_095, 4_096, 4_097, 20_000, -4_096])
    func aFileCutOffIsNamedAndLeftAlone(_ length: Int) throws {
        let whole = try closedDatabase()
        let rest = whole.prefix(length > 0 ? length : whole.count + length)
        try rest.write(to: database)
        var isFound = false
        do { isFound = try !lookAtAll() } catch { isFound = error is StorageError }
        #expect(isFound)
        #expect(try Data(contentsOf: database) == rest)
    }

    /// The bit may be in unused space or in a cache without consequence. In the journal it is found.
    @Test func aFlippedBitAnywhereIsNamedOrHarmless() throws {
        let whole = try closedDatabase()
        var random = SeededGenerator(seed: 0xF11B)
        var found = 0
        for _ in 0..<200 {
            var bytes = whole
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try bytes.write(to: database)
            do {
                if try !lookAtAll() { found += 1 }
            } catch let error as StorageError {
                found += 1
                #expect(
                    ["storage.corrupt", "storage.newerVersion", "storage.olderJournal"].contains(error.code),
                    "bit of byte \(place)")
            }
        }
        #expect(found > 5)
    }

    @Test(arguments: [0, 18, 105]) func stripeTerminalAndroid731_whatIsRefusedIsLeftAlone(_ place: Int) throws {
        var bytes = try closedDatabase()
        for place in place..<place + 4 { bytes[place] ^= 0xA5 }
        try bytes.write(to: database)
        #expect(throws: StorageError.self) { try self.place.open() }
        #expect(try Data(contentsOf: database) == bytes)
    }

    @Test func aDirectoryInItsPlaceIsNamed() throws {
        try FileManager.default.createDirectory(at: database, withIntermediateDirectories: true)
        let error = try #require(throws: StorageError.self) { try place.open() }
        #expect(error == .cannotOpen(path: place.path, reason: "is a directory"))
    }

    // MARK: A database whose till was killed

    @Test func aDatabaseThatLostItsFileButNotItsLogIsNamedAndTheLogStays() throws {
        let killed = try killedTill()
        try Data().write(to: killed.database)
        let log = try Data(contentsOf: killed.log)
        let error = try #require(throws: StorageError.self) { try killed.place.open() }
        #expect(error.code == "storage.corrupt")
        #expect(try Data(contentsOf: killed.log) == log)
    }

    /// This applies if nothing outside of the database records its state; see `HeadFileTests`.
    @Test func withoutItsLogADatabaseIsAnEarlierOne() throws {
        let killed = try killedTill()
        try FileManager.default.removeItem(at: killed.log)
        try expectAPrefix(killed.place)
    }

    @Test func aDamagedLogCountsAsFarAsItIsWhole() throws {
        var random = SeededGenerator(seed: 0x10C)
        for _ in 0..<20 {
            let killed = try killedTill()
            var log = try Data(contentsOf: killed.log)
            log[Int.random(in: 0..<log.count, using: &random)] ^= 0x10
            try log.write(to: killed.log)
            try expectAPrefix(killed.place)
        }
    }

    @Test func anIndexOfTheLogThatIsOutOfDateLosesNothing() throws {
        let killed = try killedTill()
        let index = killed.place.path + "/till.sqlite-shm"
        try Data(repeating: 0xA5, count: 32_768).write(to: URL(filePath: index))
        #expect(try facts(in: try killed.place.open()) == Self.facts)
    }

    /// The till was killed while it created the database. SQLite has a transaction to roll back, which a read-only
    /// connection cannot do.
    @Test func aTillThatWasKilledOverItsFirstStartStartsTheNextTime() throws {
        let halfway = try TemporaryDirectory()
        try copyHalfway(to: halfway.path)
        let storage = try halfway.open()
        try storage.checkReady()
        #expect(try facts(in: storage) == 0)
    }

    /// The till was killed before that, and its unfinished file has another name.
    @Test func whatAKilledTillHadBegunToMakeIsMadeAnew() throws {
        let begun = try TemporaryDirectory()
        for ending in [".new", ".new-journal"] {
            try Data(repeating: 0xA5, count: 5000).write(to: URL(filePath: begun.file + ending))
        }
        let storage = try begun.open()
        try storage.checkReady()
        #expect(try facts(in: storage) == 0)
        try storage.close()
        let left = try FileManager.default.contentsOfDirectory(atPath: begun.path)
        #expect(left == ["till.sqlite"], "\(left)")
    }

    /// Till never creates an empty file in the place of the database.
    @Test(arguments: [0, 100])
    func anEmptyOrCutOffDatabaseIsNoNewOne(bytes: Int) throws {
        let emptied = try TemporaryDirectory()
        let contents = Data(repeating: 0x53, count: bytes)
        try contents.write(to: URL(filePath: emptied.file))
        for open in [emptied.open, { try StorageManager(readingOnly: emptied.path, environment: .standing) }] {
            let error = try #require(throws: StorageError.self) { try open() }
            #expect(error.code == "storage.corrupt")
        }
        #expect(try Data(contentsOf: URL(filePath: emptied.file)) == contents)
        #expect(try FileManager.default.contentsOfDirectory(atPath: emptied.path) == ["till.sqlite"])
    }

    /// The link stands for a disk that is not mounted.
    @Test func aLinkThatLeadsNowhereIsNotReplaced() throws {
        let linked = try TemporaryDirectory()
        let files = FileManager.default
        try files.createSymbolicLink(atPath: linked.file, withDestinationPath: "/nowhere/till.sqlite")
        let error = try #require(throws: StorageError.self) { try linked.open() }
        #expect(error.code == "storage.cannotOpen")
        #expect(try files.destinationOfSymbolicLink(atPath: linked.file) == "/nowhere/till.sqlite")
    }

    /// Copies a database file that holds a part of a transaction, together with the journal that rolls it back.
    private func copyHalfway(to directory: String) throws {
        try DatabaseQueue(path: place.path + "/till.sqlite").writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA cache_size = 1; CREATE TABLE begun (text TEXT); BEGIN IMMEDIATE")
            let text = String(repeating: "x", count: 3000)
            for _ in 1...100 { try database.execute(sql: "INSERT INTO begun VALUES (?)", arguments: [text]) }
            for name in ["till.sqlite", "till.sqlite-journal"] {
                try FileManager.default.copyItem(atPath: "\(place.path)/\(name)", toPath: "\(directory)/\(name)")
            }
            try database.execute(sql: "ROLLBACK")
        }
    }

    // MARK: Read-only access

    @Test func whatCanOnlyBeReadIsReadAndNotWritten() throws {
        _ = try closedDatabase()
        let before = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        let storage = try StorageManager(readingOnly: place.path, environment: .standing)
        #expect(try facts(in: storage) == Self.facts)
        #expect(throws: StorageError.readOnly) { try fill(storage, 1) }
        #expect(throws: StorageError.readOnly) { try storage.checkReady() }
        #expect(try storage.settings().isDurable)
        try storage.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == before)
    }

    /// As on a disk that is mounted read-only: the log is there, and its index can neither be used nor created.
    @Test func aKilledTillsLastFactsAreReadWhereTheIndexOfTheLogCannotBeMade() throws {
        let killed = try killedTill()
        let index = killed.place.path + "/till.sqlite-shm"
        try? FileManager.default.removeItem(atPath: index)
        try FileManager.default.createDirectory(atPath: index, withIntermediateDirectories: true)
        let storage = try StorageManager(readingOnly: killed.place.path, environment: .standing)
        #expect(try facts(in: storage) == Self.facts)
    }

    @Test func whereThereIsNothingThereIsNothingToRead() throws {
        let error = try #require(throws: StorageError.self) {
            try StorageManager(readingOnly: place.path, environment: .standing)
        }
        #expect(error.code == "storage.cannotOpen")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test func aDatabaseOfALaterReleaseIsNotReadEither() throws {
        try place.open().close()
        try place.tamper("INSERT INTO grdb_migrations VALUES ('2099')")
        #expect(throws: StorageError.newerVersion(schema: "2099", release: Release.version)) {
            try StorageManager(readingOnly: place.path, environment: .standing)
        }
    }

    @Test func anOlderDatabaseIsNotBroughtUpToDateByReadingIt() throws {
        try place.open().close()
        try place.tamper("DELETE FROM grdb_migrations")
        let before = try Data(contentsOf: database)
        #expect(throws: StorageError.olderVersion) {
            try StorageManager(readingOnly: place.path, environment: .standing)
        }
        #expect(try Data(contentsOf: database) == before)
    }

    @Test func aLogWithoutItsDatabaseIsDamagedForAReaderToo() throws {
        let killed = try killedTill()
        try FileManager.default.removeItem(atPath: killed.place.file)
        let error = try #require(throws: StorageError.self) {
            try StorageManager(readingOnly: killed.place.path, environment: .standing)
        }
        #expect(error.code == "storage.corrupt")
    }

    // MARK: Helpers

    private var database: URL { URL(filePath: place.file) }

    private func closedDatabase() throws -> Data {
        let storage = try place.open()
        try fill(storage, Self.facts)
        try storage.close()
        return try Data(contentsOf: database)
    }

    /// Examines everything and returns whether the journal is intact. Throws if it cannot be read.
    @discardableResult
    private func lookAtAll() throws -> Bool {
        let storage = try place.open()
        try storage.checkIntegrity()
        let verdict = try JournalVerifier(storage).verify()
        try storage.close()
        return verdict.isIntact
    }

    private struct KilledTill {
        let place: TemporaryDirectory
        var database: URL { URL(filePath: place.file) }
        var log: URL { URL(filePath: place.file + "-wal") }
    }

    /// The files of a till that is killed: copied while it works.
    private func killedTill() throws -> KilledTill {
        let alive = try TemporaryDirectory()
        let killed = KilledTill(place: try TemporaryDirectory())
        let storage = try alive.open()
        try fill(storage, Self.facts)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: alive.file + ending, toPath: killed.place.file + ending)
        }
        try storage.close()
        return killed
    }

    private func facts(in storage: StorageManager) throws -> Int {
        guard case .intact(let count, _) = try JournalVerifier(storage).verify() else { return -1 }
        return Int(count)
    }

    /// The database opens, verifies, and has nothing that was not written.
    private func expectAPrefix(_ place: TemporaryDirectory) throws {
        #expect((0...Self.facts).contains(try facts(in: place.open())))
    }
}
