import Crypto
import Foundation
import Model

/// Reads and writes the files of a backup. Only regular files are opened, and no link of a backup is
/// followed.
enum BackupFiles {
    /// How much is read at a time, in bytes.
    static let chunkSize = 1 << 20

    static func openToRead(_ path: String, followsLinks: Bool = false) throws(StorageError) -> Int32 {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard file >= 0 else { throw FileRefusal.of(path) }
        guard RegularFile.state(of: file) != nil else {
            close(file)
            throw .cannotOpen(path: path, reason: Sentence("detail.noFile"))
        }
        return file
    }

    /// Reads up to `count` bytes; fewer only at the end of the file.
    static func read(_ count: Int, from file: Int32, _ path: String) throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let taken = bytes[filled...].withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
            if taken < 0, errno == EINTR { continue }
            guard taken >= 0 else { throw FileRefusal.of(path) }
            if taken == 0 { break }
            filled += taken
        }
        return Array(bytes[..<filled])
    }

    /// Writes a new file of its owner's from chunks, syncs it, and returns its SHA-256. An empty chunk ends it.
    static func make(
        _ path: String, _ next: () throws(StorageError) -> [UInt8]
    ) throws(StorageError) -> (bytes: Int64, sha256: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileRefusal.of(path) }
        defer { close(file) }
        var (hash, count) = (SHA256(), Int64(0))
        while case let bytes = try next(), !bytes.isEmpty {
            try write(bytes, to: file, path)
            hash.update(data: bytes)
            count += Int64(bytes.count)
        }
        guard fsync(file) == 0 else { throw FileRefusal.of(path) }
        return (count, Hexadecimal.text(Data(hash.finalize())))
    }

    private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(StorageError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw FileRefusal.of(path) }
            rest = rest.dropFirst(written)
        }
    }

    /// Copies a file and returns the copy's size and SHA-256. Of a file that is longer than `limit`, only one byte more than
    /// that is copied: it may be endless.
    ///
    /// - Parameter followsLinks: only for files of our own.
    @discardableResult
    static func copy(
        _ source: String, to copy: String, limit: Int64, followsLinks: Bool = false
    ) throws(StorageError) -> (bytes: Int64, sha256: String) {
        let file = try openToRead(source, followsLinks: followsLinks)
        defer { close(file) }
        var left = limit < .max ? limit + 1 : limit
        return try make(copy) { () throws(StorageError) in
            let chunk = try read(Int(min(left, Int64(chunkSize))), from: file, source)
            left -= Int64(chunk.count)
            return chunk
        }
    }

    /// Creates a folder that only its owner may use.
    static func makeFolder(_ path: String) throws(StorageError) {
        guard mkdir(path, 0o700) == 0 else { throw FileRefusal.of(path) }
    }

    static func syncFolder(_ path: String) throws(StorageError) { try FileRefusal.sync(path) }

    /// Removes a folder of ours with all its files.
    static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
