import Flow
import Foundation
import Model
import Testing

@testable import Storage
@testable import Stores

/// Where a journal begins to differ from an export of it, and what was done there.
@Suite struct ExportComparisonTests {
    private let world = VirtualWorld(seed: 1)
    private let scratch: Scratch
    private let storage: StorageManager
    private let kept: [KeptEntry]

    /// A journal of an enrolment and six facts, and its export.
    init() throws {
        scratch = try Scratch()
        storage = try StorageManager(directory: scratch.directory.path, environment: world.environment)
        try storage.enrol(world.environment)
        for number in 1...6 {
            try storage.write { _ = try $0.append(kind: "test.fact", payment: nil, encoding: ["number": number]) }
        }
        kept = try storage.read { try $0.journalEntries(from: 1, limit: 99) }.map {
            KeptEntry(
                sequence: $0.sequence, payment: nil, kind: $0.kind,
                payload: String(decoding: $0.payload, as: UTF8.self), hash: Array($0.hash.prefix(8)))
        }
    }

    /// Moves the first entries into an archive.
    private func archive(through sequence: Int64) throws {
        let change = try storage.change()
        let draft = try storage.draftArchive(
            of: ArchiveExtent(through: sequence, days: [], before: world.now),
            in: scratch.directory.path + "/archive.sqlite", environment: world.environment)
        try storage.check(draft)
        try storage.move(draft, since: change, by: nil, environment: world.environment) { _ in }
    }

    private func difference(_ entries: some Collection<KeptEntry>) throws -> JournalDifference? {
        try storage.read { try ExportComparison(Array(entries), $0).difference() }
    }

    /// The export of a journal in which these entries and all after them were others.
    private func changed(from place: Int, till: String? = nil) -> [KeptEntry] {
        kept.enumerated().map { index, entry in
            guard index >= place else { return entry }
            let payload = till.map { entry.payload.replacing("\"till-", with: "\"\($0)-") }
            return KeptEntry(
                sequence: entry.sequence, payment: nil, kind: entry.kind,
                payload: payload ?? "{\"number\":\(100 + index)}", hash: entry.hash.map { ~$0 })
        }
    }

    // MARK: As it was

    @Test func anExportOfTheWholeJournalOrOfAPartOfItDiffersNowhere() throws {
        for range in [0..<7, 0..<3, 3..<7, 3..<3, 0..<1, 6..<7] {
            #expect(try difference(kept[range]) == nil, "\(range)")
        }
    }

    /// Whatever of the export is in the archive, also nothing else or nothing of it.
    @Test(arguments: [0..<7, 0..<3, 0..<2, 2..<3, 2..<4, 3..<7]) func whatWasArchivedSinceIsNoDifference(
        _ range: Range<Int>
    ) throws {
        try archive(through: 3)
        #expect(try difference(kept[range]) == nil)
    }

    // MARK: Changed

    @Test(arguments: 1...6) func theFirstEntryThatDiffersIsNamed(_ place: Int) throws {
        let found = try #require(try difference(changed(from: place)))
        #expect(found.row == "\(place + 1)" && found.forgery == .edited)
        let said = Sentence("difference.export.changed", ["entry": Int64(place + 1), "kind": "test.fact"])
        #expect(found.said == said)
    }

    /// What was archived is known by the hash of its last entry.
    @Test(arguments: [(2, "3"), (3, "4"), (6, "7")]) func ofAnArchivedJournalTheFirstThatCanBeComparedIsNamed(
        _ place: Int, _ row: String
    ) throws {
        try archive(through: 3)
        let found = try #require(try difference(changed(from: place)))
        #expect(found.row == row && found.forgery == .edited && found.said.code == "difference.export.changed")
    }

    @Test(arguments: [false, true]) func theExportOfAnotherTillIsToldAsSuch(isArchived: Bool) throws {
        if isArchived { try archive(through: 3) }
        let found = try #require(try difference(changed(from: 0, till: "other")))
        #expect(found.row == (isArchived ? "3" : "1") && found.forgery == .anotherTill)
        #expect(found.said.code == "difference.export.otherTill")
    }

    // MARK: Gone

    @Test func whatTheExportHasBeyondTheJournalWasCutOff() throws {
        let more = KeptEntry(sequence: 8, payment: nil, kind: "test.fact", payload: "{}", hash: [1, 2, 3, 4])
        let found = try #require(try difference(kept + [more]))
        #expect(found.row == "8" && found.forgery == .truncated)
        #expect(found.said == Sentence("difference.export.cutOff", ["entry": Int64(8), "last": Int64(7)]))
    }

    /// The journal has in the fourth place what the export has in the sixth.
    @Test func entriesThatWereTakenOutAreCounted() throws {
        let gone = (4...5 as ClosedRange<Int64>).map {
            KeptEntry(
                sequence: $0, payment: nil, kind: "test.fact", payload: "{\"number\":\(90 + $0)}", hash: [1, 2, 3, 4])
        }
        let moved = kept.dropFirst(3).map {
            KeptEntry(sequence: $0.sequence + 2, payment: nil, kind: $0.kind, payload: $0.payload, hash: [5, 6, 7, 8])
        }
        let found = try #require(try difference(kept.prefix(3) + gone + moved))
        #expect(found.row == "4" && found.forgery == .removed)
        let said = ["entry": Int64(4), "count": 1, "later": 6]
        #expect(found.said == Sentence("difference.export.removed", said))
    }
}
