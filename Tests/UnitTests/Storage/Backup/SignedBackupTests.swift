import Flow
import Foundation
import Model
import Testing

@testable import Storage

/// Backups of a till that signs its journal and has archived years of it.
@Suite struct SignedBackupTests {
    private let place: TemporaryDirectory
    private let key = JournalKey()

    init() throws { place = try TemporaryDirectory() }

    private func till() throws -> StorageManager {
        let storage = try StorageManager(directory: place.path + "/data", environment: .standing, key: key)
        try storage.enrol(.standing)
        for number in 1...3 {
            try storage.write { transaction in
                let id = PaymentID(rawValue: "pay-\(number)")
                try transaction.append(kind: "payment.intended", payment: id, encoding: ["number": number])
                try transaction.insert(
                    Sample.payment(id.rawValue, order: Int64(number), stage: .settled, outcome: approved))
            }
        }
        return storage
    }

    private let approved = PaymentOutcome.approved(TransactionResult(resultCode: 0))

    private func restore(_ directory: String, key: JournalKey?) throws(StorageError) -> DataRestore.Report {
        try DataRestore(in: place.path + "/" + directory, key: key, environment: .standing)
            .run(from: place.path + "/backup") { _, _ in }
    }

    @Test func theHeadOfABackupIsSignedAndTheRestoredJournalIsSignedAnew() throws {
        let storage = try till()
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        let head = try storage.read { try $0.journalHead() }
        let kept = try #require(try JournalHead.kept(in: place.path + "/backup/till.head"))
        #expect(kept.head == head && kept.signed?.isGenuine == true && kept.signed?.publicKey == key.publicKey)
        try storage.close()

        _ = try restore("new", key: key)
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        #expect(try restored.lossInJournal() == nil)
        #expect(try restored.signedHead()?.isGenuine == true)
        let end = try restored.read { (try $0.journalHead(), try $0.enrolment()) }
        #expect(end.1?.sequence == end.0.sequence && end.1?.enrolment.key == key.fingerprint)
        try restored.close()
    }

    /// The process was killed before it could put the new `till.head` in the place of the old one.
    @Test func anOlderHeadBesideARestoredDatabaseLagsBehind() throws {
        let storage = try till()
        let head = place.path + "/data/till.head"
        let older = try #require(FileManager.default.contents(atPath: head))
        try storage.write {
            try $0.append(kind: "payment.settled", payment: PaymentID(rawValue: "pay-3"), encoding: [1])
        }
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        _ = try restore("new", key: key)
        try older.write(to: URL(filePath: place.path + "/new/till.head"))
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        #expect(try restored.lossInJournal() == nil)
        try restored.close()
    }

    @Test func archivesAreBackedUpAndComeBack() throws {
        let storage = try till()
        let file = place.path + "/data/archive-2026-01-01.sqlite"
        let change = try storage.change()
        let draft = try storage.draftArchive(
            of: ArchiveExtent(through: 2, days: [], before: Sample.later), in: file, environment: .standing)
        try storage.check(draft)
        let archive = try storage.move(draft, since: change, by: nil, environment: .standing) { _ in }
        let whole = try storage.backUp(into: place.path + "/backup", environment: .standing)
        #expect(whole.files.contains { $0.name == "archive-1.sqlite" && $0.sha256 == archive.sha256 })
        _ = try restore("new", key: key)
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        #expect(try restored.examineArchives().map(\.condition) == [.unchanged])
        try restored.close()

        unlink(file)
        let without = try storage.backUp(into: place.path + "/backup-2", environment: .standing)
        #expect(without.missing == [archive.file])
        try storage.close()
    }

    @Test func lastReceiptNumbersAreForgotten() throws {
        let storage = try till()
        try storage.write {
            try $0.save(TerminalMemory(terminalID: "52500038", lastReceiptNumber: 41, updatedAt: Sample.time))
        }
        _ = try storage.backUp(into: place.path + "/backup", environment: .standing)
        try storage.close()
        _ = try restore("new", key: key)
        let restored = try StorageManager(directory: place.path + "/new", environment: .standing, key: key)
        let memory = try restored.read { try $0.terminal(id: "52500038") }
        #expect(memory != nil && memory?.lastReceiptNumber == nil)
        try restored.close()
    }
}
