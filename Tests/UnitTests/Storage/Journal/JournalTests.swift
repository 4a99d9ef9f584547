import Foundation
import GRDB
import Model
import Testing

@testable import Storage

@Suite struct JournalTests {
    @Test func factsAreNumberedFromOneWithoutGaps() throws {
        let storage = try StorageManager.inMemory()
        try fill(storage, 3)
        let entries = try storage.read { try $0.journalEntries(from: 1, limit: 10) }
        #expect(entries.map(\.sequence) == [1, 2, 3])
    }

    @Test func aFactIsReadAsItWasWritten() throws {
        let storage = try StorageManager.inMemory(now: { Sample.time })
        let written = try storage.write {
            try $0.append(kind: "payment.intended", payment: PaymentID(rawValue: "pay-ä"), payload: Data([0, 255]))
        }
        let read = try storage.read { try $0.journalEntries(payment: PaymentID(rawValue: "pay-ä")) }
        #expect(read == [written])
        #expect(written.at == Sample.time)
    }

    @Test func anEncodedPayloadIsJSONWithSortedKeys() throws {
        let storage = try StorageManager.inMemory()
        let entry = try storage.write { try $0.append(kind: "k", payment: nil, encoding: ["b": 1, "a": 2]) }
        #expect(String(decoding: entry.payload, as: UTF8.self) == #"{"a":2,"b":1}"#)
        #expect(try entry.decoded(as: [String: Int].self) == ["a": 2, "b": 1])
    }

    @Test func theHeadIsTheLastFact() throws {
        let storage = try StorageManager.inMemory()
        #expect(try storage.read { try $0.journalHead() } == .empty)
        try fill(storage, 2)
        let last = try #require(try storage.read { try $0.journalEntries(from: 2, limit: 1) }.first)
        #expect(try storage.read { try $0.journalHead() } == JournalHead(sequence: 2, hash: last.hash))
    }

