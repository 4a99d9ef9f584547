import Foundation

/// A database that no process uses: one file without a log beside it.
///
/// SQLite reads such a file without a lock and without making anything beside it, as one that does not change. That holds
/// for as long as nobody opens it to write, so what was read counts only where the file is as it was when it was opened.
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

    /// What a database begins with (https://www.sqlite.org/fileformat2.html, the database header).
    static let mark = Array("SQLite format 3\0".utf8)

    private let file: String
    private let state: State

    /// Nil where the file is missing, or has a log.
    init?(_ file: String) {
        guard let state = State(file), !state.hasLog else { return nil }
        (self.file, self.state) = (file, state)
    }

    /// The name by which SQLite takes the file for one that does not change (https://www.sqlite.org/uri.html).
    var name: String { Self.name(of: file, "immutable=1") }

    /// The name by which SQLite opens a file with a parameter.
    static func name(of file: String, _ parameter: String) -> String {
        let place = URL(fileURLWithPath: file).standardizedFileURL.path
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "?#%")
        return "file:\(place.addingPercentEncoding(withAllowedCharacters: allowed) ?? place)?\(parameter)"
    }

    /// What the file's own header says (https://www.sqlite.org/fileformat2.html, file format version numbers): of a file that
    /// does not change SQLite does not say it.
    var journalMode: String? {
        guard let handle = FileHandle(forReadingAtPath: file), let header = try? handle.read(upToCount: 20),
            header.count == 20
        else { return nil }
        return header[18] == 2 && header[19] == 2 ? "wal" : "delete"
    }

    /// Throws `.busy` where somebody has begun to use the database since.
    func check() throws(StorageError) {
        guard State(file) == state else { throw .busy(nil) }
    }
}
