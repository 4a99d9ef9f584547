import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// The signature of the head is in a page of `till.head` that is written in any case.
@Suite struct SignedHeadTests {
    private let place: TemporaryDirectory
    private let key = JournalKey()

    init() throws { place = try TemporaryDirectory() }

    private func open(_ key: JournalKey?) throws -> StorageManager {
        try StorageManager(directory: place.path, environment: .standing, key: key)
    }

    private func enrolled(_ key: JournalKey?) throws -> StorageManager {
        let storage = try open(key)
        try storage.enrol(.standing)
        return storage
    }

    private func enrolments(_ storage: StorageManager) throws -> [TillEnrolment] {
        try storage.read { try $0.journalEntries(kind: TillEnrolment.kind, limit: 9) }.reversed()
            .map { try $0.decoded(as: TillEnrolment.self) }
    }

    @Test func eachHeadIsSignedByTheKeyThatTheJournalNames() throws {
        let storage = try enrolled(key)
        for _ in 1...3 {
            try fill(storage, 1)
            let signed = try #require(try storage.signedHead())
            #expect(try signed.head == storage.read { try $0.journalHead() })
            #expect(signed.isGenuine && signed.publicKey == key.publicKey)
            #expect(try signed.enrolment == enrolments(storage).last)
        }
        #expect(try enrolments(storage).map(\.key) == [key.fingerprint])
        #expect(try JournalVerifier(storage).verify().isIntact)
        try storage.close()
        #expect(try JournalVerifier(open(key)).verify().isIntact)
    }

    /// The signature is in a page that is written and synced in any case.
    @Test func aSignatureCostsNoSync() throws {
        try enrolled(key).close()
        let bytes = try Data(contentsOf: URL(filePath: place.path + "/till.head"))
        #expect(bytes.count == 2 * HeadFile.half)
        let words = String(decoding: bytes.prefix(HeadFile.half), as: UTF8.self).split { $0.isWhitespace }
        #expect(words.first == "till.head.2" && words.count == 9)
    }

    @Test func aTillWithoutAKeySignsNothing() throws {
        let storage = try enrolled(nil)
        try fill(storage, 1)
        #expect(try storage.signedHead() == nil)
        #expect(try enrolments(storage).map(\.key) == [nil])
    }

    @Test func aKeyThatTheJournalDoesNotNameSignsNoHead() {
        let (till, head) = ("till-0000000000", JournalHead(sequence: 1, hash: Data(repeating: 1, count: 32)))
        func signed(_ named: String?) -> SignedHead? {
            SignedHead(head, TillEnrolment(till: till, life: "life-0000000000", key: named), key, at: Sample.time)
        }
        #expect(signed(key.fingerprint)?.isGenuine == true)
        #expect(signed(JournalKey().fingerprint) == nil && signed(nil) == nil)
    }

