import Foundation
import Model

/// A backup that somebody names: a folder, or a tar archive in a file. Nothing in it is trusted.
struct BackupSource {
    let path: String

    /// Copies the files that the manifest names into a new folder. Throws unless each is byte for byte what was written.
    func unpack(into folder: String) throws(StorageError) -> BackupManifest {
        var node = stat()
        guard stat(path, &node) == 0 else { throw .refused(.noBackup(path)) }
        try BackupFiles.makeFolder(folder)
        switch node.st_mode & S_IFMT {
        case S_IFDIR: return try unpackFolder(into: folder)
        case S_IFREG: return try unpackArchive(into: folder)
        default: throw .refused(.notABackup(path))
        }
    }

    // MARK: A folder

    private func unpackFolder(into folder: String) throws(StorageError) -> BackupManifest {
        let place = path + "/" + BackupManifest.fileName
        guard access(place, F_OK) == 0 else { throw .refused(.notABackup(path)) }
        let handle = try BackupFiles.openToRead(place)
        defer { close(handle) }
        let manifest = try manifest(in: try BackupFiles.read(BackupManifest.largestManifest + 1, from: handle, place))
        try DiskSpace.check(for: UInt64(manifest.bytes ?? .max), in: folder)
        for file in manifest.files {
            let source = path + "/" + file.name
            guard access(source, F_OK) == 0 else {
                throw damaged(Sentence("detail.backup.fileMissing", ["file": file.name]))
            }
            let copied = try BackupFiles.copy(source, to: folder + "/" + file.name, limit: file.bytes)
            guard copied == (file.bytes, file.sha256) else {
                throw damaged(Sentence("detail.backup.otherFile", ["file": file.name]))
            }
        }
        return manifest
    }

    // MARK: A tar archive

    private func unpackArchive(into folder: String) throws(StorageError) -> BackupManifest {
        let handle = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard handle >= 0 else { throw FileRefusal.of(path) }
        defer { close(handle) }
        guard RegularFile.state(of: handle) != nil else { throw .refused(.notABackup(path)) }
        guard let first = Tar.entry(in: try BackupFiles.read(Tar.block, from: handle, path)),
            first.name == BackupManifest.fileName, first.bytes <= BackupManifest.largestManifest
        else { throw .refused(.notABackup(path)) }
        let manifest = try manifest(in: try contents(of: first, from: handle))
        try DiskSpace.check(for: UInt64(manifest.bytes ?? .max), in: folder)
        var left = Set(manifest.files)
        while case let header = try BackupFiles.read(Tar.block, from: handle, path), !isEnd(header) {
            guard header.count == Tar.block else { throw cutOff }
            guard let entry = Tar.entry(in: header),
                let file = left.first(where: { $0.name == entry.name && $0.bytes == entry.bytes })
            else { throw .refused(.backupDamaged(path, Sentence("detail.backup.otherEntry"))) }
            left.remove(file)
            try unpack(file, from: handle, to: folder + "/" + file.name)
        }
        if let missing = left.first { throw damaged(Sentence("detail.backup.fileMissing", ["file": missing.name])) }
        return manifest
    }

    private func unpack(
        _ file: BackupManifest.File, from handle: Int32, to target: String
    ) throws(StorageError) {
        var left = file.bytes
        let made = try BackupFiles.make(target) { () throws(StorageError) in
            guard left > 0 else { return [] }
            let chunk = try BackupFiles.read(Int(min(left, Int64(BackupFiles.chunkSize))), from: handle, path)
            guard !chunk.isEmpty else { throw cutOff }
            left -= Int64(chunk.count)
            return chunk
        }
        try skipPadding(after: file.bytes, from: handle)
        guard made.sha256 == file.sha256 else {
            throw damaged(Sentence("detail.backup.otherFile", ["file": file.name]))
        }
    }

    private func contents(of entry: Tar.Entry, from handle: Int32) throws(StorageError) -> [UInt8] {
        let bytes = try BackupFiles.read(Int(entry.bytes), from: handle, path)
        guard bytes.count == Int(entry.bytes) else { throw cutOff }
        try skipPadding(after: entry.bytes, from: handle)
        return bytes
    }

    private func skipPadding(after bytes: Int64, from handle: Int32) throws(StorageError) {
        let padding = Tar.padding(after: bytes)
        guard try BackupFiles.read(padding, from: handle, path).count == padding else { throw cutOff }
    }

    /// Whether it is an empty block, after which nothing counts.
    private func isEnd(_ header: [UInt8]) -> Bool { header.count == Tar.block && header.allSatisfy { $0 == 0 } }

    // MARK: Failures

    private func manifest(in bytes: [UInt8]) throws(StorageError) -> BackupManifest {
        guard bytes.count <= BackupManifest.largestManifest,
            let manifest = try? StoredJSON.value(BackupManifest.self, from: Data(bytes)), manifest.isUsable
        else { throw .refused(.notABackup(path)) }
        return manifest
    }

    private var cutOff: StorageError { .refused(.backupDamaged(path, Sentence("detail.backup.cutOff"))) }

    private func damaged(_ reason: Sentence) -> StorageError { .refused(.backupDamaged(path, reason)) }
}
