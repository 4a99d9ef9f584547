import Flow
import Foundation
import GRDB
import Glibc
import Model
import Testing

@testable import Storage

/// A backup takes the place of data only if it knows all that they know.
@Suite struct RestoreComparisonTests {
    private let place: TemporaryDirectory
    private var backup: String { place.path + "/backup" }

    init() throws { place = try TemporaryDirectory() }

    // MARK: Tills

    private func path(_ name: String) -> String { place.path + "/" + name }

    private func open(_ name: String, _ environment: Environment = .standing) throws -> StorageManager {
        try StorageManager(directory: path(name), environment: environment)
    }

    /// Opens or makes a till, has it take these payments, each with two entries, and closes it.
    private func pay(_ numbers: [Int], in name: String, _ environment: Environment = .standing) throws {
        let storage = try open(name, environment)
        try storage.enrol(environment)
        for number in numbers {
            let id = PaymentID(rawValue: "pay-\(number)")
            try storage.write { transaction in
                try transaction.append(kind: "payment.intended", payment: id, encoding: ["number": number])
                try transaction.insert(
                    Sample.payment(
                        id.rawValue, order: Int64(number), stage: .settled,
                        outcome: .approved(TransactionResult(resultCode: 0))))
                try transaction.append(kind: "payment.settled", payment: id, encoding: ["number": number])
            }
        }
        try storage.close()
    }

    private func append(_ kind: String, payment: String? = nil, in name: String) throws {
        let storage = try open(name)
        try storage.write { try $0.append(kind: kind, payment: payment.map(PaymentID.init(rawValue:)), encoding: [1]) }
        try storage.close()
    }