    @Test func aKeyThatIsChangedOrTakenAwayIsToldByTheJournal() throws {
        let other = JournalKey()
        for (key, signer) in [(key, key.publicKey), (other, other.publicKey), (nil, nil)]
            as [(JournalKey?, JournalPublicKey?)]
        {
            let storage = try enrolled(key)
            try fill(storage, 1)
            #expect(try storage.signedHead()?.publicKey == signer)
            try storage.close()
        }
        let storage = try open(nil)
        let found = try enrolments(storage)
        #expect(found.map(\.key) == [key.fingerprint, other.fingerprint, nil])
        #expect(Set(found.map(\.till)).count == 1 && Set(found.map(\.life)).count == 1)
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    /// While one process runs, another adds a key to the journal or removes it. The first one records with which key it
    /// goes on, and the next start finds no fault.
    @Test(arguments: [true, false]) func aProcessThatRunsOnSaysWithWhichKey(isSigned: Bool) throws {
        let running = try enrolled(isSigned ? key : nil)
        try enrolled(isSigned ? nil : key).close()
        try fill(running, 2)
        #expect(try running.signedHead()?.publicKey == (isSigned ? key.publicKey : nil))
        #expect(try running.lossInJournal() == nil)
        #expect(try enrolments(running).map { $0.key != nil } == [isSigned, !isSigned, isSigned])
        try running.close()
        #expect(try JournalVerifier(open(key)).verify().isIntact)
    }

    /// A command that only reads may lack the configuration that names the key.
    @Test func whoOnlyLooksWithoutTheKeyWritesNothing() throws {
        try enrolled(key).close()
        let signed = try Data(contentsOf: URL(filePath: place.path + "/till.head"))
        let storage = try open(nil)
        #expect(try !storage.signsAsItNames)
        let reading = try storage.reopenedToRead(.standing)
        #expect(reading.isReadOnly)
        #expect(try Data(contentsOf: URL(filePath: place.path + "/till.head")) == signed)
        #expect(try open(key).signsAsItNames)
    }

    // MARK: Forgeries of the file

    private func overwriteHead(_ signed: (JournalHead) throws -> SignedHead?) throws {
        let storage = try enrolled(key)
        try fill(storage, 3)
        let head = try storage.read { try $0.journalHead() }
        try storage.close()
        try HeadFile(in: place.path).make(head, signed: try signed(head))
    }

    private func expectRefused(_ reason: Sentence) throws {
        #expect(throws: StorageError.olderJournal(reason: reason)) { try open(key) }
        let reading = try StorageManager(readingOnly: place.path, environment: .standing)
        #expect(try JournalVerifier(reading).verify() == .broken(sequence: 4, why: reason))
    }

    @Test func aHeadWithoutItsSignatureIsRefused() throws {
        try overwriteHead { _ in nil }
        try expectRefused("till.head is not signed, and the journal names a key that signs it")
    }

    @Test func aHeadThatIsGoneIsRefused() throws {
        try overwriteHead { _ in nil }
        try FileManager.default.removeItem(atPath: place.path + "/till.head")
        try expectRefused("till.head is missing, and the journal names a key that signs it")
    }

    @Test(arguments: ["another key", "another till", "another life", "another time", "another entry"])
    func aSignatureOfSomethingElseIsRefused(what: String) throws {
        let enrolment = TillEnrolment(till: "till-0000000000", life: "life-0000000000", key: key.fingerprint)
        try overwriteHead { head in
            let stranger = JournalKey()
            let (key, named) =
                switch what {
                case "another key":
                    (stranger, TillEnrolment(till: enrolment.till, life: enrolment.life, key: stranger.fingerprint))
                case "another till":
                    (key, TillEnrolment(till: "till-other", life: enrolment.life, key: key.fingerprint))
                case "another life":
                    (key, TillEnrolment(till: enrolment.till, life: "life-other", key: key.fingerprint))
                default: (key, enrolment)
                }
            let signed = try #require(SignedHead(head, named, key, at: Sample.time))
            #expect(signed.isGenuine)
            guard what.hasSuffix("time") || what.hasSuffix("entry") else { return signed }
            let sequence = what.hasSuffix("entry") ? head.sequence - 1 : head.sequence
            let forged = SignedHead(
                till: signed.till, life: signed.life,
                head: JournalHead(sequence: head.sequence, hash: head.hash),
                at: what.hasSuffix("time") ? Sample.later : signed.at, publicKey: signed.publicKey,
                signature: what.hasSuffix("time")
                    ? signed.signature
                    : try #require(
                        SignedHead(JournalHead(sequence: sequence, hash: head.hash), named, key, at: Sample.time)
                    ).signature)
            #expect(!forged.isGenuine)
            return forged
        }
        try expectRefused("till.head is not signed with the key that the journal names")
    }

    /// Without the key, someone can write a head of an empty journal, or keep an old head beside entries of their own.
    @Test func aHeadFromBeforeTheEntriesIsRefused() throws {
        let storage = try enrolled(key)
        let old = try Data(contentsOf: URL(filePath: place.path + "/till.head"))
        try fill(storage, Int(SignedHead.mostBehind) + 1)
        try storage.close()
        try old.write(to: URL(filePath: place.path + "/till.head"))
        let behind = StorageError.olderJournal(reason: "till.head is signed for entry 1 of 202 only")
        #expect(throws: behind) { try open(key) }
        try HeadFile(in: place.path).make(.empty, signed: nil)
        let before = StorageError.olderJournal(
            reason: "till.head ends before the entry that names the key which signs it")
        #expect(throws: before) { try open(key) }
    }

