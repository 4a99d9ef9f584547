import Model
import Failures
import Flow
import Foundation
import Storage
import Payments

/// Moves the beginning of the journal into a file that can be verified by itself (docs/decisions/0052).
///
/// The whole file is written, synced and read back before anything is removed from the journal, which happens in one
/// transaction. A process that is stopped before that has moved nothing; one that is stopped after it has moved
/// everything.
package struct JournalArchiving: Sendable {
    /// The least age of entries that are moved: a card payment can be disputed, and refunded to its card, for about a
    /// year.
    package static let leastAgeDays = 400

    private static let claim = "journal archive"

    private let storage: StorageManager
    private let directory: String
    private let locks: any DeviceLocks
    private let environment: Environment
    private let leastAge: TimeInterval
    private let keptTransactions: Int

    /// - Parameters:
    ///   - directory: the data directory.
    ///   - leastAgeDays, keptTransactions: differ from production only in tests.
    package init(
        storage: StorageManager, directory: String, locks: any DeviceLocks, environment: Environment,
        leastAgeDays: Int = Self.leastAgeDays, keptTransactions: Int? = nil
    ) {
        self.storage = storage
        self.directory = directory
        self.locks = locks
        self.environment = environment
        leastAge = TimeInterval(leastAgeDays) * 86_400
        self.keptTransactions = keptTransactions ?? ArchivePlanner.keptTransactions
    }

    /// Returns how much could be moved, and changes nothing.
    package func plan(_ request: ArchiveRequest) throws(Failure) -> ArchivePlan {
        let latest = environment.now() - leastAge
        guard request.before <= latest else { throw .archiveTooRecent(latest) }
        return try storage.reading { reader in
            var planner = try ArchivePlanner(
                reader, before: request.before, withOpenDays: request.withOpenDays, kept: keptTransactions)
            return try planner.plan()
        }
    }

    /// Moves finished entries into an archive. Throws `archive.nothing` if none is worth moving, and why it cannot be done now: a journal
    /// that is not intact, a device in use, another archiving.
    package func run(_ request: ArchiveRequest) throws(Failure) -> ArchiveReport {
        let claim = try locks.take(Self.claim, else: .archiveRuns)
        defer { claim.release() }
        let cleared = try clear(request.file)
        try carryRestore(before: request.before)
        let change = try storing { () throws(StorageError) in try storage.change() }
        let plan = try plan(request)
        // A file that contains only the till's enrolment is worth nothing.
        guard plan.entries > 0, plan.transactions > 0 || plan.holds.isEmpty else { throw .nothingToArchive(plan) }
        try checkWhole(storage)
        let extent = ArchiveExtent(through: plan.through, days: plan.days, before: request.before)
        let draft = try storing { () throws(StorageError) in
            try storage.draftArchive(of: extent, in: request.file, environment: environment)
        }
        do throws(Failure) {
            try storing { () throws(StorageError) in try storage.check(draft) }
            let copy = try storing { () throws(StorageError) in
                try StorageManager(archive: draft.unfinished, environment: environment)
            }
            defer { try? copy.close() }
            try checkWhole(copy)
            environment.reached("archive.verified")
        } catch {
            draft.discard()
            throw error
        }
        let archive = try storing { () throws(StorageError) in
            try storage.move(
                draft, since: change, by: request.by, withOpenDays: request.withOpenDays, environment: environment
            ) { reader in try checkRests(reader) }
        }
        return ArchiveReport(plan: plan, archive: archive, cleared: cleared)
    }

    /// Writes what holds since a restore once more if its entry may be moved: it is looked up in the journal alone.
    private func carryRestore(before date: Date) throws(Failure) {
        let restored = try storage.reading { try RestoredJournal.current(in: $0, writtenBefore: date) }
        guard let restored else { return }
        try storage.writing { try restored.write(to: $0) }
    }

    private func storing<T>(_ work: () throws(StorageError) -> T) throws(Failure) -> T { try asFailure(work) }

    /// Throws if the journal does not verify, because the rows that stay would be trusted from then on.
    private func checkWhole(_ storage: StorageManager) throws(Failure) {
        let found = try storing { () throws(StorageError) in try JournalAudit.run(storage) }
        guard found.isIntact else { throw .notWhole(found) }
    }

    /// Throws while a payment, a print or an end of day runs, which must not wait for the database.
    private func checkRests(_ reader: any StorageReader) throws {
        for open in try reader.unsettledPayments() where locks.isTaken(terminal: open.terminalAddress) {
            throw Failure.archiveInUse
        }
        for day in try EndOfDayIntent.open(in: reader) where locks.isTaken(terminal: day.terminal.address.description) {
            throw Failure.archiveInUse
        }
        for case let printer? in try reader.interruptedPrintJobs(printer: nil).map({ DeviceAddress($0.printer) })
        where locks.isTaken(printer: printer) {
            throw Failure.archiveInUse
        }
    }

    // MARK: Files of an interrupted run

    /// Removes a file of an interrupted run if its contents are certainly in the journal as well.
    private func clear(_ file: String) throws(Failure) -> [String] {
        var cleared = ArchiveDraft.leftovers(file)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            guard name.hasPrefix("archive-"), name.hasSuffix(".sqlite.new") else { continue }
            cleared += ArchiveDraft.leftovers(directory + "/" + name.dropLast(4))
        }
        if try isLeftOver(file), unlink(file) == 0 { cleared.append(file) }
        return cleared
    }

    /// Whether the file is a complete archive that the journal does not mention and whose entries are all in the
    /// journal.
    private func isLeftOver(_ file: String) throws(Failure) -> Bool {
        guard let copy = try? StorageManager(archive: file, environment: environment) else { return false }
        defer { try? copy.close() }
        guard let label = try? copy.read({ try $0.archiveLabel() }),
            let last = try? copy.read({ try $0.journalHead() }), last.sequence == label.through
        else { return false }
        return try storage.reading { reader in
            let start = try reader.journalStart().head
            guard label.first == start.sequence + 1, label.through > start.sequence else { return false }
            let entry = try reader.journalEntries(from: label.through, limit: 1).first
            return entry?.sequence == label.through && entry?.hash == last.hash
        }
    }
}

