/// Writes a backup as a tar archive, the manifest first.
package enum BackupStream {
    /// Writes the backup in a folder.
    ///
    /// - Parameter write: writes all bytes, and returns the `errno` that stopped it.
    /// - Returns: the `errno` that stopped it; nil when everything was written.
    package static func write(
        _ manifest: BackupManifest, in folder: String, _ write: ([UInt8]) -> Int32?
    ) throws(StorageError) -> Int32? {
        let chunks = BackupChunks(manifest, in: folder)
        while let chunk = try chunks.next() {
            if let code = write(chunk) { return code }
        }
        return nil
    }
}
