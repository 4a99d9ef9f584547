import Foundation
import StorageInMemory
import Testing

@testable import Storage

/// Names that one process at a time may hold, by a locked file each.
@Suite struct FileDeviceLocksTests {
    private let place: TemporaryDirectory
    private var locks: FileDeviceLocks { FileDeviceLocks(directory: place.path) }
    private var looking: FileDeviceLocks { FileDeviceLocks(directory: place.path, makesLocks: false) }
    private var lockFiles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: place.path + "/locks")) ?? []).sorted()
    }

    init() throws { place = try TemporaryDirectory() }

    @Test func aNameIsHeldOnceUntilItIsReleased() throws {
        let first = try #require(try locks.claim("tcp:a"))
        #expect(try locks.claim("tcp:a") == nil)
        #expect(try looking.claim("tcp:a") == nil)
        let other = try locks.claim("tcp:b")
        #expect(other != nil)
        first.release()
        #expect(try looking.claim("tcp:a") != nil)
        #expect(try locks.claim("tcp:a") != nil)
    }

    @Test func aClaimThatNobodyKeepsIsFree() throws {
        var claim = try locks.claim("a")
        #expect(claim != nil)
        claim = nil
        #expect(try locks.claim("a") != nil)
    }

    @Test func releasingTwiceTakesNothingFromTheNext() throws {
        let first = try #require(try locks.claim("a"))
        first.release()
        let next = try #require(try locks.claim("a"))
        first.release()
        #expect(try locks.claim("a") == nil)
        next.release()
    }

    /// Two names must never share a lock, whatever is in them.
    @Test func eachNameHasAFileOfItsOwnWithASafeName() throws {
        let names = ["serial:/dev/ttyS0", "Ab9", "A_b", "é", "../up", "A b"]
        var held: [any DeviceLock] = []
        for name in names { held.append(try #require(try locks.claim(name))) }
        #expect(
            lockFiles == [
                "A_20b.lock", "A_5fb.lock", "Ab9.lock", "_2e_2e_2fup.lock", "_c3_a9.lock",
                "serial_3a_2fdev_2fttyS0.lock",
            ])
        held = []
        #expect(lockFiles.count == names.count, "a lock file stays")
    }

    @Test func locksAreTheirOwnersAlone() throws {
        _ = try locks.claim("a")
        for (name, rights) in [("/locks", 0o700), ("/locks/a.lock", 0o600)] {
            let found = try FileManager.default.attributesOfItem(atPath: place.path + name)[.posixPermissions]
            #expect(found as? Int == rights)
        }
    }

    @Test func whoeverOnlyLooksMakesNothingAndTakesNothing() throws {
        let claim = try #require(try looking.claim("a"))
        #expect(!FileManager.default.fileExists(atPath: place.path + "/locks"))
        _ = try locks.claim("b")
        #expect(try looking.claim("a") != nil)
        #expect(lockFiles == ["b.lock"])
        claim.release()
    }

    @Test func aFolderThatCannotBeMadeIsNamed() throws {
        try Data().write(to: URL(filePath: place.path + "/file"))
        let locks = FileDeviceLocks(directory: place.path + "/file")
        #expect(throws: StorageError.cannotOpen(path: place.path + "/file/locks", reason: "Not a directory")) {
            try locks.claim("a")
        }
        let looking = FileDeviceLocks(directory: place.path + "/file", makesLocks: false)
        #expect(throws: StorageError.self) { try looking.claim("a") }
    }

    @Test func aLockFileThatCannotBeOpenedIsNamed() throws {
        _ = try locks.claim("b")
        let folder = place.path + "/locks/a.lock"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(throws: StorageError.cannotOpen(path: folder, reason: "Is a directory")) { try locks.claim("a") }
    }

    @Test func withinOneProcessANameIsHeldOnceToo() throws {
        let locks = ProcessDeviceLocks()
        let first = try #require(try locks.claim("a"))
        #expect(try locks.claim("a") == nil)
        var other = try locks.claim("b")
        #expect(other != nil)
        first.release()
        let next = try #require(try locks.claim("a"))
        first.release()
        #expect(try locks.claim("a") == nil)
        other = nil
        #expect(try locks.claim("b") != nil)
        next.release()
    }
}
