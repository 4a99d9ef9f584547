import Model
import Crypto
import Failures
import Flow
import Foundation
import GRDB

extension StorageManager {
    /// The path of an archive's file: as the journal names it, relative to the data directory.
    func path(of archive: JournalArchive) -> String {
        let folder = directory?.path ?? "."
        guard archive.file.hasPrefix("/") else { return (folder as NSString).appendingPathComponent(archive.file) }
        if FileManager.default.fileExists(atPath: archive.file) { return archive.file }
        let here = (folder as NSString).appendingPathComponent((archive.file as NSString).lastPathComponent)
        return FileManager.default.fileExists(atPath: here) ? here : archive.file
    }

    package func archive(_ number: Int) throws(StorageError) -> (any StorageManagerType)? {
        let known = try read { try $0.archives() }
        guard let archive = known.first(where: { $0.number == number }), case let file = path(of: archive),
            FileManager.default.fileExists(atPath: file)
        else { return nil }
        return try StorageManager(archive: file, now: now)
    }

    package func examineArchives() throws(StorageError) -> [ArchiveState] {
        var states: [ArchiveState] = []
        // An archive knows of earlier archives, but keeps no rows of them.
        let known = try read { reader in try reader.archiveLabel() == nil ? try reader.archives() : [] }
        for archive in known {
            let file = path(of: archive)
            let condition = try Self.condition(of: archive, at: file)
            let kept = try attemptRead { try Session(database: $0, now: now).keptRows(ofArchive: archive.number) }
            states.append(
                ArchiveState(archive: archive, path: file, condition: condition, keepsRows: kept == archive.kept))
        }
        return states
    }

    private static func condition(
        of archive: JournalArchive, at file: String
    ) throws(StorageError) -> ArchiveState.Condition {
        do throws(StorageError) {
            guard let sha256 = try sha256(of: file) else { return .missing }
            return sha256 == archive.sha256 ? .unchanged : .changed
        } catch {
            // The path is not a regular file, for example a pipe.
            if case .refused = error { return .changed }
            throw error
        }
    }

    private func attemptRead<T>(_ work: (Database) throws -> T) throws(StorageError) -> T {
        do { return try onReader(work) } catch { throw StorageError(error) }
    }

    /// SHA-256 of a file in 64 hexadecimal digits; nil when there is no file.
    package static func sha256(of path: String) throws(StorageError) -> String? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw FileRefusal.of(path)
        }
        defer { Glibc.close(file) }
        guard RegularFile.state(of: file) != nil else { throw .refused(.notAnArchive(path)) }
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count >= 0 else { throw FileRefusal.of(path) }
            if count == 0 { return Hexadecimal.text(Data(hash.finalize())) }
            hash.update(data: buffer[..<count])
        }
    }

    // MARK: Moving

    /// SQLite's change counter, which grows as soon as another process writes to the database.
    package func change() throws(StorageError) -> Int {
        do { return try onWriter { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } } catch {
            throw StorageError(error)
        }
    }

    /// Copies the beginning of the journal into a new file. Nothing moves yet.
    ///
    /// - Parameter file: an absolute path. An existing file is refused.
    package func draftArchive(
        of extent: ArchiveExtent, in file: String, environment: Environment
    ) throws(StorageError) -> ArchiveDraft {
        guard let directory, !isReadOnly else { throw .readOnly }
        var node = stat()
        guard lstat(file, &node) != 0 else { throw .refused(.archiveExists(file)) }
        let number = try read { try $0.archives().count } + 1
        return try ArchiveWriter(
            source: directory.database, file: file, extent: extent, number: number, key: key, environment: environment
        ).write()
    }

    /// Reads the draft back from the disk and throws unless every part of it equals the till's data.
    package func check(_ draft: ArchiveDraft) throws(StorageError) {
        let copy = try StorageManager(archive: draft.unfinished, now: now)
        defer { try? copy.close() }
        guard case .intact(draft.head.sequence, draft.head.hash) = try copy.read({ try $0.verifyJournal() }) else {
            throw .refused(.journalNotWhole)
        }
        let rows = try copy.attemptRead {
            try ArchiveRows.digest(
                ArchiveRows.allCases, where: { $0 == .payments ? "archive IS NULL" : "1" }, in: $0)
        }
        guard rows == draft.rows else {
            throw .corrupt(reason: Sentence("detail.archive.notWritten", ["file": draft.unfinished]))
        }
    }

    /// Completes a draft: gives the file its final name, and deletes its entries from the journal in one transaction that
    /// records this.
    ///
    /// When this throws, nothing has moved and the file is deleted. The exception is a disk failure during the commit:
    /// nobody knows whether the commit survives, so the file stays, and the next run deletes it if the journal still has the
    /// entries.
    ///
    /// - Parameters:
    ///   - change: the value of `change()` before anything was read for the draft. The move is refused when another process
    ///     has written since.
    ///   - check: called within the transaction; when it throws, the move is rolled back.
    @discardableResult
    package func move(
        _ draft: ArchiveDraft, since change: Int, by: String?, withOpenDays: Bool = false, environment: Environment,
        check: (any StorageReader) throws -> Void
    ) throws(StorageError) -> JournalArchive {
        guard let directory, let sha256 = try Self.sha256(of: draft.unfinished) else {
            throw .missing(.archive, id: "\(draft.unfinished)")
        }
        let folder = (draft.file as NSString).deletingLastPathComponent
        let isHere = OwnFiles.real(folder) == OwnFiles.real(directory.path)
        let archive = JournalArchive(
            number: draft.label.number, file: isHere ? (draft.file as NSString).lastPathComponent : draft.file,
            first: draft.label.first, through: draft.label.through, hash: Hexadecimal.text(draft.head.hash),
            sha256: sha256, payments: draft.label.payments, kept: draft.kept, before: draft.extent.before)
        try Self.name(draft)
        var isCommitting = false
        do throws(StorageError) {
            try FileRefusal.syncDirectory(of: draft.file)
            environment.reached("archive.named")
            guard try self.change() == change else { throw .refused(.archiveInterrupted) }
            let fact = ArchivedEntries(
                archive: archive, earlier: try read { try $0.archives() }, by: by,
                withOpenDays: withOpenDays ? true : nil)
            try commit(fact, draft, change, environment, check) { isCommitting = true }
        } catch {
            guard !isCommitting else { throw error }
            unlink(draft.file)
            try? FileRefusal.syncDirectory(of: draft.file)
            throw error
        }
        environment.reached("archive.moved")
        return archive
    }

    /// Gives the file its final name without ever replacing another file.
    private static func name(_ draft: ArchiveDraft) throws(StorageError) {
        if link(draft.unfinished, draft.file) == 0 {
            unlink(draft.unfinished)
            return
        }
        // Some file systems have no hard links.
        var node = stat()
        guard lstat(draft.file, &node) != 0 else { throw .refused(.archiveExists(draft.file)) }
        guard rename(draft.unfinished, draft.file) == 0 else { throw FileRefusal.of(draft.file) }
    }

    private func commit(
        _ fact: ArchivedEntries, _ draft: ArchiveDraft, _ change: Int, _ environment: Environment,
        _ check: (any StorageReader) throws -> Void, committing: () -> Void
    ) throws(StorageError) {
        try write { transaction in
            guard let session = transaction as? Session else { throw StorageError.readOnly }
            let isSame = try Int.fetchOne(session.database, sql: "PRAGMA data_version") == change
            guard isSame, try session.journalStart() == draft.start else { throw Failure.archiveInterrupted }
            try check(session)
            try session.move(fact, draft, in: environment)
            environment.reached("archive.moving")
            committing()
        }
    }
}

