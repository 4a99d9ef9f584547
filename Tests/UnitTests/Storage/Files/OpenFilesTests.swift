import Failures
import Flow
import Foundation
import Glibc
import Model
import Testing

@testable import Storage

/// What is opened is closed again, and a directory is synced once a file in it has its name.
@Suite struct OpenFilesTests {
    private let place: TemporaryDirectory
    private var path: String { place.path }

    init() throws { place = try TemporaryDirectory() }

    // MARK: Closing

    /// The files below the directory that this process has open.
    private func left() -> [String] {
        let files = FileManager.default
        let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.compactMap { try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .filter { $0.hasPrefix(path) }
    }

    private func expectClosed(
        _ what: String, at location: SourceLocation = #_sourceLocation, after step: () throws -> Void
    ) rethrows {
        try step()
        #expect(left() == [], "\(what)", sourceLocation: location)
    }

    @Test func noFileStaysOpenOnceItWasReadOrWritten() throws {
        let (key, head, credentials) = (path + "/key", HeadFile(in: path), CredentialFiles(directory: path))
        try expectClosed("a key") { try JournalKey().write(to: key) }
        try expectClosed("a key that is read") { _ = try JournalKey(file: key) }
        expectClosed("another kind of key") { _ = try? JournalPublicKey(file: key) }
        expectClosed("a key that is there") { _ = try? JournalKey().write(to: key) }
        try expectClosed("a head") { try head.make(.empty) }
        try expectClosed("a head that is read") { _ = try head.read() }
        try expectClosed("a head in its place") { try head.write(.empty, syncs: true) }
        try expectClosed("credentials") { try credentials.write([1], named: "a") }
        try expectClosed("credentials that are read") { _ = try credentials.read(named: "a") }
        chmod(path + "/credentials/a", 0o644)
        expectClosed("credentials that others may read") { _ = try? credentials.read(named: "a") }
        try expectClosed("credentials that are removed") { try credentials.remove(named: "a") }
        try expectClosed("a copy") { _ = try BackupFiles.copy(key, to: path + "/copy", limit: 9) }
        expectClosed("a copy that is there") { _ = try? BackupFiles.copy(key, to: path + "/copy", limit: 9) }
        expectClosed("a copy of a folder") { _ = try? BackupFiles.copy(path, to: path + "/other", limit: 9) }
        try expectClosed("a hash") { _ = try StorageManager.sha256(of: key) }
        expectClosed("a hash of a folder") { _ = try? StorageManager.sha256(of: path) }
        expectClosed("a mark") { _ = RegularFile.begins(key, with: [1]) }
    }

    @Test func noLockStaysOpenOnceItIsReleased() throws {
        let locks = FileDeviceLocks(directory: path)
        try expectClosed("a lock") { _ = try locks.claim("a")?.release() }
        try expectClosed("a lock that is taken") {
            let taken = try locks.claim("a")
            #expect(try taken != nil && locks.claim("a") == nil)
            taken?.release()
        }
        try expectClosed("a service") { try ServiceLock.own(path, now: Sample.time).release() }
        try expectClosed("a command") { try ServiceLock.share(path).release() }
        try expectClosed("a command beside a service") {
            let service = try ServiceLock.own(path, now: Sample.time)
            #expect(throws: Failure.self) { try ServiceLock.share(path) }
            service.release()
        }
    }

    @Test func noFileStaysOpenOnceTheDataWereClosed() throws {
        let (data, backup, tar) = (path + "/data", path + "/backup", path + "/backup.tar")
        func restore(_ source: String, into directory: String) throws {
            _ = try DataRestore(in: path + "/" + directory, key: nil, environment: .standing)
                .run(from: source) { _, _ in }
        }
        try expectClosed("a till and its backup") {
            let storage = try StorageManager(directory: data, environment: .standing)
            try storage.enrol(.standing)
            try fill(storage, 1)
            let manifest = try storage.backUp(into: backup, environment: .standing)
            var archive: [UInt8] = []
            _ = try BackupStream.write(manifest, in: backup) { chunk in
                archive += chunk
                return nil
            }
            _ = try BackupChunks(manifest, in: backup).next()
            try Data(archive).write(to: URL(filePath: tar))
            try storage.close()
        }
        try expectClosed("data that are read") {
            try StorageManager(readingOnly: data, environment: .standing).close()
        }
        expectClosed("data without room") { _ = StorageManager.giveRoomBack(in: data) }
        try expectClosed("a folder") { try restore(backup, into: "one") }
        try expectClosed("an archive") { try restore(tar, into: "two") }
        expectClosed("the same data") { #expect(throws: StorageError.self) { try restore(tar, into: "data") } }
        try Data(count: 4096).write(to: URL(filePath: path + "/one/till.sqlite"))
        unlink(path + "/one/till.head")
        expectClosed("data that cannot be read") {
            #expect(throws: StorageError.self) { try restore(tar, into: "one") }
        }
    }

    // MARK: Syncing

    @Test func aDirectoryThatIsMissingOrNoneIsNotSynced() throws {
        try FileRefusal.sync(path)
        try FileRefusal.syncDirectory(of: path + "/file")
        let missing = path + "/missing"
        #expect(throws: StorageError.cannotOpen(path: missing, reason: "no such file or directory")) {
            try FileRefusal.sync(missing)
        }
        try Data().write(to: URL(filePath: path + "/file"))
        #expect(throws: StorageError.cannotOpen(path: path + "/file", reason: "not a directory")) {
            try FileRefusal.syncDirectory(of: path + "/file/in")
        }
    }

