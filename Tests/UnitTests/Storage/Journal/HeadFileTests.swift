import Flow
import Foundation
import Model
import Testing

@testable import Storage

/// `till.head` beside the database reveals missing entries of the journal before anything is added to it.
@Suite struct HeadFileTests {
    private static let facts = 12
    private static let files = ["till.sqlite", "till.sqlite-wal", "till.head"]
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    // MARK: Two tills at once

    /// In an earlier version, two tills that started at once in an empty directory removed each other's unfinished
    /// file, and one of them ended with `storage.cannotOpen`.
    @Test func tillsThatCreateTheFileAtOnceDoNotDisturbEachOther() async throws {
        let file = HeadFile(in: place.path)
        for _ in 1...200 {
            await withTaskGroup(of: StorageError?.self) { group in
                for sequence in 1...4 {
                    group.addTask {
                        let head = JournalHead(
                            sequence: Int64(sequence), hash: Data(repeating: UInt8(sequence), count: 32))
                        do throws(StorageError) { try file.write(head, syncs: false) } catch { return error }
                        return nil
                    }
                }
                for await error in group { #expect(error == nil) }
            }
            guard case .head = try file.read() else {
                Issue.record("the file is not readable")
                return
            }
            try remove("till.head", of: place)
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
        }
    }

    // MARK: Losses

    @Test func aJournalWhoseLogIsLostIsRefusedAndLeftAlone() throws {
        let killed = try killedTill()
        try remove("till.sqlite-wal", of: killed)
        let before = try Data(contentsOf: URL(filePath: killed.file))
        let error = try #require(throws: StorageError.self) { try killed.open() }
        #expect(error == .olderJournal(reason: "it ends at entry 0, and till.head knows entry 12"))
        #expect(error.code == "storage.olderJournal" && error.failure.recovery == .askOperator)
        #expect(error.failure.remedy?.contains("till journal accept") == true)
        #expect(try Data(contentsOf: URL(filePath: killed.file)) == before)
        #expect(throws: error) { try killed.open() }
    }

    @Test func anOlderCopyOfTheDatabaseIsRefused() throws {
        let older = try TemporaryDirectory()
        let storage = try place.open()
        try fill(storage, 5)
        try copy(place, to: older)
        try fill(storage, 4)
        try storage.close()
        for name in ["till.sqlite", "till.sqlite-wal"] {
            try? remove(name, of: place)
            try FileManager.default.copyItem(atPath: "\(older.path)/\(name)", toPath: "\(place.path)/\(name)")
        }
        #expect(throws: StorageError.olderJournal(reason: "it ends at entry 5, and till.head knows entry 9")) {
            try place.open()
        }
    }