    @Test func aFactOfAnAbandonedTransactionLeavesNoGap() throws {
        let storage = try StorageManager.inMemory()
        try fill(storage, 1)
        #expect(throws: StorageError.self) {
            try storage.write { transaction in
                try transaction.append(kind: "k", payment: nil, payload: Data())
                throw CancellationError()
            }
        }
        try fill(storage, 1)
        #expect(try storage.read { try $0.journalEntries(from: 1, limit: 9) }.map(\.sequence) == [1, 2])
        #expect(try storage.read { try $0.verifyJournal() }.isIntact)
    }

    @Test func pagesStartWhereTheyAreAskedTo() throws {
        let storage = try StorageManager.inMemory()
        try fill(storage, 5)
        let page = try storage.read { try $0.journalEntries(from: 3, limit: 2) }
        #expect(page.map(\.sequence) == [3, 4])
    }

    @Test func nothingIsReadWhereNoEntryIsAskedFor() throws {
        let storage = try StorageManager.inMemory()
        try storage.write {
            for number in 1...3 { try $0.append(kind: "payment.intended", payment: nil, encoding: ["number": number]) }
        }
        for (limit, count) in [(-1, 0), (0, 0), (1, 1), (2, 2)] {
            try storage.read { (reader: any StorageReader) throws in
                #expect(try reader.journalEntries(from: 1, limit: limit).count == count)
                #expect(try reader.journalEntries(kind: "payment.intended", before: 9, limit: limit).count == count)
                #expect(try reader.journalEntries(kind: "payment.intended", from: 1, limit: limit).count == count)
                #expect(try reader.journalIntents(after: 0, limit: limit).count == count)
            }
        }
    }

    @Test func intentsAreFoundByWhatTheyName() throws {
        let storage = try StorageManager.inMemory()
        let originals = [
            #""refund":{"of":"pay-0"}"#, #""reversal":{"of":{"payment":"pay-0"}}"#,
            #""booking":{"_0":{"reserved":{"payment":"pay-0"}}}"#, #""release":{"of":{"payment":"pay-0"}}"#,
        ]
        let payloads = originals.enumerated().map { place, original in
            Data(#"{"intended":{"_0":{"order":\#(place),"key":"k\#(place)","givesBack":{\#(original)}}}}"#.utf8)
        }
        try storage.write {
            for payload in payloads + [Data("{}".utf8), Data("no JSON".utf8)] {
                try $0.append(kind: "payment.intended", payment: nil, payload: payload)
            }
        }
        try storage.read { (reader: any StorageReader) throws in
            let original = PaymentID(rawValue: "pay-0")
            #expect(try reader.journalIntents(givingBack: original).map(\.sequence) == [1, 2, 3, 4])
            #expect(try reader.journalIntents(order: OrderID(rawValue: 2)).map(\.sequence) == [3])
            #expect(try reader.journalIntents(key: "k1").map(\.sequence) == [2])
        }
        for (place, payload) in payloads.enumerated() {
            let intent = JournalIndex.Intent(payload)
            #expect(intent.original == "pay-0" && intent.order == Int64(place) && intent.key == "k\(place)")
        }
        let none = JournalIndex.Intent(Data("no JSON".utf8))
        #expect(none.original == nil && none.order == nil && none.key == nil)
    }

    /// Somebody has given the last entry the greatest number that there is.
    @Test func aJournalWithoutAFurtherNumberIsDamage() throws {
        let storage = try StorageManager.inMemory()
        try fill(storage, 1)
        try storage.database.write {
            try $0.execute(
                sql: """
                    DROP TRIGGER journal_no_update;
                    UPDATE journal SET sequence = 9223372036854775807;
                    UPDATE journal_head SET sequence = 9223372036854775807
                    """)
        }
        let error = #expect(throws: StorageError.self) { try fill(storage, 1) }
        #expect(error?.code == "storage.corrupt")
    }

    @Test(arguments: [
        "UPDATE journal SET kind = 'x' WHERE sequence = 1",
        "DELETE FROM journal WHERE sequence = 2",
        "INSERT OR REPLACE INTO journal SELECT sequence, at, payment, 'x', payload, previous_hash, hash FROM journal",
        "INSERT INTO journal SELECT sequence + 5, at, payment, kind, payload, previous_hash, hash FROM journal",
        "INSERT INTO journal SELECT sequence + 2, at, payment, kind, payload, previous_hash, hash FROM journal",
        "DELETE FROM journal_head",
        "INSERT INTO journal_head VALUES (2, 0, x'00')",
    ])
    func theSchemaRefuses(_ statement: String) throws {
        let storage = try StorageManager.inMemory()
        try fill(storage, 2)
        #expect(throws: DatabaseError.self) { try storage.database.write { try $0.execute(sql: statement) } }
        #expect(try storage.read { try $0.verifyJournal() }.isIntact)
    }

    @Test func theHashIsThatOfTheDocumentedBytes() {
        let hash = JournalHash.of(
            sequence: 1, at: 2, payment: nil, kind: Data("k".utf8), payload: Data("{}".utf8), previous: Data(count: 32))
        // The expected hash was computed with Python's hashlib over the same tags, lengths and bytes.
        #expect(hash.map { String(format: "%02x", $0) }.joined() == Self.known)
    }

    @Test func anAbsentPaymentAndAnEmptyOneHashDifferently() {
        let absent = hash(payment: nil, kind: "k")
        #expect(absent != hash(payment: "", kind: "k"))
    }

    @Test func bytesThatMoveFromOneColumnToTheNextChangeTheHash() {
        #expect(hash(payment: "ab", kind: "c") != hash(payment: "a", kind: "bc"))
    }

    private static let known = "3394994a76461fc992de0ad576636d63d80c55aad487cc8811204f5ac8407058"

    private func hash(payment: String?, kind: String) -> Data {
        JournalHash.of(
            sequence: 1, at: 2, payment: payment.map { Data($0.utf8) }, kind: Data(kind.utf8), payload: Data(),
            previous: Data(count: 32))
    }
}

func fill(_ storage: StorageManager, _ count: Int) throws {
    for number in 0..<count {
        try storage.write {
            try $0.append(kind: "test.fact", payment: PaymentID(rawValue: "pay-1"), encoding: ["number": number])
        }
    }
}

extension JournalVerdict {
    var isIntact: Bool {
        if case .intact = self { return true }
        return false
    }

    var brokenAt: Int64? {
        if case .broken(let sequence, why: _, _) = self { return sequence }
        return nil
    }
}
