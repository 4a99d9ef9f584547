import Foundation
import Model
import Testing

@testable import Storage
@testable import Stores

/// The signature under the journal's head, and heads that were kept, against the journal.
@Suite struct SignedHeadAuditTests {
    private let storage: StorageManager
    private let key = JournalKey()
    private let other = JournalKey()
    private static let time = Date(timeIntervalSince1970: 1_795_219_200)

    init() throws { storage = try StorageManager.inMemory { Self.time } }

    private func enrol(_ key: JournalKey?, life: String = "life") throws {
        let enrolment = TillEnrolment(till: "till-a", life: life, key: key?.fingerprint)
        try storage.write { try $0.append(kind: TillEnrolment.kind, payment: nil, encoding: enrolment) }
    }

    private func fill(_ count: Int) throws {
        let fact = DroppedMessages(deliveredBefore: Self.time, count: 1)
        try storage.write { transaction in
            for _ in 0..<count { try transaction.append(kind: DroppedMessages.kind, payment: nil, encoding: fact) }
        }
    }

    /// The journal's head as this key signs it for the newest enrolment.
    private func signed(by key: JournalKey) throws -> SignedHead {
        let (head, enrolment) = try storage.read { (try $0.journalHead(), try $0.enrolment()?.enrolment) }
        return try #require(SignedHead(head, enrolment, key, at: Self.time))
    }

    private func audit(_ work: (inout JournalAudit) throws(StorageError) -> Void) throws -> JournalAudit {
        try storage.read { reader in
            var audit = JournalAudit(reader)
            try work(&audit)
            return audit
        }
    }

    private func codes(_ signed: SignedHead?, _ key: JournalKey?) throws -> [String?] {
        try audit { audit throws(StorageError) in try audit.compare(signed, key?.publicKey) }.differences
            .map(\.said.code)
    }

    /// The last entries before a power cut may be signed by none.
    @Test(arguments: [(0, true), (200, true), (201, false)])
    func aHeadMayBeSomeEntriesBehind(entries: Int, isFine: Bool) throws {
        try fill(300)
        try enrol(key)
        let signed = try signed(by: key)
        try fill(entries)
        let audit = try audit { audit throws(StorageError) in try audit.compare(signed, nil) }
        #expect(audit.differences.map(\.said.code) == (isFine ? [] : ["difference.head.signedFor"]))
        #expect(audit.signature?.fingerprint == key.fingerprint && audit.signature?.sequence == 301)
        #expect(audit.signature?.since == 301 && audit.signature?.at == Self.time)
    }

    @Test func theKeyMustBeTheOneThatIsGivenOrNamed() throws {
        try enrol(key)
        let right = try signed(by: key)
        #expect(try codes(right, key) == [] && codes(right, nil) == [])
        #expect(try codes(right, other) == ["difference.head.otherKey"])
        #expect(try codes(nil, nil) == [] && codes(nil, key) == ["difference.head.notSigned"])
        let forged = SignedHead(
            till: right.till, life: right.life, head: right.head, at: right.at, publicKey: key.publicKey,
            signature: Data(count: 64))
        #expect(try codes(forged, nil) == ["difference.head.noNamedKey"])
        #expect(try codes(forged, key) == ["difference.head.otherKey"])
        try enrol(other)
        #expect(try codes(signed(by: other), nil) == [], "the key was changed")
        #expect(try codes(right, nil) == [], "the till was killed while it changed the key")
    }

    @Test func aJournalThatNamesNoKeyContradictsNothing() throws {
        try enrol(nil)
        try fill(1)
        let audit = try audit { audit throws(StorageError) in try audit.compare(nil, key.publicKey) }
        #expect(audit.differences.map(\.said.code) == ["difference.head.unsigned"] && audit.signature == nil)
        #expect(audit.unsigned?.key == key.fingerprint && audit.unsigned?.since == 1)
    }

    /// Whatever was enrolled since then without a key, and whatever was signed before.
    @Test(arguments: [(2, 3), (1, 2), (0, 1)] as [(Int, Int64)])
    func anUnsignedJournalTellsSinceWhen(_ signed: Int, _ since: Int64) throws {
        for _ in 0..<signed { try enrol(other) }
        for _ in 0..<2 { try enrol(nil) }
        let unsigned = try storage.read { try UnsignedJournal($0, verifiedWith: key.publicKey) }
        #expect(unsigned?.since == since && unsigned?.at == Self.time && unsigned?.key == key.fingerprint)
        try enrol(other)
        #expect(try storage.read { try UnsignedJournal($0, verifiedWith: key.publicKey) } == nil)
    }

    @Test func aJournalThatNeverNamedItsTillTellsNoEntry() throws {
        try fill(1)
        let unsigned = try storage.read { try UnsignedJournal($0, verifiedWith: key.publicKey) }
        #expect(unsigned?.key == key.fingerprint && unsigned?.since == nil && unsigned?.at == nil)
    }

    // MARK: Heads that were kept

    private func told(_ heads: KeptHead...) throws -> JournalAudit {
        try audit { audit throws(StorageError) in for head in heads { try audit.compare(head) } }
    }

    @Test func aHeadThatWasKeptIsFoundByItsNumberAndItsHash() throws {
        try fill(3)
        let hash = Array(try storage.read { try $0.journalEntries(from: 2, limit: 1) }[0].hash)
        let beginning = Array(hash.prefix(KeptHead.fewestBytes))
        #expect(
            try told(
                KeptHead(sequence: 2, hash: hash), KeptHead(sequence: 2, hash: beginning),
                KeptHead(sequence: nil, hash: hash)
            ).differences == [])
        let found = try told(
            KeptHead(sequence: 1, hash: hash), KeptHead(sequence: 4, hash: hash),
            KeptHead(sequence: nil, hash: hash.map { ~$0 }))
        #expect(found.differences.map(\.forgery) == [.edited, .truncated, nil])
        #expect(found.differences.map(\.row) == ["1", "4", nil])
        let codes = ["difference.head.ofEntry", "difference.head.ofEntry", "difference.head"]
        #expect(found.differences.map(\.said.code) == codes)
    }

    @Test func ofAnEmptyJournalEverythingWasWiped() throws {
        let found = try told(KeptHead(sequence: 2, hash: [UInt8](repeating: 7, count: 32)))
        #expect(found.differences.map(\.forgery) == [.wiped])
    }

    /// The head tells to which till it belongs.
    @Test func aJournalThatWasBegunAnewIsKnownByItsEnrolment() throws {
        try enrol(key)
        let kept = KeptHead(try signed(by: key))
        let anew = try SignedHeadAuditTests()
        try anew.fill(1)
        try anew.enrol(key, life: "another life")
        #expect(try anew.told(kept).differences.map(\.forgery) == [.wiped])
    }
}
