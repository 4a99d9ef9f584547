import Flow
import Foundation
import GRDB
import Model

extension StorageManager {
    /// Copies the database as it is at one moment, with the archives of its journal, into a new folder, and reads the copy
    /// back. Other processes may write meanwhile. Credentials, keys and recordings of the terminals' lines are left out.
    ///
    /// When this throws, the folder may be incomplete.
    package func backUp(into folder: String, environment: Environment) throws(StorageError) -> BackupManifest {
        guard let directory else { throw .readOnly }
        try BackupFiles.makeFolder(folder)
        try BackupFiles.checkRoom(for: Int64(try size().bytes), in: folder)
        environment.reached("backup.begun")
        let file = folder + "/" + DataDirectory.fileName
        try copyDatabase(to: file)
        environment.reached("backup.copied")
        let copy = try Self.verifiedCopy(file, now: now)
        defer { try? copy.close() }
        let head = try copy.read { (try $0.journalHead(), try $0.enrolment()?.enrolment) }
        let signed = SignedHead(head.0, head.1, key, at: environment.now())
        // A signature that cannot be made here is left out, and made anew when the backup is restored.
        if head.1?.key == nil || signed != nil { try HeadFile(in: folder).make(head.0, signed: signed) }
        let (archives, missing) = try copyArchives(of: copy, in: directory, to: folder)
        var files = archives
        for name in [DataDirectory.fileName, HeadFile.fileName] where access(folder + "/" + name, F_OK) == 0 {
            files.append(try Self.described(name, in: folder))
        }
        let manifest = BackupManifest(
            format: BackupManifest.format, till: head.1?.till, schema: try copy.settings().schema,
            madeAt: environment.now().asStored, through: head.0.sequence, hash: Hexadecimal.text(head.0.hash),
            payments: try copy.size().payments, files: files, missing: missing)
        try write(manifest, to: folder)
        environment.reached("backup.verified")
        return manifest
    }

    /// Syncs a folder, without which the name of a new file in it may be lost in a power cut.
    package static func syncFolder(_ path: String) throws(StorageError) { try BackupFiles.syncFolder(path) }

    private func copyDatabase(to file: String) throws(StorageError) {
        let handle = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else { throw FileRefusal.of(file) }
        defer { Glibc.close(handle) }
        do {
            let copy = try DatabaseQueue(path: file)
            defer { try? copy.close() }
            // One read transaction: what is copied is one state, and no writer waits for it.
            try onReader { source in
                try copy.writeWithoutTransaction { try source.backup(to: $0) }
            }
            try copy.close()
        } catch { throw StorageError(error) }
        guard fsync(handle) == 0 else { throw FileRefusal.of(file) }
    }

    /// Opens a copy of a database; throws unless its pages and its journal are whole.
    static func verifiedCopy(_ file: String, now: @escaping @Sendable () -> Date) throws(StorageError) -> StorageManager
    {
        let copy = try StorageManager(atRest: file, now: now)
        do throws(StorageError) {
            try copy.checkIntegrity()
            let (verdict, head, label) = try copy.read {
                (try $0.verifyJournal(), try $0.journalHead(), try $0.archiveLabel())
            }
            guard label == nil else { throw .corrupt(reason: Sentence("detail.backup.isArchive")) }
            switch verdict {
            case .intact(head.sequence, head.hash): return copy
            case .intact: throw .corrupt(reason: Sentence("detail.backup.otherEnd"))
            case .broken(_, let why, _): throw .corrupt(reason: why)
            }
        } catch {
            try? copy.close()
            throw error
        }
    }

    /// Copies the archives that are as they were written, and names the others.
    private func copyArchives(
        of copy: StorageManager, in directory: DataDirectory, to folder: String
    ) throws(StorageError) -> (files: [BackupManifest.File], missing: [String]) {
        var (files, missing) = ([BackupManifest.File](), [String]())
        for archive in try copy.read({ try $0.archives() }) {
            let (source, name) = (path(of: archive), BackupManifest.name(ofArchive: archive.number))
            guard access(source, F_OK) == 0 else {
                missing.append(archive.file)
                continue
            }
            let copied = try BackupFiles.copy(source, to: folder + "/" + name)
            guard copied.sha256 == archive.sha256 else {
                unlink(folder + "/" + name)
                missing.append(archive.file)
                continue
            }
            files.append(BackupManifest.File(name: name, bytes: copied.bytes, sha256: copied.sha256))
        }
        return (files, missing)
    }

    private static func described(_ name: String, in folder: String) throws(StorageError) -> BackupManifest.File {
        let path = folder + "/" + name
        var node = stat()
        guard stat(path, &node) == 0, let sha256 = try sha256(of: path) else { throw FileRefusal.of(path) }
        return BackupManifest.File(name: name, bytes: Int64(node.st_size), sha256: sha256)
    }

    private func write(_ manifest: BackupManifest, to folder: String) throws(StorageError) {
        var bytes: [UInt8]
        do { bytes = Array(try StoredJSON.data(manifest)) } catch { throw StorageError(error) }
        _ = try BackupFiles.make(folder + "/" + BackupManifest.fileName) { () throws(StorageError) in
            defer { bytes = [] }
            return bytes
        }
        try BackupFiles.syncFolder(folder)
    }
}
