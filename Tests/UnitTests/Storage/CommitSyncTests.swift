import Foundation
import Model
import StorageInMemory
import Testing

@testable import Storage

/// A commit that waits for the sync of the next one: the death of the process does not undo it, and `till.head` never
/// knows what a power cut may undo.
@Suite struct CommitSyncTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func append(to storage: any StorageManagerType, _ sync: CommitSync) throws {
        try storage.write(sync) { try $0.append(kind: "k", payment: nil, payload: Data("{}".utf8)) }
    }

    private func known() throws -> Int64? {
        guard case .head(let head, _) = try HeadFile(in: place.path).read() else { return nil }
        return head.sequence
    }

    private func count(_ storage: any StorageManagerType) throws -> Int64 {
        try storage.read { try $0.journalHead().sequence }
    }

    @Test func aCommitThatWaitsSurvivesTheDeathOfTheProcess() throws {
        let killed = try TemporaryDirectory()
        let storage = try place.open()
        try append(to: storage, .now)
        try append(to: storage, .withNext)
        for name in ["till.sqlite", "till.sqlite-wal", "till.head"] {
            try FileManager.default.copyItem(atPath: "\(place.path)/\(name)", toPath: "\(killed.path)/\(name)")
        }
        #expect(try count(try killed.open()) == 2)
    }

    @Test func theHeadOfACommitThatWaitsIsWrittenWithTheNextOne() throws {
        let storage = try place.open()
        try append(to: storage, .now)
        try append(to: storage, .withNext)
        #expect(try known() == 1, "a power cut may still undo it")
        // The next commit adds nothing to the journal.
        try storage.write { try $0.save(TerminalMemory(terminalID: "t", lastReceiptNumber: 1, updatedAt: Sample.time)) }
        #expect(try known() == 2)
        try append(to: storage, .withNext)
        try append(to: storage, .now)
        #expect(try known() == 4)
    }

    /// SQLite syncs nothing for a transaction that changes nothing.
    @Test func whatSyncsWithoutAChangeSyncsTheCommitThatWaits() throws {
        let storage = try place.open()
        try append(to: storage, .withNext)
        try storage.write { _ in }
        #expect(try known() == 1)
        try append(to: storage, .withNext)
        try storage.sync()
        #expect(try known() == 2)
    }

    @Test func theEndOfTheProcessSyncsTheCommitThatWaits() throws {
        let storage = try place.open()
        try append(to: storage, .withNext)
        try storage.close()
        #expect(try known() == 1)
        #expect(throws: StorageError.self) { try storage.sync() }
    }

    @Test func aTransactionThatFailsSyncsTheCommitThatWaitedForIt() throws {
        struct Refusal: Error {}
        let storage = try place.open()
        try append(to: storage, .withNext)
        #expect(throws: StorageError.self) { try storage.write { _ in throw Refusal() } }
        #expect(try known() == 1)
    }

    @Test func afterACommitThatWaitsEveryOtherCommitIsSyncedAtOnce() throws {
        let storage = try place.open()
        try append(to: storage, .withNext)
        #expect(try storage.settings().isDurable)
        try storage.checkReady()
    }

    @Test func aPowerCutInMemoryUndoesWhatIsNotSynced() throws {
        struct Refusal: Error {}
        let storage = MemoryStorage { Sample.time }
        try append(to: storage, .now)
        try append(to: storage, .withNext)
        try append(to: storage, .withNext)
        #expect(try count(storage) == 3)
        storage.losePower()
        #expect(try count(storage) == 1)
        try append(to: storage, .withNext)
        #expect(throws: StorageError.self) { try storage.write { _ in throw Refusal() } }
        storage.losePower()
        #expect(try count(storage) == 2)
        try append(to: storage, .withNext)
        storage.sync()
        storage.losePower()
        #expect(try count(storage) == 3)
    }
}
