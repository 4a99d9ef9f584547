import Foundation

/// A database that no process uses: one file without a log beside it.
///
/// SQLite reads such a file as immutable, without locks and without creating files beside it. That is safe only until
/// somebody opens it to write, so `check` must succeed after each read.
struct DatabaseAtRest: Sendable {
    private struct State: Equatable {
        let node: UInt64
        let size: Int64
        let modified: [Int]
        let hasLog: Bool

        init?(_ file: String) {
            var status = stat()
            guard stat(file, &status) == 0 else { return nil }
            (node, size) = (UInt64(status.st_ino), Int64(status.st_size))
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            var log = stat()
            hasLog = stat(file + "-wal", &log) == 0 && log.st_size > 0
        }
    }

    /// The first bytes of every SQLite database (https://www.sqlite.org/fileformat2.html, the database header).
    static let mark = Array("SQLite format 3\0".utf8)

    private let file: String
    private let state: State

    /// Nil when the file is missing or has a log.
    init?(_ file: String) {
        guard let state = State(file), !state.hasLog else { return nil }
        (self.file, self.state) = (file, state)
    }

    /// The URI that makes SQLite treat the file as immutable (https://www.sqlite.org/uri.html).
    var name: String { Self.name(of: file, "immutable=1") }

    /// The URI of a database file with a parameter.
    static func name(of file: String, _ parameter: String) -> String {
        let place = URL(fileURLWithPath: file).standardizedFileURL.path
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "?#%")
        return "file:\(place.addingPercentEncoding(withAllowedCharacters: allowed) ?? place)?\(parameter)"
    }

    /// The journal mode by the file's header (https://www.sqlite.org/fileformat2.html, file format version numbers). SQLite
    /// does not report it for an immutable file.
    var journalMode: String? {
        guard let handle = FileHandle(forReadingAtPath: file), let header = try? handle.read(upToCount: 20),
            header.count == 20
        else { return nil }
        return header[18] == 2 && header[19] == 2 ? "wal" : "delete"
    }

    /// Throws `.busy` when a process has begun to use the database since it was opened.
    func check() throws(StorageError) {
        guard State(file) == state else { throw .busy(nil) }
    }
}
