import Crypto
import Foundation
import Model
import Testing

@testable import Storage

/// `till.head` byte by byte: a half is valid only exactly as it was written.
@Suite struct HeadHalfTests {
    private let place: TemporaryDirectory
    private var file: HeadFile { HeadFile(in: place.path) }

    init() throws { place = try TemporaryDirectory() }

    private static let hash = String(repeating: "ab", count: 32)

    private static func half(_ line: String, sum: String? = nil, count: Int = 4096) -> [UInt8] {
        let digest = SHA256.hash(data: Data(line.utf8)).prefix(8)
            .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text = Array("\(line) \(sum ?? digest)".utf8)
        return text + [UInt8](repeating: 0x20, count: count - 1 - text.count) + [0x0A]
    }

    private func read(_ bytes: [UInt8]) throws -> HeadFile.Contents {
        try Data(bytes).write(to: URL(filePath: place.path + "/till.head"))
        return try file.read()
    }

    private func head(_ sequence: Int64) -> HeadFile.Contents {
        .head(JournalHead(sequence: sequence, hash: Data(repeating: 0xAB, count: 32)))
    }

    @Test func theNewerOfTwoHalvesCounts() throws {
        let halves = [Self.half("till.head.1 17 \(Self.hash)"), Self.half("till.head.1 18 \(Self.hash)")]
        #expect(try read(halves[0] + halves[1]) == head(18))
        #expect(try read(halves[1] + halves[0]) == head(18))
        #expect(try read(halves[0]) == head(17), "a file that was cut off in the middle")
    }

    @Test(arguments: [
        half("till.head.2 17 \(hash)"), half("till.head.1 -1 \(hash)"), half("till.head.1 x \(hash)"),
        half("till.head.1 17 \(hash)ab"), half("till.head.1 17 \(hash.dropLast())"),
        half("till.head.1 17 \(hash.dropLast(2))"), half("till.head.1 17 \(hash.dropLast(2))zz"),
        half("till.head.1 17 \(hash)", sum: "0011223344556677"), half("till.head.1 17 \(hash) more"),
        half("till.head.1 17 \(hash)", count: 4095), [],
    ])
    func aHalfThatIsNotAsItWasWrittenCountsAsNone(_ bytes: [UInt8]) throws {
        #expect(try read(bytes) == .unreadable)
        guard bytes.count == 4096 else { return }
        #expect(try read(bytes + Self.half("till.head.1 3 \(Self.hash)")) == head(3))
    }

    @Test func aJournalWithoutEntriesMayHaveAHead() throws {
        #expect(try read(Self.half("till.head.1 0 \(Self.hash)")) == head(0))
    }

    @Test(arguments: [true, false]) func aHeadThatIsWrittenIsThere(_ syncs: Bool) throws {
        for sequence: Int64 in [4, 5, 6] {
            try file.write(JournalHead(sequence: sequence, hash: Data(repeating: 0xAB, count: 32)), syncs: syncs)
            #expect(try file.read() == head(sequence))
        }
        let bytes = try Data(contentsOf: URL(filePath: place.path + "/till.head"))
        #expect(Array(bytes) == Self.half("till.head.1 6 \(Self.hash)") + Self.half("till.head.1 5 \(Self.hash)"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["till.head"])
    }

    @Test func aPipeInItsPlaceIsNotWaitedFor() throws {
        let path = place.path + "/till.head"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: StorageError.cannotOpen(path: path, reason: "it is no file")) { try file.read() }
        #expect(throws: StorageError.self) { try file.write(.empty, syncs: false) }
    }

    @Test func aFileThatCannotBeOpenedIsNamed() throws {
        let path = place.path + "/till.head"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: StorageError.cannotOpen(path: path, reason: "it is no file")) { try file.read() }
        #expect(throws: StorageError.cannotOpen(path: path, reason: "is a directory")) {
            try file.write(.empty, syncs: false)
        }
        #expect(throws: StorageError.self) { try file.make(.empty) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["till.head"])
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
        #expect(throws: StorageError.cannotOpen(path: path, reason: "file exists")) { try file.make(.empty) }
    }

    // MARK: Syncing

    private func facts(_ count: Int, of payment: String?) throws -> AddedEntries {
        var additions = AddedEntries()
        for _ in 0..<count {
            additions.add(
                JournalEntry(
                    following: .empty, at: 0, payment: payment.map(PaymentID.init(rawValue:)), kind: "k",
                    payload: Data()))
        }
        return additions
    }

    /// Earlier writes may not have reached the disk.
    @Test func theFirstWriteIsSynced() throws {
        #expect(HeadKeeper.Unsynced().mustSync(try facts(1, of: nil)))
    }

    @Test func aPaymentIsSyncedByItsFirstFact() throws {
        var unsynced = HeadKeeper.Unsynced()
        unsynced.wrote(try facts(1, of: "pay-1"), synced: true)
        #expect(!unsynced.mustSync(try facts(1, of: "pay-1")))
        unsynced.wrote(try facts(1, of: "pay-1"), synced: false)
        #expect(!unsynced.mustSync(try facts(1, of: nil)))
        #expect(unsynced.mustSync(try facts(1, of: "pay-2")))
        unsynced.wrote(try facts(1, of: nil), synced: true)
        #expect(!unsynced.mustSync(try facts(1, of: "pay-1")), "a fact of no payment changes nothing of that")
    }

    /// The commit with the payment's first fact was not synced; the one that is synced is about no payment.
    @Test func aFirstFactThatWaitedIsSyncedWithWhatFollows() throws {
        var unsynced = HeadKeeper.Unsynced()
        unsynced.wrote(try facts(1, of: "pay-1"), synced: true)
        var waiting = AddedEntries()
        waiting.add(try facts(1, of: "pay-2"))
        waiting.add(try facts(1, of: nil))
        #expect(unsynced.mustSync(waiting))
    }

    @Test func aHundredFactsAreTheMostThatAPowerCutHides() throws {
        var unsynced = HeadKeeper.Unsynced()
        unsynced.wrote(try facts(1, of: "pay-1"), synced: true)
        unsynced.wrote(try facts(99, of: "pay-1"), synced: false)
        #expect(!unsynced.mustSync(try facts(1, of: "pay-1")))
        #expect(unsynced.mustSync(try facts(2, of: "pay-1")))
        unsynced.wrote(try facts(1, of: "pay-1"), synced: false)
        #expect(unsynced.mustSync(try facts(1, of: "pay-1")))
    }
}
