import Flow
import Foundation
import GRDB
import Model
import Synchronization
import Testing

@testable import Storage

/// A process that is stopped while it archives has moved either everything or nothing.
@Suite struct ArchiveCutTests {
    private let place: TemporaryDirectory
    private let elsewhere: TemporaryDirectory
    private static let steps = [
        "archive.begun", "archive.filled", "archive.synced", "archive.named", "archive.moving", "archive.moved",
    ]

    init() throws {
        place = try TemporaryDirectory()
        elsewhere = try TemporaryDirectory()
    }

    private func fill() throws {
        let storage = try place.open()
        try storage.enrol(.standing)
        for number in 1...20 {
            let id = PaymentID(rawValue: "pay-\(number)")
            try storage.write { transaction in
                try transaction.append(kind: "payment.intended", payment: id, encoding: ["number": number])
                try transaction.insert(
                    Sample.payment(
                        id.rawValue, key: "key-\(number)", order: Int64(number), stage: .settled,
                        outcome: .approved(TransactionResult(resultCode: 0))))
                try transaction.append(kind: "payment.settled", payment: id, encoding: ["number": number])
                try transaction.insert(Sample.receipt("rcp-\(number)", payment: id.rawValue), createdAt: Sample.time)
            }
        }
        try storage.close()
    }

    private func archive(_ path: String, _ environment: Environment) throws {
        let storage = try StorageManager(directory: path, environment: .standing)
        defer { try? storage.close() }
        let change = try storage.change()
        let extent = ArchiveExtent(through: 21, days: [], before: Sample.later)
        let draft = try storage.draftArchive(of: extent, in: path + "/archive.sqlite", environment: environment)
        try storage.check(draft)
        try storage.move(draft, since: change, by: nil, environment: environment) { _ in }
    }

    /// Copies the disk at each step, which is what a killed process leaves behind.
    @Test(arguments: steps) func killedAtAnyStepNothingIsLost(step: String) throws {
        try fill()
        let copy = elsewhere.path + "/left"
        var environment = Environment.standing
        environment.reached = { [path = place.path] in
            guard $0 == step else { return }
            try? FileManager.default.copyItem(atPath: path, toPath: copy)
        }
        let whole = try place.open().read { try $0.journalEntries(from: 1, limit: 99) }
        try archive(place.path, environment)
        try #require(FileManager.default.fileExists(atPath: copy), "the step is not there any more")

        let left = try StorageManager(directory: copy, environment: .standing)
        let start = try left.read { try $0.journalStart().head.sequence }
        #expect(start == (step == "archive.moved" ? 21 : 0))
        #expect(try JournalVerifier(left).verify().isIntact)
        let entries = try left.read { try $0.journalEntries(from: 1, limit: 99) }
        if start == 0 {
            #expect(entries == whole)
            #expect(try left.read { try $0.receipts(limit: 99) }.count == 20)
        } else {
            let file = try StorageManager(archive: copy + "/archive.sqlite", environment: .standing)
            let moved = try file.read { try $0.journalEntries(from: 1, limit: 99) }
            #expect(moved + entries.filter { $0.sequence <= 41 } == whole)
            #expect(try left.examineArchives().map(\.condition) == [.unchanged])
        }
        for number in 1...20 { #expect(try left.read { try $0.payment(key: "key-\(number)") } != nil) }
    }

    /// SQLite runs out of space at some page, from the first to the last that a whole run needs.
    @Test(arguments: [0, 1, 2, 4, 8, 12, 16, 20]) func aFullDatabaseMovesNothing(pages: Int) throws {
        try fill()
        let storage = try place.open()
        defer { try? storage.close() }
        let whole = try storage.read { try $0.journalEntries(from: 1, limit: 99) }
        let change = try storage.change()
        let extent = ArchiveExtent(through: 21, days: [], before: Sample.later)
        let draft = try storage.draftArchive(of: extent, in: place.path + "/archive.sqlite", environment: .standing)
        try storage.check(draft)
        try storage.onWriter { database in
            let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(count + pages)")
        }
        do {
            try storage.move(draft, since: change, by: nil, environment: .standing) { _ in }
            #expect(try storage.read { try $0.journalStart().head.sequence } == 21)
        } catch {
            #expect(error == .diskFull)
            #expect(try storage.read { try $0.journalEntries(from: 1, limit: 99) } == whole)
            #expect(!FileManager.default.fileExists(atPath: place.path + "/archive.sqlite"))
        }
        #expect(try JournalVerifier(storage).verify().isIntact)
    }

    /// The head is written after the commit, so the file of a killed till may name an entry that is archived by now.
    @Test func aHeadOfAnArchivedEntryIsNoLoss() throws {
        try fill()
        let copy = elsewhere.path + "/till.head"
        let storage = try place.open()
        let early = try storage.read { try $0.journalEntries(from: 21, limit: 1) }[0]
        try storage.close()
        try HeadFile(path: copy).make(JournalHead(sequence: early.sequence, hash: early.hash))
        try archive(place.path, .standing)
        for (name, sequence) in [("the last archived", Int64(21)), ("one before it", 5)] {
            try HeadFile(path: place.path + "/till.head").make(JournalHead(sequence: sequence, hash: early.hash))
            #expect(try place.open().lossInJournal() == nil, "\(name)")
        }
        try HeadFile(path: place.path + "/till.head").make(
            JournalHead(sequence: 21, hash: Data(repeating: 7, count: 32)))
        #expect(throws: StorageError.self, "another journal's") { try place.open() }
    }
}
