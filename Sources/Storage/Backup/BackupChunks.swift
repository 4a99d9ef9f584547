import Foundation
import Model

/// Reads a backup in a folder as a tar archive, the manifest first, a part at a time.
package final class BackupChunks {
    private let manifest: BackupManifest
    private let folder: String
    /// The files that are still to be read, in reverse order.
    private var left: [String]
    private var file: (handle: Int32, path: String, left: Int64, padding: Int)?
    private var hasEnded = false

    package init(_ manifest: BackupManifest, in folder: String) {
        (self.manifest, self.folder) = (manifest, folder)
        left = ([BackupManifest.fileName] + manifest.files.map(\.name)).reversed()
    }

    deinit { if let file { close(file.handle) } }

    /// The next part, at most a megabyte; nil after the last.
    package func next() throws(StorageError) -> [UInt8]? {
        if let open = file { return try next(of: open) }
        guard let name = left.popLast() else {
            defer { hasEnded = true }
            return hasEnded ? nil : Tar.end
        }
        let path = folder + "/" + name
        let handle = try BackupFiles.openToRead(path)
        let bytes = Int64(RegularFile.state(of: handle)?.st_size ?? 0)
        file = (handle, path, bytes, Tar.padding(after: bytes))
        return Tar.header(Tar.Entry(name: name, bytes: bytes), at: manifest.madeAt)
    }

    /// The next part of the open file, with what pads it at its end.
    private func next(of open: (handle: Int32, path: String, left: Int64, padding: Int)) throws(StorageError) -> [UInt8]
    {
        let wanted = Int(min(open.left, Int64(BackupFiles.chunkSize)))
        let chunk = try BackupFiles.read(wanted, from: open.handle, open.path)
        guard chunk.count == wanted else {
            throw .cannotOpen(path: open.path, reason: Sentence("detail.noFile"))
        }
        let left = open.left - Int64(wanted)
        guard left == 0 else {
            file?.left = left
            return chunk
        }
        close(open.handle)
        file = nil
        return chunk + [UInt8](repeating: 0, count: open.padding)
    }
}
