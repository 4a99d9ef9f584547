import Flow
import Foundation
import Model
import Testing

@testable import Storage

/// The journal records which till writes it.
@Suite struct TillEnrolmentTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func enrolments(_ storage: StorageManager) throws -> [(Int64, TillEnrolment)] {
        try storage.read { try $0.journalEntries(kind: TillEnrolment.kind, limit: 9) }.reversed()
            .map { ($0.sequence, try $0.decoded(as: TillEnrolment.self)) }
    }

    @Test func aNewJournalBeginsWithItsTill() throws {
        let storage = try place.open()
        try storage.enrol(.standing)
        try fill(storage, 2)
        try storage.enrol(.standing)
        let found = try enrolments(storage)
        #expect(found.map(\.0) == [1], "once")
        #expect(found.first?.1.till.hasPrefix("till-") == true && found.first?.1.life.hasPrefix("life-") == true)
    }

    @Test func anOlderJournalGetsItsTillAsItsNextEntry() throws {
        let storage = try place.open()
        try fill(storage, 3)
        try storage.close()
        let later = try place.open()
        try later.enrol(.standing)
        #expect(try enrolments(later).map(\.0) == [4])
        #expect(try JournalVerifier(later).verify().isIntact)
    }

    @Test func aJournalThatWasAcceptedBeginsAnewLifeOfTheSameTill() throws {
        let first = try place.open()
        try first.enrol(.standing)
        try first.close()
        let early = try Data(contentsOf: URL(filePath: place.file))
        let second = try place.open()
        try fill(second, 3)
        try second.close()
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.file + ending) }
        try early.write(to: URL(filePath: place.file))
        var environment = Environment.standing
        environment.random = { 7 }
        _ = try StorageManager.acceptJournal(in: place.path, evidence: "looked", by: nil, environment: environment)
        let found = try enrolments(try place.open()).map(\.1)
        #expect(found.count == 2)
        #expect(Set(found.map(\.life)).count == 2 && Set(found.map(\.till)).count == 1)
    }

    /// The journal is another till's if the setting with the till's id is gone or is another one.
    @Test(arguments: [nil, "till-other"]) func theLifeOfAnotherTillIsNotGoneOnWith(_ till: String?) throws {
        let storage = try place.open()
        try storage.enrol(.standing)
        var environment = Environment.standing
        environment.random = { 7 }
        try storage.write {
            if let till {
                try $0.setSetting(TillEnrolment.setting, to: till)
            } else {
                try $0.removeSetting(TillEnrolment.setting)
            }
            try $0.enrol(environment, signing: nil)
        }
        let found = try enrolments(storage).map(\.1)
        #expect(found.map(\.till) == [found[0].till, till ?? environment.newID("till")])
        #expect(found.map(\.life) == [found[0].life, environment.newID("life")] && found[0].life != found[1].life)
    }

    @Test func aTillThatIsEnrolledAgainKeepsItsLife() throws {
        let storage = try place.open()
        try storage.enrol(.standing)
        var environment = Environment.standing
        environment.random = { 7 }
        try storage.write { try $0.enrol(environment, signing: "key") }
        let found = try enrolments(storage).map(\.1)
        #expect(found.map(\.key) == [nil, "key"] && found[0].till == found[1].till && found[0].life == found[1].life)
    }

    @Test func aCopyOfTheHeadFileIsRead() throws {
        let storage = try place.open()
        try fill(storage, 3)
        let head = try storage.read { try $0.journalHead() }
        #expect(try JournalHead.kept(in: place.path + "/till.head")?.head == head)
        #expect(try JournalHead.kept(in: place.file) == nil)
    }
}
