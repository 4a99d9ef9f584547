import Flow
import Foundation
import GRDB
import Model
import Testing

@testable import Storage

/// Reading leaves the data directory unchanged and copies nothing.
@Suite struct RestTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        let storage = try place.open()
        try storage.write { try $0.append(kind: "test", payment: nil, payload: Data("{}".utf8)) }
        try storage.close()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() }
    }

    /// The name, the bytes and the time of each file.
    private func state() throws -> [String] {
        try names.map { name in
            let path = place.path + "/" + name
            let changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            let bytes = try Data(contentsOf: URL(filePath: path)).hashValue
            return "\(name) \(bytes) \(changed?.timeIntervalSince1970 ?? 0)"
        }
    }

    /// In an earlier version a pool of connections created and dropped a table at each start, which took two commits.
    @Test func aTillThatOnlyReadsCommitsNothing() throws {
        let before = try state()
        let storage = try place.open()
        #expect(try storage.read { try $0.journalHead().sequence } == 1)
        let log = try FileManager.default.attributesOfItem(atPath: place.file + "-wal")[.size] as? Int
        #expect(log == 0)
        try storage.close()
        #expect(try state() == before)
    }

    @Test func atRestTheDataIsOneFileAndItsHead() throws {
        #expect(try names == ["till.head", "till.sqlite"])
    }

    @Test func aDatabaseAtRestIsReadWithoutAByteBesideIt() throws {
        let before = try state()
        let storage = try StorageManager(readingOnly: place.path, environment: .standing)
        #expect(storage.rest != nil, "in place, and not a copy")
        #expect(try storage.read { try $0.journalHead().sequence } == 1)
        #expect(try storage.settings().isDurable)
        try storage.checkIntegrity()
        #expect(try names == ["till.head", "till.sqlite"])
        try storage.close()
        #expect(try state() == before)
    }

    @Test func whatWasReadOfAFileThatChangedMeanwhileDoesNotCount() throws {
        let reading = try StorageManager(readingOnly: place.path, environment: .standing)
        let writing = try place.open()
        try writing.write { try $0.append(kind: "test", payment: nil, payload: Data("{}".utf8)) }
        let error = #expect(throws: StorageError.self) { try reading.read { try $0.journalHead() } }
        #expect(error?.code == "storage.busy")
        // A new reader reads the write-ahead log as well.
        let again = try StorageManager(readingOnly: place.path, environment: .standing)
        #expect(again.rest == nil)
        #expect(try again.read { try $0.journalHead().sequence } == 2)
    }

    /// A file that changes while it is read looks damaged, but is not reported as damaged.
    @Test func aFileThatChangesMeanwhileIsBusyAndNotDamaged() throws {
        let reading = try StorageManager(readingOnly: place.path, environment: .standing)
        let writing = try place.open()
        try writing.write { try $0.append(kind: "test", payment: nil, payload: Data("{}".utf8)) }
        let damaged = DatabaseError(resultCode: .SQLITE_CORRUPT)
        let read = #expect(throws: StorageError.self) { try reading.read { _ in throw damaged } }
        #expect(read?.code == "storage.busy")
        let examined = #expect(throws: StorageError.self) { try reading.examineDatabase() }
        #expect(examined?.code == "storage.busy")
    }

    /// SQLite would take a part of these names for the end of a path, or for a query.
    @Test(arguments: ["a b?c", "a%20b", "a#b", "ä"]) func anyDirectoryCanBeReadAtRest(name: String) throws {
        let directory = place.path + "/" + name
        let storage = try StorageManager(directory: directory, environment: .standing)
        try storage.write { try $0.append(kind: "test", payment: nil, payload: Data("{}".utf8)) }
        try storage.close()
        let reading = try StorageManager(readingOnly: directory, environment: .standing)
        #expect(reading.rest != nil)
        #expect(try reading.read { try $0.journalHead().sequence } == 1)
    }

    @Test func howLargeItIsAndHowFastItGrowsIsTold() throws {
        let storage = try place.open()
        #expect(try storage.size().payments == 0)
        for number in 0..<3 {
            try storage.write {
                try $0.insert(
                    PaymentRecord(
                        id: PaymentID(rawValue: "pay-\(number)"), fingerprint: "", site: .embedded, order: nil,
                        amount: Sample.euros(100), terminalAddress: "serial:/dev/\(number)", language: "en",
                        createdAt: Sample.time + TimeInterval(number) * 86_400, updatedAt: Sample.time))
            }
        }
        let size = try storage.size()
        #expect(size.payments == 3 && size.paymentsADay == 1.5)
        #expect(size.bytes > 100_000 && size.bytesADay == Double(size.bytes) / 2)
    }

    /// GRDB crashes when something reads through a closed connection.
    @Test func afterItIsClosedEveryCallIsRefusedWhoeverStillCalls() async throws {
        for _ in 0..<20 {
            let storage = try place.open()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            if number % 2 == 0 {
                                _ = try? storage.read { try $0.journalHead() }
                            } else {
                                _ = try? storage.write { try $0.setSetting("n", to: number) }
                            }
                        }
                    }
                }
                group.addTask { try? storage.close() }
            }
            let refused = [
                #expect(throws: StorageError.self) { try storage.read { try $0.journalHead() } },
                #expect(throws: StorageError.self) { try storage.write { try $0.removeSetting("n") } },
                #expect(throws: StorageError.self) { try storage.checkReady() },
                #expect(throws: StorageError.self) { try storage.settings() },
                #expect(throws: StorageError.self) { try storage.lossInJournal() },
            ]
            #expect(refused.allSatisfy { $0?.code == "storage.system" })
        }
    }
}
