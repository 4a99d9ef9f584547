import Foundation
import Testing

@testable import Storage

/// A database that is read without being opened counts only if nobody has changed it meanwhile.
@Suite struct DatabaseAtRestTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try Data("SQLite format 3\0".utf8).write(to: URL(filePath: place.file))
        try touch(seconds: 1_000, nanoseconds: 500)
    }

    private func touch(seconds: Int, nanoseconds: Int) throws {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        try #require(utimensat(AT_FDCWD, place.file, [time, time], 0) == 0)
    }

    @Test(arguments: [(1_001, 500), (1_000, 501), (999, 500)])
    func aFileThatWasWrittenSinceIsInUse(seconds: Int, nanoseconds: Int) throws {
        let rest = try #require(DatabaseAtRest(place.file))
        try rest.check()
        try touch(seconds: seconds, nanoseconds: nanoseconds)
        #expect(throws: StorageError.busy(nil)) { try rest.check() }
        try touch(seconds: 1_000, nanoseconds: 500)
        try rest.check()
    }

    @Test func aFileOfAnotherSizeIsInUse() throws {
        let rest = try #require(DatabaseAtRest(place.file))
        let handle = try FileHandle(forWritingTo: URL(filePath: place.file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0]))
        try handle.close()
        try touch(seconds: 1_000, nanoseconds: 500)
        #expect(throws: StorageError.busy(nil)) { try rest.check() }
    }

    @Test func aFileInItsPlaceIsAnother() throws {
        let rest = try #require(DatabaseAtRest(place.file))
        try FileManager.default.moveItem(atPath: place.file, toPath: place.file + ".old")
        try Data("SQLite format 3\0".utf8).write(to: URL(filePath: place.file))
        try touch(seconds: 1_000, nanoseconds: 500)
        #expect(throws: StorageError.busy(nil)) { try rest.check() }
        try FileManager.default.removeItem(atPath: place.file)
        #expect(throws: StorageError.busy(nil)) { try rest.check() }
    }

    @Test func withALogThatHoldsSomethingItIsNotAtRest() throws {
        let rest = try #require(DatabaseAtRest(place.file))
        try Data().write(to: URL(filePath: place.file + "-wal"))
        try rest.check()
        #expect(DatabaseAtRest(place.file) != nil)
        try Data([1]).write(to: URL(filePath: place.file + "-wal"))
        #expect(throws: StorageError.busy(nil)) { try rest.check() }
        #expect(DatabaseAtRest(place.file) == nil)
        #expect(DatabaseAtRest(place.path + "/missing") == nil)
    }

    @Test(arguments: [([2, 2], "wal"), ([1, 2], "delete"), ([2, 1], "delete")] as [([UInt8], String)])
    func theHeaderSaysWhetherThereIsALog(versions: [UInt8], mode: String) throws {
        try Data(Array("SQLite format 3\0".utf8) + [0x10, 0] + versions).write(to: URL(filePath: place.file))
        #expect(DatabaseAtRest(place.file)?.journalMode == mode)
    }

    @Test func whatIsNoHeaderSaysNothing() throws { #expect(DatabaseAtRest(place.file)?.journalMode == nil) }

    @Test func aNameKeepsItsMarks() {
        #expect(
            DatabaseAtRest.name(of: "/a b/c?d#e%f.sqlite", "immutable=1")
                == "file:/a%20b/c%3Fd%23e%25f.sqlite?immutable=1")
    }
}