extension Failure {
    static let archiveRuns = Failure(
        ArchiveFailure.inUse, Sentence("failure.archive.inUse.archiveRuns"),
        remedy: Sentence("remedy.archive.inUse.archiveRuns"), recovery: .retry)

    static let archiveInUse = Failure(
        ArchiveFailure.inUse, Sentence("failure.archive.inUse.archiveInUse"),
        remedy: Sentence("remedy.archive.inUse.archiveInUse"), recovery: .retry)

    static func archiveTooRecent(_ latest: Date) -> Failure {
        let day = latest.formatted(.iso8601.year().month().day())
        return Failure(
            ArchiveFailure.tooRecent,
            Sentence("failure.archive.tooRecent", ["leastAgeDays": JournalArchiving.leastAgeDays]),
            remedy: Sentence("remedy.archive.tooRecent", ["day": day]), recovery: .giveUp)
    }

    static func nothingToArchive(_ plan: ArchivePlan) -> Failure {
        guard plan.asked > plan.start else {
            return Failure(
                ArchiveFailure.nothing, Sentence("failure.archive.nothing.nothingToArchive"),
                remedy: Sentence("remedy.archive.nothing.nothingToArchive"), recovery: .giveUp)
        }
        let first = plan.holds.first
        return Failure(
            ArchiveFailure.nothing,
            Sentence(
                "failure.archive.nothing.upToThere",
                ["first": first?.sentence ?? Sentence("failure.archive.nothing.stillNeeded")]),
            remedy: first?.remedy ?? Sentence("remedy.archive.nothing.upToThere"), recovery: .giveUp)
    }

    fileprivate static func notWhole(_ found: JournalVerification) -> Failure {
        let why =
            switch found.chain {
            case .broken(_, let why, _): why
            case .intact: found.differences.first?.said ?? Sentence("detail.journal.differs")
            }
        return Failure(
            JournalFailure.contradicted, Sentence("failure.journal.contradicted.intact", ["why": why]),
            remedy: Sentence("remedy.journal.contradicted.intact"), recovery: .askOperator)
    }
}
