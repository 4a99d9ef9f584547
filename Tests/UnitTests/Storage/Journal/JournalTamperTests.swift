import Foundation
import Model
import Testing

@testable import Storage

/// What someone with sqlite3 and enough time can do to the file, after dropping every trigger.
@Suite struct JournalTamperTests {
    private let place: TemporaryDirectory

    /// The journal has five rows, of which the third belongs to no payment.
    init() throws {
        place = try TemporaryDirectory()
        let storage = try place.open()
        for number in 1...5 {
            try storage.write {
                try $0.append(
                    kind: "test.fact", payment: number == 3 ? nil : PaymentID(rawValue: "pay-\(number)"),
                    payload: Data(#"{"amount":1250}"#.utf8))
            }
        }
    }

    @Test(arguments: [
        "UPDATE journal SET at = at + 1 WHERE sequence = 2",
        "UPDATE journal SET payment = 'pay-9' WHERE sequence = 2",
        "UPDATE journal SET payment = NULL WHERE sequence = 2",
        "UPDATE journal SET kind = 'test.Fact' WHERE sequence = 2",
        "UPDATE journal SET kind = CAST(CAST(kind AS BLOB) || x'00' AS TEXT) WHERE sequence = 2",
        "UPDATE journal SET kind = CAST(CAST(kind AS BLOB) || x'FF' AS TEXT) WHERE sequence = 2",
        #"UPDATE journal SET payload = CAST('{"amount":1251}' AS BLOB) WHERE sequence = 2"#,
        "UPDATE journal SET payload = x'' WHERE sequence = 2",
        "UPDATE journal SET previous_hash = zeroblob(32) WHERE sequence = 2",
        "UPDATE journal SET hash = zeroblob(32) WHERE sequence = 2",
        "UPDATE journal SET hash = substr(hash, 1, 31) WHERE sequence = 2",
        "DELETE FROM journal WHERE sequence = 2",
        "DELETE FROM journal WHERE sequence BETWEEN 2 AND 5",
        "UPDATE journal SET sequence = sequence + 100 WHERE sequence > 1",
        """
        UPDATE journal SET sequence = -2 WHERE sequence = 2; UPDATE journal SET sequence = 2 WHERE sequence = 4;
        UPDATE journal SET sequence = 4 WHERE sequence = -2
        """,
    ])
    func aChangedOrMissingSecondRowIsFound(change: String) throws {
        #expect(try verdict(after: change).brokenAt == 2)
    }

    @Test func anEmptyPaymentInPlaceOfNoneIsFound() throws {
        #expect(try verdict(after: "UPDATE journal SET payment = '' WHERE sequence = 3").brokenAt == 3)
    }

    @Test func aDeletedFirstRowIsFound() throws {
        #expect(try verdict(after: "DELETE FROM journal WHERE sequence = 1").brokenAt == 1)
    }

    @Test func aDeletedLastRowIsFound() throws {
        #expect(try verdict(after: "DELETE FROM journal WHERE sequence = 5").brokenAt == 5)
    }

    @Test func anEmptiedJournalIsFound() throws {
        #expect(try verdict(after: "DELETE FROM journal").brokenAt == 1)
    }

    @Test(arguments: [
        "UPDATE journal_head SET hash = zeroblob(32)", "UPDATE journal_head SET sequence = 4",
        "DELETE FROM journal_head",
        "INSERT INTO journal SELECT 6, at, payment, kind, payload, hash, hash FROM journal WHERE sequence = 5",
    ])
    func aHeadOrTailThatDoesNotMatchIsFound(change: String) throws {
        #expect(try !verdict(after: change).isIntact)
    }

    @Test func aTableRebuiltWithOtherTypesIsFound() throws {
        let change = """
            CREATE TABLE other AS SELECT * FROM journal; DROP TABLE journal;
            CREATE TABLE journal (sequence, at, payment, kind, payload, previous_hash, hash);
            INSERT INTO journal SELECT sequence, at, payment, kind, CAST(payload AS TEXT), previous_hash, hash FROM other
            """
        #expect(try verdict(after: change).brokenAt == 1)
    }

    @Test(arguments: ["journal", "journal_head"])
    func aMissingTableIsFound(table: String) throws {
        #expect(
            try verdict(after: "DROP TABLE \(table)")
                == .broken(sequence: 1, why: "the table \(table) is missing", .wiped))
    }

    @Test func droppedTriggersAloneBreakNothing() throws {
        #expect(try verdict(after: "SELECT 1").isIntact)
    }

    /// This holds also if nothing outside of the database records the number of entries.
    @Test func aJournalThatLostItsLastRowTakesNoMore() throws {
        try place.tamper("DELETE FROM journal WHERE sequence = 5")
        #expect(throws: StorageError.olderJournal(reason: "it ends at entry 4, and till.head knows entry 5")) {
            try place.open()
        }
        try FileManager.default.removeItem(atPath: place.path + "/till.head")
        let error = try #require(throws: StorageError.self) { try fill(try place.open(), 1) }
        #expect(error.code == "storage.corrupt")
    }

    @Test func anUntouchedJournalIsIntactAndSaysHowLongItIs() throws {
        let storage = try place.open()
        let head = try storage.read { try $0.journalHead() }
        #expect(try JournalVerifier(storage).verify() == .intact(count: 5, head: head.hash))
    }

    @Test func anEmptyJournalIsIntact() throws {
        let storage = try StorageManager.inMemory()
        #expect(try JournalVerifier(storage).verify() == .intact(count: 0, head: Data(count: 32)))
    }

    private func verdict(after change: String) throws -> JournalVerdict {
        try place.tamper(change)
        return try JournalVerifier(try StorageManager(readingOnly: place.path, environment: .standing)).verify()
    }
}
