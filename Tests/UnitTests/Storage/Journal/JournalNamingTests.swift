import Crypto
import Flow
import Foundation
import GRDB
import Model
import StorageInMemory
import Testing

@testable import Storage

/// From its enrolment on, each hash of the journal includes the name of its till; before it, hashes are as in earlier
/// releases.
@Suite struct JournalNamingTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private static func environment(_ random: UInt64) -> Environment {
        var environment = Environment.standing
        environment.random = { random }
        return environment
    }

    private func rows(_ storage: StorageManager) throws -> [JournalEntry] {
        try storage.read { try $0.journalEntries(from: 1, limit: 100) }
    }

    private func hash(_ entry: JournalEntry, _ enrolment: TillEnrolment?) -> Data {
        JournalHash.of(
            sequence: entry.sequence, at: entry.at.milliseconds, payment: entry.payment.map { Data($0.rawValue.utf8) },
            kind: Data(entry.kind.utf8), payload: entry.payload, previous: entry.previousHash, enrolment: enrolment)
    }

    /// Without the name, equal rows of two tills at the same time had the same hash.
    @Test func rowsOfTwoTillsHaveTwoHashes() throws {
        let here = TillEnrolment(till: "till-A", life: "life-1")
        for other in [TillEnrolment(till: "till-B", life: "life-1"), TillEnrolment(till: "till-A", life: "life-2")] {
            func hash(_ enrolment: TillEnrolment?) -> Data {
                JournalHash.of(
                    sequence: 2, at: 7, payment: nil, kind: Data("k".utf8), payload: Data("{}".utf8),
                    previous: Data(count: 32), enrolment: enrolment)
            }
            #expect(Set([hash(here), hash(other), hash(nil)]).count == 3)
        }
    }

    @Test func theHashOfARowThatNamesItsTillIsWhatItAlwaysWas() {
        func part(_ tag: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(tag.utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
        }
        func number(_ value: UInt8) -> [UInt8] { part("i", [0, 0, 0, 0, 0, 0, 0, value]) }
        let previous = [UInt8](repeating: 9, count: 32)
        let named =
            part("v", Array("till.journal.2".utf8)) + part("w", Array("till-A".utf8)) + part("w", Array("life-1".utf8))
        let rest = part("p", previous) + number(5) + number(7) + part("n", []) + part("t", Array("k".utf8))
        let hash = JournalHash.of(
            sequence: 5, at: 7, payment: nil, kind: Data("k".utf8), payload: Data("{}".utf8), previous: Data(previous),
            enrolment: TillEnrolment(till: "till-A", life: "life-1"))
        #expect(hash == Data(SHA256.hash(data: named + rest + part("b", Array("{}".utf8)))))
    }

    @Test func rowsFromBeforeTheEnrolmentVerifyAsBefore() throws {
        let storage = try place.open()
        try fill(storage, 2)
        try storage.enrol(.standing)
        try fill(storage, 2)
        let entries = try rows(storage)
        let enrolment = try entries[2].decoded(as: TillEnrolment.self)
        #expect(entries.map(\.hash) == entries.enumerated().map { hash($1, $0 < 2 ? nil : enrolment) })
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    /// Earlier releases wrote enrolments after which the hashes included no name.
    @Test func anEarlierEnrolmentIsFollowedByOneThatHashesName() throws {
        let storage = try place.open()
        let early = TillEnrolment(till: "till-A", life: "life-A", chain: nil)
        try storage.write {
            try $0.setSetting(TillEnrolment.setting, to: "till-A")
            try $0.append(kind: TillEnrolment.kind, payment: nil, encoding: early)
        }
        try fill(storage, 1)
        try storage.enrol(.standing)
        try fill(storage, 1)
        let entries = try rows(storage)
        #expect(entries.map(\.kind) == [TillEnrolment.kind, "test.fact", TillEnrolment.kind, "test.fact"])
        let later = try entries[2].decoded(as: TillEnrolment.self)
        #expect(later == TillEnrolment(till: "till-A", life: "life-A"), "the same till, the same life")
        #expect(hash(entries[1], nil) == entries[1].hash && hash(entries[3], later) == entries[3].hash)
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    @Test func aTransactionThatEnrolsNamesTheTillInItsOtherRows() throws {
        let storage = try place.open()
        try storage.write {
            try $0.append(kind: "test.fact", payment: nil, payload: Data("{}".utf8))
            try $0.enrol(.standing, signing: nil)
            try $0.append(kind: "test.fact", payment: nil, payload: Data("{}".utf8))
        }
        #expect(try JournalVerifier(storage).verify().isIntact)
        #expect(try rows(storage).map(\.sequence) == [1, 2, 3])
    }

    /// A row of another till replaces one of ours and continues the chain of the one before it.
    @Test(arguments: [true, false]) func aRowThatNamesAnotherTillDoesNotVerify(isNamed: Bool) throws {
        let storage = try place.open()
        try storage.enrol(.standing)
        try fill(storage, 1)
        let first = try rows(storage)[0]
        try storage.close()
        let other = isNamed ? TillEnrolment(till: "till-other", life: "life-other") : nil
        let payload = Data(#"{"number":0}"#.utf8)
        let forged = JournalHash.of(
            sequence: 2, at: Sample.time.milliseconds, payment: Data("pay-1".utf8), kind: Data("test.fact".utf8),
            payload: payload, previous: first.hash, enrolment: other)
        let written = "x'\(Hexadecimal.text(forged))'"
        try place.tamper(
            "UPDATE journal SET hash = \(written) WHERE sequence = 2; UPDATE journal_head SET hash = \(written)")
        let verdict = try StorageManager(readingOnly: place.path, environment: .standing).read {
            try $0.verifyJournal()
        }
        #expect(
            verdict
                == (isNamed
                    ? .broken(sequence: 2, why: "row 2 was changed after it was written", .edited)
                    : .broken(
                        sequence: 2, why: "row 2 does not name the till that writes this journal", .anotherTill)))
    }

    /// A release without the seventh migration would call such hashes broken, so it refuses to open the database.
    @Test func anOlderReleaseLeavesSuchAJournalAlone() throws {
        #expect(Schema.migrator.migrations.contains("7"))
    }

    @Test func theNewestRowsAreVerifiedUnderTheEnrolmentBeforeThem() throws {
        let storage = try place.open()
        try fill(storage, 2)
        try storage.enrol(.standing)
        try fill(storage, 5)
        for limit: Int64 in 1...9 { #expect(try JournalVerifier(storage).verify(newest: limit).isIntact, "\(limit)") }
        let memory = MemoryStorage(now: { Sample.time })
        try memory.write {
            try $0.append(kind: "k", payment: nil, payload: Data("{}".utf8))
            try $0.enrol(.standing, signing: nil)
            try $0.append(kind: "k", payment: nil, payload: Data("{}".utf8))
        }
        for limit: Int64 in 1...4 { #expect(try memory.read { try $0.verifyJournal(newest: limit) }.isIntact) }
    }
}
