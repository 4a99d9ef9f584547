import Flow
import Foundation
import GRDB
import Model

/// Puts a backup in the place of a till's data.
///
/// Everything is prepared in a folder of the data directory; then one rename gives the database its name. A process that is
/// killed before that has changed nothing; after it everything is restored.
package struct DataRestore: Sendable {
    /// What was restored.
    package struct Report: Hashable, Sendable {
        package let manifest: BackupManifest
        /// Where the replaced database is; nil if there was none.
        package let replaced: String?
    }

    private let directory: DataDirectory
    private let key: JournalKey?
    private let environment: Environment
    private let waiting: @Sendable (HeldLock) -> Void

    /// - Parameter path: the data directory. It is created if it is missing.
    package init(
        in path: String, key: JournalKey?, environment: Environment,
        waiting: @escaping @Sendable (HeldLock) -> Void = { _ in }
    ) {
        directory = DataDirectory(path: path)
        self.key = key
        self.environment = environment
        self.waiting = waiting
    }

    private var staging: String { (directory.path as NSString).appendingPathComponent("restore.new") }

    /// Restores a folder or a tar archive. No process may use the data directory meanwhile.
    ///
    /// - Parameters:
    ///   - check: throws `.corrupt` if the tables of the backup are not what its journal says.
    ///   - admit: called in the transaction that records the restore, to decide whom the restored till lets in. It has the
    ///     settings of the replaced data, if there are some that can be read.
    ///   - mark: called in the same transaction, to mark what is not certain any more.
    package func run(
        from backup: String, check: (any StorageReader) throws -> Void = { _ in },
        admit: (any StorageTransaction, (any SettingsReading)?) throws -> Void = { _, _ in },
        mark: (any StorageTransaction, JournalRestoration) throws -> Void
    ) throws(StorageError) -> Report {
        try directory.prepare()
        return try directory.exclusively(waiting: waiting) { () throws(StorageError) in
            BackupFiles.remove(staging)
            defer { BackupFiles.remove(staging) }
            environment.reached("restore.begun")
            let manifest = try BackupSource(path: backup).unpack(into: staging)
            environment.reached("restore.unpacked")
            let archives = try prepare(manifest, from: backup, check) { (storage) throws(StorageError) in
                try record(manifest, in: storage, admit, mark)
            }
            environment.reached("restore.marked")
            try place(archives)
            environment.reached("restore.archivesPlaced")
            return Report(manifest: manifest, replaced: try replace())
        }
    }

    // MARK: Preparing

    private func prepare(
        _ manifest: BackupManifest, from backup: String, _ check: (any StorageReader) throws -> Void,
        _ record: (StorageManager) throws(StorageError) -> Void
    ) throws(StorageError) -> [(file: String, archive: JournalArchive)] {
        let (storage, archives) = try verified(manifest, from: backup, check)
        defer { try? storage.close() }
        environment.reached("restore.verified")
        try record(storage)
        return archives
    }

    /// Opens the unpacked backup and verifies it. Nothing is written to it before its tables and triggers are known to be ours.
    private func verified(
        _ manifest: BackupManifest, from backup: String, _ check: (any StorageReader) throws -> Void
    ) throws(StorageError) -> (StorageManager, [(file: String, archive: JournalArchive)]) {
        do throws(StorageError) {
            try SchemaComparison.check(untrusted: staging + "/" + DataDirectory.fileName)
            let known = try HeadFile(in: staging).read()
            // `till.head` is made anew, with the key of this machine.
            unlink(HeadFile(in: staging).path)
            let storage = try StorageManager(
                directory: staging, environment: environment, key: key, patience: .init(), acceptsAnyJournal: true,
                keepsFormer: false)
            do throws(StorageError) {
                guard try storage.checkCopy() == manifest.head else {
                    throw .corrupt(reason: Sentence("detail.backup.otherEnd"))
                }
                try verify(known, manifest, storage)
                try storage.read(check)
                return (storage, try unpackedArchives(storage))
            } catch {
                try? storage.close()
                throw error
            }
        } catch { throw Self.damaged(error, backup) }
    }

    /// Compares the backup's `till.head` with its journal. A till that signs and could not read its key has made a backup without
    /// one; where the key is, none is accepted.
    private func verify(
        _ known: HeadFile.Contents, _ manifest: BackupManifest, _ storage: StorageManager
    ) throws(StorageError) {
        let enrolment = try storage.read { try $0.enrolment()?.enrolment }
        switch known {
        case .missing where enrolment?.key != nil && enrolment?.key != key?.fingerprint: return
        case .missing:
            throw .corrupt(reason: Sentence("detail.backup.fileMissing", ["file": HeadFile.fileName]))
        case .unreadable: throw .corrupt(reason: Sentence("detail.head.unreadable"))
        case .head(let head, let signed):
            guard head == manifest.head else { throw .corrupt(reason: Sentence("detail.backup.otherHead")) }
            guard let key = enrolment?.key else {
                guard signed == nil else { throw .corrupt(reason: Sentence("detail.head.otherKey")) }
                return
            }
            guard let signed else { throw .corrupt(reason: Sentence("detail.head.notSigned")) }
            guard signed.isGenuine, signed.enrolment.key == key, signed.till == enrolment?.till,
                signed.life == enrolment?.life
            else { throw .corrupt(reason: Sentence("detail.head.otherKey")) }
        }
    }

    /// Compares the backup with the present data, and records the restore in it.
    private func record(
        _ manifest: BackupManifest, in storage: StorageManager,
        _ admit: (any StorageTransaction, (any SettingsReading)?) throws -> Void,
        _ mark: (any StorageTransaction, JournalRestoration) throws -> Void
    ) throws(StorageError) {
        let present = try PresentData(directory)
        defer { present.close() }
        try RestoreComparison(present: present, backup: storage, path: directory.path).check()
        let fact = JournalRestoration(madeAt: manifest.madeAt, through: manifest.through, hash: manifest.hash)
        try storage.write { transaction in
            try transaction.append(kind: JournalRestoration.kind, payment: nil, encoding: fact)
            try mark(transaction, fact)
            try admit(transaction, present.settings)
            try (transaction as? Session)?.forgetLastNumbers()
            // The last entry, so that a `till.head` of before the restore is taken for one that lags behind.
            try transaction.enrol(environment, signing: key?.fingerprint, beginsAnew: true)
        }
        try storage.close()
        guard access(staging + "/" + DataDirectory.fileName + "-wal", F_OK) != 0 else {
            throw .system(code: -1, message: Sentence("detail.archive.hasLog"))
        }
    }

    /// The archives in the backup, each with the file to which the journal refers.
    private func unpackedArchives(
        _ storage: StorageManager
    ) throws(StorageError) -> [(file: String, archive: JournalArchive)] {
        var found: [(String, JournalArchive)] = []
        for archive in try storage.read({ try $0.archives() }) {
            let file = staging + "/" + BackupManifest.name(ofArchive: archive.number)
            guard access(file, F_OK) == 0 else { continue }
            guard try StorageManager.sha256(of: file) == archive.sha256 else {
                throw .corrupt(reason: Sentence("detail.backup.otherArchive", ["file": archive.file]))
            }
            found.append((file, archive))
        }
        return found
    }

    /// A damaged database in a backup is told as a damaged backup.
    private static func damaged(_ error: StorageError, _ backup: String) -> StorageError {
        switch error {
        case .corrupt(let reason): .refused(.backupDamaged(backup, reason))
        case .conflict, .missing, .system:
            .refused(.backupDamaged(backup, error.failure.said))
        case .cannotOpen, .diskFull, .noRoom, .readOnly, .newerVersion, .openPayments, .olderVersion, .busy,
            .olderJournal,
            .refused:
            error
        }
    }

    // MARK: Placing

    /// Gives the archives their names. A file with such a name is never replaced.
    private func place(_ archives: [(file: String, archive: JournalArchive)]) throws(StorageError) {
        for (file, archive) in archives {
            let name = (archive.file as NSString).lastPathComponent
            guard name.hasSuffix(".sqlite"), name != DataDirectory.fileName else {
                throw .refused(.archiveExists(archive.file))
            }
            let target = (directory.path as NSString).appendingPathComponent(name)
            if try StorageManager.sha256(of: target) == archive.sha256 { continue }
            guard access(target, F_OK) != 0 else { throw .refused(.archiveExists(target)) }
            guard rename(file, target) == 0 else { throw FileRefusal.of(target) }
        }
        try BackupFiles.syncFolder(directory.path)
    }

    /// Gives the restored database its name; the replaced one keeps another name.
    private func replace() throws(StorageError) -> String? {
        try BackupFiles.syncFolder(staging)
        let kept = try keepPresent()
        environment.reached("restore.oldKept")
        let restored = staging + "/" + DataDirectory.fileName
        guard rename(restored, directory.database) == 0 else { throw FileRefusal.of(directory.database) }
        try BackupFiles.syncFolder(directory.path)
        environment.reached("restore.replaced")
        // From here on everything is restored: a `till.head` that lags behind follows with the next entry.
        _ = rename(HeadFile(in: staging).path, directory.head.path)
        try BackupFiles.syncFolder(directory.path)
        return kept
    }

    /// Gives the present database a second name, and its log, if it has one, another: SQLite must not find the old log
    /// beside the new database.
    private func keepPresent() throws(StorageError) -> String? {
        var node = stat()
        guard lstat(directory.database, &node) == 0 else {
            for ending in ["-wal", "-shm"] { unlink(directory.database + ending) }
            return nil
        }
        let time = environment.now().formatted(
            .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
                .timeSeparator(.omitted))
        let kept = try keep(node, as: (directory.path as NSString).appendingPathComponent("replaced-\(time)"))
        _ = rename(directory.database + "-wal", kept + "-wal")
        unlink(directory.database + "-shm")
        try BackupFiles.syncFolder(directory.path)
        return kept
    }

    /// Gives the present database a name that no other file has. A restore that was killed may have given it one already.
    private func keep(_ present: stat, as name: String) throws(StorageError) -> String {
        for number in 1...Self.mostOfOneSecond {
            let kept = name + (number == 1 ? "" : "-\(number)") + ".sqlite"
            if link(directory.database, kept) == 0 { return kept }
            var node = stat()
            if errno == EEXIST {
                if lstat(kept, &node) == 0, node.st_ino == present.st_ino, node.st_dev == present.st_dev { return kept }
                continue
            }
            // A file system without hard links.
            if lstat(kept, &node) == 0 { continue }
            guard rename(directory.database, kept) == 0 else { throw FileRefusal.of(kept) }
            return kept
        }
        errno = EEXIST
        throw FileRefusal.of(name + ".sqlite")
    }

    /// How many databases may be replaced within one second.
    private static let mostOfOneSecond = 100
}
