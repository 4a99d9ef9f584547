import Flow
import Foundation
import GRDB
import Model

extension StorageManager {
    /// Copies the database as it is at one moment, with the archives of its journal, into a new folder, and reads the copy
    /// back. Other processes may write meanwhile. Credentials, keys and recordings of the terminals' lines are left out.
    ///
    /// When this throws, the folder may be incomplete.
    ///
    /// - Parameters:
    ///   - apart: whether a connection of its own reads the database, so that other reads of this process do not wait meanwhile.
    ///   - key: the key that signs the head, if the storage was opened without it.
    ///   - check: throws `.corrupt` if the tables are not what the journal says; such a backup could not be restored.
    package func backUp(
        into folder: String, environment: Environment, key: JournalKey? = nil, apart: Bool = false,
        check: (any StorageReader) throws -> Void = { _ in }
    ) throws(StorageError) -> BackupManifest {
        guard directory != nil else { throw .readOnly }
        try BackupFiles.makeFolder(folder)
        try DiskSpace.check(for: try bytesToBackUp(), in: folder)
        environment.reached("backup.begun")
        let file = folder + "/" + DataDirectory.fileName
        do { try (apart ? onOwnReader : onReader) { try DatabaseCopy.make(file, of: $0) } } catch {
            throw StorageError(error)
        }
        environment.reached("backup.copied")
        let copy = try StorageManager(atRest: file, now: now)
        defer { try? copy.close() }
        let head = (try copy.checkCopy(), try copy.read { try $0.enrolment()?.enrolment })
        try copy.read(check)
        let signed = SignedHead(head.0, head.1, key ?? self.key, at: environment.now())
        // A signature that cannot be made here is left out, and made anew when the backup is restored.
        if head.1?.key == nil || signed != nil { try HeadFile(in: folder).make(head.0, signed: signed) }
        let (archives, missing) = try copyArchives(of: copy, to: folder)
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

    /// Runs `work` on a connection that is opened for it. SQLite shares its locks with the others of this process.
    private func onOwnReader(_ work: (Database) throws -> Void) throws {
        guard let directory else { throw StorageError.readOnly }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: directory.database, configuration: configuration)
        defer { try? queue.close() }
        try queue.read(work)
    }

    /// Syncs a folder, without which the name of a new file in it may be lost in a power cut.
    package static func syncFolder(_ path: String) throws(StorageError) { try BackupFiles.syncFolder(path) }

    /// The size of the database and of its archives.
    private func bytesToBackUp() throws(StorageError) -> UInt64 {
        try read { try $0.archives() }.reduce(try size().bytes) { sum, archive in
            var node = stat()
            return stat(path(of: archive), &node) == 0 ? sum + UInt64(max(0, node.st_size)) : sum
        }
    }

    /// Copies the archives that are as they were written, and names the others: none of them keeps the rest from being backed
    /// up.
    private func copyArchives(
        of copy: StorageManager, to folder: String
    ) throws(StorageError) -> (files: [BackupManifest.File], missing: [String]) {
        var (files, missing) = ([BackupManifest.File](), [String]())
        for archive in try copy.read({ try $0.archives() }) {
            let (source, name) = (path(of: archive), BackupManifest.name(ofArchive: archive.number))
            // An archive that cannot be read, or is no file, has no hash.
            let isUnchanged = ((try? Self.sha256(of: source)) ?? nil) == archive.sha256
            guard isUnchanged, BackupManifest.isName(name) else {
                missing.append(archive.file)
                continue
            }
            let copied = try BackupFiles.copy(source, to: folder + "/" + name, limit: Tar.largest, followsLinks: true)
            guard copied.sha256 == archive.sha256, copied.bytes <= Tar.largest else {
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

    /// Throws `backup.tooLarge` for a manifest that no restore would read.
    private func write(_ manifest: BackupManifest, to folder: String) throws(StorageError) {
        var bytes: [UInt8]
        do { bytes = Array(try StoredJSON.data(manifest)) } catch { throw StorageError(error) }
        guard manifest.isUsable, bytes.count <= BackupManifest.largestManifest else {
            throw .refused(.backupTooLarge)
        }
        _ = try BackupFiles.make(folder + "/" + BackupManifest.fileName) { () throws(StorageError) in
            defer { bytes = [] }
            return bytes
        }
        try BackupFiles.syncFolder(folder)
    }
}