    @Test func whatIsAcceptedIsSignedAnew() throws {
        try overwriteHead { _ in nil }
        let fact = try StorageManager.acceptJournal(
            in: place.path, evidence: "looked", by: nil, environment: .standing, key: key)
        #expect(fact.reason.description.contains("is not signed"))
        let storage = try open(key)
        #expect(try storage.signedHead()?.isGenuine == true)
        #expect(try storage.lossInJournal() == nil)
    }

    /// A till can be killed between the commit of its enrolment and the writing of the head.
    @Test func aTillThatWasKilledOverItsEnrolmentGoesOn() throws {
        let storage = try open(nil)
        try fill(storage, 2)
        let before = try Data(contentsOf: URL(filePath: place.path + "/till.head"))
        try storage.close()
        try enrolled(key).close()
        try before.write(to: URL(filePath: place.path + "/till.head"))
        let later = try enrolled(key)
        try fill(later, 1)
        #expect(try later.signedHead()?.isGenuine == true)
    }

    /// Before its enrolment, nothing was written that could have been lost.
    @Test func aNewTillThatWasKilledOverItsEnrolmentGoesOn() throws {
        try enrolled(key).close()
        try FileManager.default.removeItem(atPath: place.path + "/till.head")
        let later = try enrolled(key)
        #expect(try later.signedHead()?.isGenuine == true && enrolments(later).count == 1)
    }

    // MARK: As words

    @Test func aSignedHeadIsReadFromItsWordsAndFromNoOthers() throws {
        let named = TillEnrolment(till: "till-1", life: "life-1", key: key.fingerprint)
        for sequence in [0, 7] as [Int64] {
            let head = JournalHead(sequence: sequence, hash: Data(repeating: 0xAB, count: 32))
            let signed = try #require(SignedHead(head, named, key, at: Sample.time))
            let words = signed.words.map { $0[...] }
            #expect(SignedHead(words: words) == signed && words.count == SignedHead.wordCount)
            for (place, other) in [
                (2, "-1"), (2, "x"), (2, ""), (3, "ab"), (3, words[3] + "ab"), (3, "x"), (4, "now"),
                (5, words[5].dropLast(2)), (5, words[5] + "00"), (5, "x"), (6, "x"), (6, "a"),
            ] as [(Int, Substring)] {
                var changed = words
                changed[place] = other
                #expect(SignedHead(words: changed) == nil, "\(other) as word \(place)")
            }
            #expect(SignedHead(words: Array(words.dropLast())) == nil && SignedHead(words: words + ["x"]) == nil)
        }
    }

    // MARK: Keys in files

    @Test func aKeyIsReadAsItWasWritten() throws {
        let file = place.path + "/key"
        try key.write(to: file)
        #expect(try JournalKey(file: file).fingerprint == key.fingerprint)
        #expect(try JournalPublicKey(file: file + ".pub") == key.publicKey)
        var node = stat()
        #expect(stat(file, &node) == 0 && node.st_mode & 0o777 == 0o600)
        #expect(key.fingerprint.count == 64)
        #expect(throws: Failure.self, "an existing file stays") { try JournalKey().write(to: file) }
        #expect(try JournalKey(file: file).fingerprint == key.fingerprint)
        #expect(throws: Failure.self) { try JournalPublicKey(file: file) }
        #expect(throws: Failure.self) { try JournalKey(file: file + ".pub") }
        #expect(throws: Failure.self) { try JournalKey(file: place.path + "/nowhere") }
        try Data().write(to: URL(filePath: file))
        let reason = Sentence("detail.key.noFileOf", ["mark": JournalKeyFile.mark])
        #expect(throws: Failure.noKey(file, reason)) { try JournalKey(file: file) }
    }

    /// Without the public key beside it, nobody could verify what the key signs.
    @Test func aKeyIsNotLeftWithoutItsPublicKey() throws {
        let file = place.path + "/key"
        try Data("mine".utf8).write(to: URL(filePath: file + ".pub"))
        #expect(throws: Failure.self) { try key.write(to: file) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["key.pub"])
    }

    @Test(arguments: [(0o600, true), (0o640, true), (0o400, true), (0o644, false), (0o660, false), (0o602, false)])
    func aKeyThatOthersCanUseIsRefused(mode: Int, isTaken: Bool) throws {
        let file = place.path + "/key"
        try key.write(to: file)
        chmod(file, mode_t(mode))
        #expect(((try? JournalKey(file: file)) != nil) == isTaken)
    }
}