    @Test func theDirectoryIsSyncedAfterANewName() throws {
        let directory = try DirectoryWatch(path)
        try DataDirectory(path: path).prepareDatabase { name in
            try Data(repeating: 1, count: 700).write(to: URL(filePath: name))
        }
        #expect(directory.events().suffix(2) == [.named("till.sqlite"), .opened])
        try HeadFile(in: path).make(.empty)
        #expect(directory.events().suffix(2) == [.named("till.head"), .opened])
        unlink(path + "/till.head")
        try HeadFile(in: path).write(.empty, syncs: false)
        let events = directory.events()
        #expect(events.contains(.named("till.head")) && events.last == .opened)

        let files = CredentialFiles(directory: path)
        try files.write([1], named: "shop")
        let folder = try DirectoryWatch(path + "/credentials")
        try files.write([2], named: "shop")
        #expect(folder.events().suffix(2) == [.named("shop"), .opened])
        try files.remove(named: "shop")
        #expect(folder.events().suffix(2) == [.deleted("shop"), .opened])
    }

    /// Each step of a restore is on the disk before the next one, so that a power cut leaves the old data or the new.
    @Test func eachNameThatARestoreGivesIsSyncedBeforeTheNext() throws {
        for name in ["data", "new"] {
            let storage = try StorageManager(directory: path + "/" + name, environment: .standing)
            try storage.enrol(.standing)
            if name == "data" {
                try fill(storage, 1)
                _ = try storage.backUp(into: path + "/backup", environment: .standing)
            }
            try storage.close()
        }
        let directory = try DirectoryWatch(path + "/new")
        let report = try DataRestore(in: path + "/new", key: nil, environment: .standing)
            .run(from: path + "/backup") { _, _ in }
        let replaced = (try #require(report.replaced) as NSString).lastPathComponent
        #expect(replaced.wholeMatch(of: /replaced-20261121T000000Z?\.sqlite/) != nil)
        let events = directory.events()
        let first = try #require(events.firstIndex(of: .named(replaced)))
        let wanted: [DirectoryWatch.Event] = [
            .named(replaced), .opened, .named("till.sqlite"), .opened, .named("till.head"), .opened,
        ]
        #expect(Array(events[first...].prefix(6)) == wanted)
        #expect(events[..<first].last == .opened, "the archives have their names")
    }

    @Test func anArchiveHasItsNameOnTheDiskBeforeAnythingMoves() throws {
        let storage = try place.open()
        try storage.enrol(.standing)
        let change = try storage.change()
        let extent = ArchiveExtent(through: 1, days: [], before: Sample.later)
        let draft = try storage.draftArchive(of: extent, in: path + "/old.sqlite", environment: .standing)
        try storage.check(draft)
        let directory = try DirectoryWatch(path)
        var environment = Environment.standing
        environment.reached = { step in
            guard step == "archive.named" else { return }
            let names: [DirectoryWatch.Event] = [.named("old.sqlite"), .deleted("old.sqlite.new"), .opened]
            #expect(directory.events() == names)
        }
        try storage.move(draft, since: change, by: nil, environment: environment) { _ in }
        try storage.close()
    }
}
