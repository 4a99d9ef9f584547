import Foundation
import Model
import Testing

@testable import Storage

/// The data directory as the file system sees it.
@Suite struct DataDirectoryTests {
    private let place: TemporaryDirectory
    private var directory: DataDirectory { DataDirectory(path: place.path) }

    init() throws { place = try TemporaryDirectory() }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: place.path + "/" + name) }

    private func write(_ name: String, _ count: Int) throws {
        try Data(repeating: 0x41, count: count).write(to: URL(filePath: place.path + "/" + name))
    }

    @Test func directoriesAboveItAreMadeAndAreTheirOwnersAlone() throws {
        let deep = DataDirectory(path: place.path + "/a/b/c")
        try deep.prepare()
        for path in ["/a", "/a/b", "/a/b/c"] {
            let rights = try FileManager.default.attributesOfItem(atPath: place.path + path)[.posixPermissions]
            #expect(rights as? Int == 0o700)
        }
        try deep.prepare()
        #expect(throws: StorageError.cannotOpen(path: "", reason: "no such file or directory")) {
            try DataDirectory(path: "").prepare()
        }
    }

    @Test func whatALostDatabaseLeavesIsStillATill() throws {
        #expect(directory.hasNoTill && DataDirectory(path: place.path + "/missing").hasNoTill)
        for name in ["till.sqlite", "till.sqlite-wal", "till.head"] {
            try write(name, 1)
            #expect(!directory.hasNoTill, "\(name)")
            unlink(place.path + "/" + name)
        }
        try write("file", 1)
        #expect(!DataDirectory(path: place.path + "/file").hasNoTill, "a file is refused elsewhere, as no directory")
    }

    @Test func whatTillKeepsIsKnownUnderEveryName() throws {
        let (own, manager) = (OwnFiles(in: place.path), FileManager.default)
        try manager.createDirectory(atPath: place.path + "/credentials", withIntermediateDirectories: false)
        for name in ["till.head", "credentials/shop-1", "note"] { try write(name, 700) }
        let elsewhere = try TemporaryDirectory()
        defer { withExtendedLifetime(elsewhere) {} }
        let outside = elsewhere.path
        try manager.createSymbolicLink(atPath: outside + "/folder", withDestinationPath: place.path)
        try manager.createSymbolicLink(atPath: outside + "/new", withDestinationPath: place.path + "/till.sqlite-wal")
        try manager.linkItem(atPath: place.path + "/credentials/shop-1", toPath: outside + "/hard")
        for path in [
            place.path + "/till.head", place.path + "/archive-1.jsonl", place.path + "/credentials/new",
            place.path + "/credentials/../till.head", outside + "/folder/till.head", outside + "/new",
            outside + "/hard",
        ] {
            #expect(own.contains(path), "\(path)")
        }
        #expect(OwnFiles(in: place.path + "/credentials/..").contains(place.path + "/archive-1.jsonl"))
        for path in [place.path + "/note", place.path + "/paper/page.png", outside + "/till.head", "/dev/null"] {
            #expect(!own.contains(path), "\(path)")
        }
    }

    @Test func whatAnotherTillKeepsAndEveryDatabaseAreKnownToo() throws {
        let own = OwnFiles(in: nil)
        #expect(!own.contains(place.path + "/locks/service.lock"))
        try write("till.sqlite", 700)
        #expect(own.contains(place.path + "/till.sqlite") && own.contains(place.path + "/locks/service.lock"))
        try Data("SQLite format 3\0and more".utf8).write(to: URL(filePath: place.path + "/copy"))
        #expect(own.contains(place.path + "/copy") && !own.contains(place.path + "/receipt.txt"))
    }

    @Test func aDatabaseHasItsNameOnceItIsFilled() throws {
        var unfinished = ""
        try directory.prepareDatabase { name in
            unfinished = name
            #expect(!exists("till.sqlite"))
            try Data(repeating: 0x41, count: 700).write(to: URL(filePath: name))
        }
        #expect(unfinished == place.path + "/till.sqlite.new")
        #expect(exists("till.sqlite") && !exists("till.sqlite.new"))
        try directory.prepareDatabase { _ in Issue.record("it is there already") }
    }

    @Test func aDatabaseThatCouldNotBeFilledLeavesNothing() throws {
        for name in ["till.sqlite.new", "till.sqlite.new-wal", "till.sqlite.new-journal", "till.sqlite.new-shm"] {
            try write(name, 3)
        }
        #expect(throws: StorageError.diskFull) {
            try directory.prepareDatabase { _ in throw StorageError.diskFull }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    @Test func aFolderInThePlaceOfTheUnfinishedDatabaseIsNamed() throws {
        let folder = place.path + "/till.sqlite.new"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(throws: StorageError.cannotOpen(path: place.path, reason: "file exists")) {
            try directory.prepareDatabase { _ in Issue.record("nothing can be filled") }
        }
    }

    @Test(
        arguments: [
            (0, nil, "till.sqlite is empty"), (1, nil, "till.sqlite is cut off"), (511, nil, "till.sqlite is cut off"),
            (0, 8, "till.sqlite is empty or missing, and its log till.sqlite-wal is not"),
            (nil, 8, "till.sqlite is empty or missing, and its log till.sqlite-wal is not"),
        ] as [(Int?, Int?, String)])
    func remainsOfADatabaseAreRefused(_ size: Int?, _ log: Int?, _ reason: String) throws {
        if let size { try write("till.sqlite", size) }
        if let log { try write("till.sqlite-wal", log) }
        #expect(throws: StorageError.corrupt(reason: Sentence(stored: reason))) { try directory.refuseRemains() }
    }

    @Test(arguments: [(512, nil), (512, 8), (nil, nil), (nil, 0)] as [(Int?, Int?)])
    func whatMayBeADatabaseOrNothingIsNotRefused(_ size: Int?, _ log: Int?) throws {
        if let size { try write("till.sqlite", size) }
        if let log { try write("till.sqlite-wal", log) }
        try directory.refuseRemains()
    }

    @Test func aHeadWithoutADatabaseIsALoss() throws {
        try directory.refuseLoss()
        try directory.head.make(.empty)
        try directory.refuseLoss()
        try directory.head.make(JournalHead(sequence: 1, hash: Data(count: 32)))
        #expect(throws: StorageError.olderJournal(reason: "till.sqlite is missing, and till.head knows entry 1")) {
            try directory.refuseLoss()
        }
        try write("till.head", 3)
        #expect(throws: StorageError.olderJournal(reason: "till.sqlite is missing, and till.head is not")) {
            try directory.refuseLoss()
        }
        try write("till.sqlite", 3)
        try directory.refuseLoss()
    }

    @Test func aCopyIsGoneOnceItWasReadAndAlsoAfterAFailure() throws {
        struct Enough: Error {}
        try write("till.sqlite", 5)
        try write("till.sqlite-wal", 7)
        var folder = ""
        let sizes = try directory.withCopy { copy in
            folder = (copy as NSString).deletingLastPathComponent
            return try [copy, copy + "-wal"].map { try Data(contentsOf: URL(filePath: $0)).count }
        }
        #expect(sizes == [5, 7])
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(throws: Enough.self) {
            try directory.withCopy { copy in
                folder = (copy as NSString).deletingLastPathComponent
                throw Enough()
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func theIndexOfALogIsThereWhileADatabaseIsUsed() throws {
        #expect(!directory.hasIndexOfLog)
        try write("till.sqlite-shm", 0)
        #expect(!directory.hasIndexOfLog)
        try write("till.sqlite-shm", 1)
        #expect(directory.hasIndexOfLog)
    }

    @Test func aPaymentNeedsFourMegabytesOfRoom() throws {
        #expect(DataDirectory.leastFreeBytes == 4_194_304)
        try directory.checkRoom()
        #expect(throws: StorageError.self) { try DataDirectory(path: place.path + "/nowhere").checkRoom() }
    }

    @Test(
        arguments: [
            ("wal", 2, true, true), ("delete", 2, true, false), ("wal", 1, true, false), ("wal", 2, false, false),
            ("wal", 3, true, false),
        ] as [(String, Int, Bool, Bool)])
    func onlyALogThatIsSyncedAtEachCommitIsDurable(_ mode: String, _ level: Int, _ keys: Bool, _ isDurable: Bool) {
        let settings = DatabaseSettings(journalMode: mode, synchronous: level, foreignKeys: keys, schema: "5")
        #expect(settings.isDurable == isDurable)
    }

    // MARK: Locks as sentences

    @Test func aHeldLockSaysWhatIsLockedByWhomAndForHowLong() {
        let holder = LockHolder(process: 4711, command: "till pay")
        let directory = HeldLock(kind: .directory, path: "/d", holder: holder, longestWait: .milliseconds(9100))
        #expect(
            directory.waiting.description
                == "waiting for the data directory /d, locked by till pay, process 4711; at most 10 seconds")
        #expect(
            StorageError.busy(directory).failure.sentence
                == "The data directory /d has been locked by till pay, process 4711 for more than 10 seconds.")
        let database = HeldLock(kind: .database, path: "/d", holder: nil, longestWait: .seconds(5))
        #expect(
            database.waiting.description
                == "waiting for the database in /d, locked by another process; at most 5 seconds")
        #expect(
            StorageError.busy(database).failure.sentence
                == "The database in /d has been locked by another process for more than 5 seconds.")
        #expect(LockHolder(process: 7, command: nil).inWords.description == "process 7")
    }

    /// The bits of the major and minor number are spread over a device number (makedev(3)).
    @Test(
        arguments: [
            (0x0801, "08:01"), (0xFFF00, "fff:00"), (0x00FF, "00:ff"), (0x10_0002, "00:102"),
            (0xFFF0_0F0F, "0f:fff0f"), (0x1F_FFFF, "fff:1ff"),
        ] as [(Int, String)])
    func aDeviceIsNamedAsTheKernelsTableDoes(_ number: Int, _ name: String) {
        #expect(LockHolder.device(dev_t(number)) == name)
    }

    @Test func aLockIsWaitedForAsLongAsTheManualSays() {
        #expect(StorageManager.longestWait == .seconds(5))
        #expect(DataDirectory.longestWait == .seconds(10))
        #expect(LockPatience.silence == .seconds(2))
        #expect(HeadKeeper.mostUnsynced == 100)
    }
}
