import Foundation
import Model
import Testing

@testable import Storage

/// A read that takes long, beside the others.
@Suite struct ReadingAsideTests {
    private let place: TemporaryDirectory
    private let storage: StorageManager

    init() throws {
        place = try TemporaryDirectory()
        storage = try place.open()
    }

    private func append() throws(StorageError) {
        _ = try storage.write { try $0.append(kind: "k", payment: nil, payload: Data("{}".utf8)) }
    }

    /// On one connection, the read inside would wait for the one outside for ever.
    @Test func otherReadsAndWritesGoOnMeanwhile() throws {
        try append()
        let (aside, others) = try storage.readingAside { aside throws(StorageError) in
            try aside.read { reader in
                _ = try reader.journalHead()
                try append()
                return (try reader.journalHead().sequence, try storage.read { try $0.journalHead() }.sequence)
            }
        }
        #expect(aside == 1, "one read is of one state")
        #expect(others == 2)
    }

    @Test func nothingIsWrittenThere() {
        #expect(throws: StorageError.self) {
            try storage.readingAside { aside throws(StorageError) in
                _ = try aside.write { try $0.append(kind: "k", payment: nil, payload: Data("{}".utf8)) }
            }
        }
    }

    /// Closing the second connection must not release the locks of the first.
    @Test func theStorageIsUsedAsBeforeAfterwards() throws {
        for _ in 0..<3 {
            try append()
            #expect(
                try storage.readingAside { aside throws(StorageError) in try JournalVerifier(aside).verify() }.isIntact)
        }
        try append()
        try storage.close()
        #expect(try place.open().read { try $0.journalHead() }.sequence == 4)
    }

    @Test func aClosedStorageIsNotRead() throws {
        try storage.close()
        #expect(throws: StorageError.self) {
            try storage.readingAside { aside throws(StorageError) in try aside.read { try $0.journalHead() } }
        }
    }
}