extension Session {
    /// Deletes the archived entries. No other code deletes entries of the journal.
    fileprivate func move(_ fact: ArchivedEntries, _ draft: ArchiveDraft, in environment: Environment) throws {
        let (former, through) = (try enrolment()?.enrolment, draft.head.sequence)
        let endsUnder = try enrolment(upTo: through)
        try ArchiveRows.note(through: through, daysWithReceipts: draft.extent.days, "main", in: database)
        try append(kind: ArchivedEntries.kind, payment: nil, encoding: fact)
        try execute(
            "UPDATE journal_start SET sequence = ?, hash = ?, enrolment = ?",
            [through, draft.head.hash, try endsUnder.map(StoredJSON.text)])
        for table in [ArchiveRows.printJobs, .receipts] {
            try execute("DELETE FROM \(table.rawValue) WHERE \(table.condition("main"))", [])
        }
        try execute("DELETE FROM journal WHERE sequence <= ?", [through])
        try execute(
            "UPDATE payments SET archive = ? WHERE \(ArchiveRows.payments.condition("main"))", [fact.archive.number])
        // The newest enrolment may have moved into the archive, so the journal repeats it.
        if let former { try append(kind: TillEnrolment.kind, payment: nil, encoding: former) }
    }
}

extension Failure {
    package static func archiveExists(_ file: String) -> Failure {
        Failure(
            ArchiveFailure.exists, Sentence("failure.archive.exists", ["file": file]),
            remedy: Sentence("remedy.archive.exists"), recovery: .giveUp)
    }

    package static func notAnArchive(_ file: String) -> Failure {
        Failure(
            ArchiveFailure.notOne, Sentence("failure.archive.notOne", ["file": file]),
            remedy: Sentence("remedy.archive.notOne"), recovery: .giveUp)
    }

    static func archiveDamaged(_ file: String, _ reason: Sentence) -> Failure {
        Failure(
            ArchiveFailure.damaged, Sentence("failure.archive.damaged", ["file": file, "reason": reason]),
            remedy: Sentence("remedy.archive.damaged"), recovery: .askOperator)
    }

    static let archiveInterrupted = Failure(
        ArchiveFailure.inUse, Sentence("failure.archive.inUse.archiveInterrupted"),
        remedy: Sentence("remedy.archive.inUse.archiveInterrupted"), recovery: .retry)

    static let journalNotWhole = Failure(
        JournalFailure.broken, Sentence("failure.journal.broken.journalNotWhole"),
        remedy: Sentence("remedy.journal.broken"), recovery: .askOperator)
}