    @Test func anotherJournalOfTheSameLengthIsRefused() throws {
        let other = try TemporaryDirectory()
        for (directory, kind) in [(place, "test.fact"), (other, "test.other")] {
            let storage = try directory.open()
            try storage.write { try $0.append(kind: kind, payment: nil, payload: Data("{}".utf8)) }
            try storage.close()
        }
        try remove("till.head", of: place)
        try FileManager.default.copyItem(atPath: other.path + "/till.head", toPath: place.path + "/till.head")
        #expect(throws: StorageError.olderJournal(reason: "its entry 1 is not the one that till.head knows")) {
            try place.open()
        }
    }

    @Test func aDatabaseThatIsGoneIsNoNewShop() throws {
        let killed = try killedTill()
        try remove("till.sqlite-wal", of: killed)
        try remove("till.sqlite", of: killed)
        #expect(throws: StorageError.olderJournal(reason: "till.sqlite is missing, and till.head knows entry 12")) {
            try killed.open()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: killed.path) == ["till.head"])
    }

    @Test func aDirectoryThatIsGoneAltogetherIsANewShop() throws {
        let killed = try killedTill()
        for name in Self.files { try remove(name, of: killed) }
        #expect(try count(killed.open()) == 0)
    }

    @Test func theVerificationAndAReaderSayWhatIsLost() throws {
        let killed = try killedTill()
        try remove("till.sqlite-wal", of: killed)
        let storage = try StorageManager(readingOnly: killed.path, environment: .standing)
        #expect(
            try JournalVerifier(storage).verify()
                == .broken(sequence: 1, why: "it ends at entry 0, and till.head knows entry 12", .wiped))
        #expect(try storage.lossInJournal()?.sequence == 1)
    }

    /// The missing entries begin after the last one that is there.
    @Test func whatIsLostIsSaidByItsFirstEntry() throws {
        let storage = try place.open()
        try fill(storage, 5)
        for (sequence, hash, lost) in [(9, 0, 6), (5, 0, 5)] as [(Int64, UInt8, Int64)] {
            try HeadFile(in: place.path).make(JournalHead(sequence: sequence, hash: Data(repeating: hash, count: 32)))
            #expect(try storage.lossInJournal()?.sequence == lost)
        }
        try Data().write(to: URL(filePath: place.path + "/till.head"))
        #expect(try storage.lossInJournal()?.sequence == 6)
        try HeadFile(in: place.path).make(.empty)
        #expect(try storage.lossInJournal() == nil)
    }

    // MARK: Power cuts

    /// The file is written after the commit, so it may be older than the database, also after a power cut.
    @Test func aHeadThatIsOlderThanTheDatabaseIsNoLoss() throws {
        let killed = try killedTill()
        let earlier = try TemporaryDirectory()
        let storage = try earlier.open()
        try fill(storage, 3)
        let head = try Data(contentsOf: URL(filePath: earlier.path + "/till.head"))
        try fill(storage, 2)
        try storage.close()
        try head.write(to: URL(filePath: earlier.path + "/till.head"))
        #expect(try count(earlier.open()) == 5)
        #expect(try count(killed.open()) == Self.facts)
    }

    /// Whichever page of the file a power cut damages, the other one is whole.
    @Test(arguments: [0, 1]) func aTornHalfLeavesTheOther(_ half: Int) throws {
        let killed = try killedTill()
        try overwrite(half, of: killed, with: 0xA5)
        let known = half == 0 ? 11 : 12  // Even numbers are in the first half.
        #expect(try HeadFile(in: killed.path).read().sequence == Int64(known))
        #expect(try count(killed.open()) == Self.facts)
    }

    @Test func aHeadThatCannotBeReadIsRefused() throws {
        for spoil in [
            {
                try overwrite(0, of: $0, with: 0xA5); try overwrite(1, of: $0, with: 0)
            },
            { try Data().write(to: URL(filePath: $0.path + "/till.head")) },
        ] as [(TemporaryDirectory) throws -> Void] {
            let killed = try killedTill()
            try spoil(killed)
            let error = try #require(throws: StorageError.self) { try killed.open() }
            #expect(error.code == "storage.olderJournal" && error.failure.sentence.contains("cannot be read"))
        }
    }

    // MARK: What is written

    @Test func theFileIsItsOwnersAndSaysWhatTheJournalEndsWith() throws {
        let storage = try place.open()
        #expect(try HeadFile(in: place.path).read() == .missing, "before the first fact nothing can be lost")
        for number in 1...5 {
            try fill(storage, 1)
            let head = try storage.read { try $0.journalHead() }
            #expect(head.sequence == number)
            #expect(try HeadFile(in: place.path).read() == .head(head))
        }
        var status = stat()
        #expect(stat(place.path + "/till.head", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func aTransactionThatIsUndoneLeavesTheHead() throws {
        struct Enough: Error {}
        let storage = try place.open()
        try fill(storage, 1)
        let before = try HeadFile(in: place.path).read()
        _ = try? storage.write { session in
            try session.append(kind: "test.fact", payment: nil, payload: Data())
            throw Enough()
        }
        #expect(try HeadFile(in: place.path).read() == before)
    }

    /// A device takes every byte and keeps none.
    @Test(arguments: [false, true]) func aHeadIsWrittenOnlyToAFile(syncs: Bool) throws {
        let file = HeadFile(in: place.path)
        try #require(symlink("/dev/null", file.path) == 0)
        let refusal = StorageError.cannotOpen(path: file.path, reason: Sentence("detail.noFile", [:]))
        #expect(throws: refusal) {
            try file.write(JournalHead(sequence: 1, hash: Data(repeating: 1, count: 32)), syncs: syncs)
        }
        #expect(throws: refusal) { try file.read() }
    }

    @Test func twoTillsInOneDirectoryKeepOneHead() throws {
        let tills = [try place.open(), try place.open()]
        for number in 0..<9 { try fill(tills[number % 2], 1) }
        #expect(try HeadFile(in: place.path).read() == .head(tills[0].read { try $0.journalHead() }))
        for till in tills { try till.close() }
        #expect(try count(place.open()) == 9)
    }

    /// Releases before this one made no `till.head`.
    @Test func aJournalWithoutAHeadGetsOne() throws {
        let killed = try killedTill()
        try remove("till.head", of: killed)
        let storage = try killed.open()
        #expect(try HeadFile(in: killed.path).read() == .head(storage.read { try $0.journalHead() }))
    }

    /// A commit is valid although the file cannot be written, but no payment begins until it can be.
    @Test func aHeadThatCannotBeWrittenKeepsPaymentsFromBeginning() throws {
        let storage = try place.open()
        let head = place.path + "/till.head"
        try FileManager.default.createDirectory(atPath: head, withIntermediateDirectories: false)
        try fill(storage, 1)
        let error = try #require(throws: StorageError.self) { try storage.checkReady() }
        #expect(error.code == "storage.cannotOpen")
        try FileManager.default.removeItem(atPath: head)
        try storage.checkReady()
        #expect(try HeadFile(in: place.path).read() == .head(storage.read { try $0.journalHead() }))
    }

    // MARK: Acceptance

    @Test(arguments: ["till.sqlite-wal", "till.sqlite"])
    func aPersonMayGoOnWithWhatIsThere(_ lost: String) throws {
        let killed = try killedTill()
        try remove("till.sqlite-wal", of: killed)
        try? remove(lost, of: killed)
        let fact = try accept(killed)
        #expect(
            fact.lost == 12 && fact.kept == 0 && fact.by == "anna" && fact.evidence == "Kassenschnitt 17 verglichen")
        let storage = try killed.open()
        let entries = try storage.read { try $0.journalEntries(from: 1, limit: 10) }
        #expect(entries.map(\.kind) == ["journal.accepted", "till.enrolled"])
        #expect(try entries.first?.decoded(as: JournalAcceptance.self) == fact)
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    @Test func aHeadThatCannotBeReadMayBeAccepted() throws {
        let killed = try killedTill()
        for half in [0, 1] { try overwrite(half, of: killed, with: 0) }
        #expect(try accept(killed).lost == nil)
        #expect(try count(killed.open()) == Self.facts + 2)
    }

    @Test func aJournalThatLacksNothingIsNotAccepted() throws {
        for place in [try killedTill(), try TemporaryDirectory()] {
            let error = try #require(throws: StorageError.self) { try accept(place) }
            #expect(error.code == "journal.nothingLost")
        }
    }

    // MARK: Helpers

    private func accept(_ place: TemporaryDirectory) throws -> JournalAcceptance {
        try StorageManager.acceptJournal(
            in: place.path, evidence: "Kassenschnitt 17 verglichen", by: "anna", environment: .standing)
    }

    private func killedTill() throws -> TemporaryDirectory {
        let alive = try TemporaryDirectory()
        let killed = try TemporaryDirectory()
        let storage = try alive.open()
        try fill(storage, Self.facts)
        try copy(alive, to: killed)
        try storage.close()
        return killed
    }

    private func copy(_ place: TemporaryDirectory, to other: TemporaryDirectory) throws {
        for name in Self.files {
            try FileManager.default.copyItem(atPath: "\(place.path)/\(name)", toPath: "\(other.path)/\(name)")
        }
    }

    private func remove(_ name: String, of place: TemporaryDirectory) throws {
        try FileManager.default.removeItem(atPath: "\(place.path)/\(name)")
    }

    private func count(_ storage: StorageManager) throws -> Int64 {
        try storage.read { try $0.journalHead().sequence }
    }
}

/// Overwrites a page of `till.head`.
private func overwrite(_ half: Int, of place: TemporaryDirectory, with byte: UInt8) throws {
    let file = URL(filePath: place.path + "/till.head")
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(half * 4096..<(half + 1) * 4096, with: [UInt8](repeating: byte, count: 4096))
    try bytes.write(to: file)
}

extension HeadFile.Contents {
    fileprivate var sequence: Int64? {
        switch self {
        case .missing, .unreadable: nil
        case .head(let head, _): head.sequence
        }
    }
}