    private func backUp(_ name: String) throws {
        let storage = try open(name)
        _ = try storage.backUp(into: backup, environment: .standing)
        try storage.close()
    }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }

    @discardableResult
    private func restore(
        into name: String, admit: (any StorageTransaction, (any SettingsReading)?) throws -> Void = { _, _ in }
    ) throws -> DataRestore.Report {
        try DataRestore(in: path(name), key: nil, environment: .standing)
            .run(from: backup, admit: admit) { _, _ in }
    }

    private func expectRefusal(
        _ failure: Failure, into name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let before = FileManager.default.contents(atPath: path(name) + "/till.sqlite")
        #expect(throws: StorageError.refused(failure), sourceLocation: location) { try restore(into: name) }
        #expect(FileManager.default.contents(atPath: path(name) + "/till.sqlite") == before, sourceLocation: location)
        let left = try FileManager.default.contentsOfDirectory(atPath: path(name))
        #expect(!left.contains { $0.hasPrefix("re") }, "\(left)", sourceLocation: location)
    }

    private static func forgets(_ payments: [Int], entries: Int64) -> Failure {
        .wouldForget(payments.map { PaymentID(rawValue: "pay-\($0)") }, entries: entries)
    }

    private func payments(in name: String) throws -> Set<String> {
        let storage = try open(name)
        defer { try? storage.close() }
        #expect(try JournalVerifier(storage).verify().isIntact)
        return Set(try storage.read { try $0.recentPayments(limit: 99) }.map(\.id.rawValue))
    }

    // MARK: Data that can be read

    @Test func theDataOfTheBackupItselfStay() throws {
        try pay([1, 2], in: "data")
        try backUp("data")
        try expectRefusal(.nothingToRestore, into: "data")
    }

    @Test func entriesThatTheDataLostComeBack() throws {
        try pay([1, 2], in: "data")
        try copy("data", to: "older")
        try pay([3], in: "data")
        try backUp("data")
        let report = try restore(into: "older")
        #expect(try payments(in: "older") == ["pay-1", "pay-2", "pay-3"])
        let replaced = try DatabaseQueue(path: try #require(report.replaced))
        #expect(try replaced.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM payments") } == 2)
        try replaced.close()
    }

    @Test func paymentsSinceTheBackupAreNamedInTheirOrder() throws {
        try pay([1, 2], in: "data")
        try backUp("data")
        try pay([5, 4], in: "data")
        try append("payment.operatorNoted", payment: "pay-1", in: "data")
        try expectRefusal(Self.forgets([5, 4, 1], entries: 5), into: "data")
    }

    /// Both went on from the same payments. What they have in common is found wherever it ends.
    @Test(arguments: [0, 1, 2, 3, 7], [([8], [9]), ([8, 9, 10], [11]), ([8], [9, 10, 11, 12])])
    func whatOnlyTheDataKnowIsNamed(_ common: Int, _ further: ([Int], [Int])) throws {
        try pay(Array(0..<common), in: "data")
        try copy("data", to: "other")
        try pay(further.1, in: "other")
        try backUp("other")
        try pay(further.0, in: "data")
        try expectRefusal(Self.forgets(further.0, entries: Int64(2 * further.0.count)), into: "data")
    }

    @Test func aBackupOfAnotherTillIsRefusedNamingBoth() throws {
        var environment = Environment.standing
        environment.random = { 7 }
        try pay([1], in: "data")
        try backUp("data")
        try pay([1], in: "other", environment)
        let (here, there) = (environment.newID("till"), Environment.standing.newID("till"))
        try expectRefusal(.backupOfAnotherTill(here: here, there: there), into: "other")
        // A till that has taken no payment has nothing to forget.
        try pay([], in: "fresh", environment)
        try restore(into: "fresh")
        #expect(try payments(in: "fresh") == ["pay-1"])
    }

    @Test(arguments: [JournalAcceptance.kind, JournalRestoration.kind])
    func whatATillDoesWithoutATransactionIsNotKept(_ kind: String) throws {
        try pay([1], in: "data")
        try backUp("data")
        try pay([], in: "fresh")
        try append(kind, in: "fresh")
        try restore(into: "fresh")
        #expect(try payments(in: "fresh") == ["pay-1"])
    }

    @Test func anEndOfDayIsNotForgotten() throws {
        try pay([1], in: "data")
        try backUp("data")
        try pay([], in: "fresh")
        try append("endOfDay.settled", in: "fresh")
        try expectRefusal(Self.forgets([], entries: 1), into: "fresh")
    }

    // MARK: What till.head knows beyond the data

    /// The database of the older data, and a `till.head` that knows more.
    private func lose(_ lost: String, of name: String, keepingHeadOf newer: String) throws {
        for file in [lost, "till.head"] { unlink(path(name) + "/" + file) }
        try FileManager.default.copyItem(atPath: path(newer) + "/till.head", toPath: path(name) + "/till.head")
    }

    @Test(arguments: ["nothing", "till.sqlite"], [[], [1, 2]])
    func whatTheHeadAloneKnowsIsNotForgotten(_ lost: String, _ older: [Int]) throws {
        try pay(older, in: "data")
        try copy("data", to: "older")
        try pay([3], in: "data")
        try backUp("data")
        try copy("data", to: "same")
        try pay([4, 5], in: "data")
        // The head knows two payments that the backup does not know.
        try lose(lost, of: "older", keepingHeadOf: "data")
        try expectRefusal(Self.forgets([], entries: 4), into: "older")
        // It knows the last entry of the backup.
        try lose(lost, of: "older", keepingHeadOf: "same")
        let report = try restore(into: "older")
        #expect((report.replaced != nil) == (lost == "nothing"))
        #expect(try payments(in: "older") == Set((older + [3]).map { "pay-\($0)" }))
    }

    @Test func anEntryOfTheSameNumberMayBeAnother() throws {
        try pay([1], in: "data")
        try backUp("data")
        mkdir(path("new"), 0o700)
        try HeadFile(in: path("new")).make(JournalHead(sequence: 3, hash: Data(repeating: 1, count: 32)))
        try expectRefusal(Self.forgets([], entries: 1), into: "new")
        for sequence in [2, 1] as [Int64] {
            try HeadFile(in: path("new")).make(JournalHead(sequence: sequence, hash: Data(repeating: 1, count: 32)))
            try expectRefusal(Self.forgets([], entries: 1), into: "new")
        }
        try HeadFile(in: path("new")).make(.empty)
        try restore(into: "new")
    }

    // MARK: Data that cannot be read

    @Test func ofADatabaseThatCannotBeReadTheHeadTellsWhatItKnew() throws {
        try pay([1], in: "data")
        try backUp("data")
        try copy("data", to: "new")
        let database = URL(filePath: path("new") + "/till.sqlite")
        try Data("no database at all".utf8 + [UInt8](repeating: 0, count: 8192)).write(to: database)
        for (known, lost) in [(5, 2), (1, 1)] as [(Int64, Int64)] {
            try HeadFile(in: path("new")).make(JournalHead(sequence: known, hash: Data(repeating: 1, count: 32)))
            try expectRefusal(Self.forgets([], entries: lost), into: "new")
        }
        for head in [nil, Data("no head".utf8)] {
            unlink(path("new") + "/till.head")
            try head?.write(to: URL(filePath: path("new") + "/till.head"))
            try expectRefusal(.presentUnreadable(path("new")), into: "new")
        }
        unlink(path("new") + "/till.head")
        try FileManager.default.copyItem(atPath: path("data") + "/till.head", toPath: path("new") + "/till.head")
        let report = try restore(into: "new") { _, settings in #expect(settings == nil) }
        #expect(try payments(in: "new") == ["pay-1"])
        let replaced = try Data(contentsOf: URL(filePath: try #require(report.replaced)))
        #expect(replaced.starts(with: Data("no database".utf8)))
    }

    /// An empty file, and one in which another program keeps its tables.
    @Test(arguments: [true, false]) func whatIsNoTillsDatabaseIsNotReadAsOne(isEmpty: Bool) throws {
        try pay([1], in: "data")
        try backUp("data")
        mkdir(path("new"), 0o700)
        if isEmpty {
            try Data().write(to: URL(filePath: path("new") + "/till.sqlite"))
        } else {
            let queue = try DatabaseQueue(path: path("new") + "/till.sqlite")
            try queue.write { try $0.execute(sql: "CREATE TABLE notes (id INTEGER)") }
            try queue.close()
        }
        try expectRefusal(.presentUnreadable(path("new")), into: "new")
    }

    @Test func theDataOfALaterReleaseStay() throws {
        try pay([1], in: "data")
        try backUp("data")
        try copy("data", to: "new")
        let queue = try DatabaseQueue(path: path("new") + "/till.sqlite")
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')") }
        try queue.close()
        let error = #expect(throws: StorageError.self) { try restore(into: "new") }
        #expect(error?.code == "storage.newerVersion")
    }

    private static func range(_ first: off_t, _ kind: Int32) -> flock {
        var range = flock()
        (range.l_type, range.l_whence) = (Int16(kind), Int16(SEEK_SET))
        (range.l_start, range.l_len) = (first, 1)
        return range
    }

    /// The bytes that SQLite locks in every database (https://www.sqlite.org/lockingv3.html).
    private static let locked: (first: off_t, last: off_t) = (0x4000_0000, 0x4000_01FF)

    @Test func nobodyOpensADatabaseThatCannotBeReadWhileItIsReplaced() throws {
        mkdir(path("new"), 0o700)
        let database = path("new") + "/till.sqlite"
        try Data(count: 4096).write(to: URL(filePath: database))
        let present = try PresentData(DataDirectory(path: path("new")))
        let file = Glibc.open(database, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        func isFree(_ byte: off_t) -> Bool {
            var range = Self.range(byte, F_WRLCK)
            return fcntl(file, F_GETLK, &range) == 0 && range.l_type == Int16(F_UNLCK)
        }
        let (first, last) = Self.locked
        #expect(!isFree(first) && !isFree(first + 2) && !isFree(last))
        #expect(isFree(first - 1) && isFree(last + 1))
        present.close()
        #expect(isFree(first) && isFree(first + 2) && isFree(last))
    }

    @Test func aDatabaseThatCannotBeReadHereAndIsOpenElsewhereIsNotReplaced() throws {
        mkdir(path("new"), 0o700)
        let database = path("new") + "/till.sqlite"
        try Data(count: 4096).write(to: URL(filePath: database))
        let file = Glibc.open(database, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        // `F_OFD_SETLK`: a lock that this file holds against every other, as if another process had it.
        var range = Self.range(Self.locked.last, F_RDLCK)
        try #require(fcntl(file, 37, &range) == 0)
        let error = #expect(throws: StorageError.self) { try PresentData(DataDirectory(path: path("new"))) }
        #expect(error?.code == "storage.busy")
    }

    // MARK: What takes the place

    /// SQLite would read an old log into the new database.
    @Test func aLogWithoutItsDatabaseIsRemoved() throws {
        try pay([1], in: "data")
        try backUp("data")
        mkdir(path("new"), 0o700)
        for ending in ["-wal", "-shm"] {
            try Data("old".utf8).write(to: URL(filePath: path("new") + "/till.sqlite" + ending))
        }
        #expect(try restore(into: "new").replaced == nil)
        let left = try FileManager.default.contentsOfDirectory(atPath: path("new")).sorted()
        #expect(left == ["till.head", "till.sqlite"])
        #expect(try payments(in: "new") == ["pay-1"])
    }

    /// What the till of the replaced data knew of its operators decides whom the restored one lets in.
    @Test func theSettingsOfTheReplacedDataAreShown() throws {
        try pay([1], in: "data")
        try copy("data", to: "older")
        let older = try open("older")
        try older.write { try $0.setSetting("operators", to: ["Anna"]) }
        try older.close()
        try pay([2], in: "data")
        try backUp("data")
        var seen: [String?] = []
        for name in ["older", "empty"] {
            try restore(into: name) { transaction, settings in
                seen.append(try settings?.setting("operators").map { String(decoding: $0, as: UTF8.self) })
                let keys = try settings?.settingKeys() ?? []
                #expect(keys.contains("operators") == (name == "older"))
                #expect(try transaction.journalEntries(kind: JournalRestoration.kind, limit: 1).count == 1)
                try transaction.setSetting("admitted", to: name)
            }
            let restored = try open(name)
            #expect(try restored.read { try $0.setting("admitted", as: String.self) } == name)
            try restored.close()
        }
        #expect(seen == ["[\"Anna\"]", nil])
    }

    @Test func whoIsNotAdmittedIsNotRestored() throws {
        struct Refusal: Error {}
        try pay([1], in: "data")
        try backUp("data")
        #expect(throws: StorageError.self) { try restore(into: "new") { _, _ in throw Refusal() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("new")).isEmpty)
    }
}
