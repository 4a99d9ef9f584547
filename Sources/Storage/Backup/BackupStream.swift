import Foundation

/// Writes a backup as a tar archive, the manifest first.
package enum BackupStream {
    /// Writes the backup in a folder.
    ///
    /// - Parameter write: writes all bytes, and returns the `errno` that stopped it.
    /// - Returns: the `errno` that stopped it; nil when everything was written.
    package static func write(
        _ manifest: BackupManifest, in folder: String, _ write: ([UInt8]) -> Int32?
    ) throws(StorageError) -> Int32? {
        for name in [BackupManifest.fileName] + manifest.files.map(\.name) {
            let path = folder + "/" + name
            let file = try BackupFiles.openToRead(path)
            defer { close(file) }
            let bytes = Int64(RegularFile.state(of: file)?.st_size ?? 0)
            if let code = write(Tar.header(Tar.Entry(name: name, bytes: bytes), at: manifest.madeAt)) { return code }
            var left = bytes
            while left > 0 {
                let chunk = try BackupFiles.read(Int(min(left, Int64(BackupFiles.chunkSize))), from: file, path)
                guard !chunk.isEmpty else { return EIO }
                if let code = write(chunk) { return code }
                left -= Int64(chunk.count)
            }
            let padding = [UInt8](repeating: 0, count: Tar.padding(after: bytes))
            if !padding.isEmpty, let code = write(padding) { return code }
        }
        return write(Tar.end)
    }
}
