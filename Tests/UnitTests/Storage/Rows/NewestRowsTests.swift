import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// The newest rows of a chain can be verified without reading all of it.
@Suite struct NewestRowsTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        let storage = try place.open()
        for number in 1...10 {
            try storage.write { try $0.append(kind: "test", payment: nil, payload: Data("{\"n\":\(number)}".utf8)) }
        }
        try storage.close()
    }

    private func verdict(newest limit: Int64?) throws -> JournalVerdict {
        try JournalVerifier(place.open()).verify(newest: limit)
    }

    @Test(arguments: [1, 5, 10, 99, nil] as [Int64?]) func aWholeChainIsIntact(limit: Int64?) throws {
        #expect(try verdict(newest: limit).isIntact)
    }

    @Test func anOlderRowIsNotLookedAt() throws {
        try place.tamper("UPDATE journal SET payload = x'7b7d' WHERE sequence = 3")
        #expect(try verdict(newest: 7).isIntact)
        let broken = JournalVerdict.broken(sequence: 3, why: "row 3 was changed after it was written", .edited)
        #expect(try verdict(newest: 8) == broken)
    }

    @Test(arguments: [
        "UPDATE journal SET payload = x'7b7d' WHERE sequence = 9",
        "UPDATE journal SET kind = 'other' WHERE sequence = 10",
        "UPDATE journal SET hash = zeroblob(32) WHERE sequence = 8", "DELETE FROM journal WHERE sequence = 9",
        "UPDATE journal_head SET hash = zeroblob(32)", "UPDATE journal SET payment = '' WHERE sequence = 9",
    ])
    func aNewRowIsHeldAgainstItsHash(edit: String) throws {
        try place.tamper(edit)
        let verdict = try StorageManager(
            directory: place.path, environment: .standing, patience: StorageManager.Patience(), acceptsAnyJournal: true
        ).read { try $0.verifyJournal(newest: 3) }
        #expect(!verdict.isIntact)
    }

    @Test func aRowBeforeTheFirstOneIsFound() throws {
        try place.tamper(
            "INSERT INTO journal SELECT -1, at, payment, kind, payload, previous_hash, hash FROM journal LIMIT 1")
        #expect(try !verdict(newest: nil).isIntact)
    }
}
