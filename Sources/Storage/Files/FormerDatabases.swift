import Foundation

/// The copies of the database in a data directory: from before an upgrade, and those that a restore replaced.
package enum FormerDatabases {
    /// Deletes those that were made or last written before a time. Returns the names of the deleted files.
    @discardableResult
    package static func drop(in directory: String, olderThan time: Date) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        func path(of name: String) -> String { (directory as NSString).appendingPathComponent(name) }
        let old = names.filter(isName).sorted().filter { name in
            var node = stat()
            guard lstat(path(of: name), &node) == 0, node.st_mode & S_IFMT == S_IFREG else { return false }
            let newest = max(node.st_mtim.tv_sec, node.st_ctim.tv_sec)
            return TimeInterval(newest) < time.timeIntervalSince1970
        }
        return old.filter { unlink(path(of: $0)) == 0 }
    }

    static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /before-schema-[0-9]+\.sqlite|replaced-[0-9TZ]+(-[0-9]+)?\.sqlite(-wal)?/) != nil
    }
}
