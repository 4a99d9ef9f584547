import Foundation

/// The files that Till keeps in a data directory. No printer and no output of a command may be one of them.
package struct OwnFiles: Sendable {
    /// What Till keeps directly in a data directory. Other files and folders there are somebody else's.
    private static let names: Set = [
        "backup.new", "credentials", "locks", "recorder", "restore.new", "simulated-acquirer", "simulated-terminal",
    ]
    private static let beginnings = ["till.", "archive-", "before-schema-", "replaced-"]
    private static let startOfDatabase = Array("SQLite format 3\0".utf8)

    /// The data directory with its links resolved; nil if there is none.
    private let directory: String?

    package init(in directory: String?) { self.directory = directory.map(Self.target) }

    /// Whether what is written to this path would go to such a file, of this or another till, or to a database: directly, through
    /// links, or because both are names of one file.
    package func contains(_ path: String) -> Bool {
        let target = Self.target(of: path)
        if isKept(target) { return true }
        // A device is not even opened to look at it: that may move its lines, or keep a printer busy.
        guard let node = Self.node(target) else { return false }
        return isOurs(node) || RegularFile.begins(target, with: Self.startOfDatabase)
    }

    private static func isKeptName(_ name: String) -> Bool {
        names.contains(name) || beginnings.contains(where: name.hasPrefix)
    }

    /// Whether the path is in a data directory, in the part of it that is Till's.
    private func isKept(_ path: String) -> Bool {
        var rest = path as NSString
        while rest.length > 1 {
            let (folder, name) = (rest.deletingLastPathComponent, rest.lastPathComponent)
            if Self.isKeptName(name), folder == directory || DataDirectory(path: folder).isThere { return true }
            rest = folder as NSString
        }
        return false
    }

    /// Whether the file is one of Till's under another name.
    private func isOurs(_ node: stat) -> Bool {
        guard let directory else { return false }
        let manager = FileManager.default
        let names = ((try? manager.contentsOfDirectory(atPath: directory)) ?? []).filter(Self.isKeptName)
        return names.map { "\(directory)/\($0)" }.contains { name in
            ([name] + (manager.subpaths(atPath: name) ?? []).map { "\(name)/\($0)" }).contains { file in
                Self.node(file).map { $0.st_dev == node.st_dev && $0.st_ino == node.st_ino } ?? false
            }
        }
    }

    /// The regular file to which the path leads; nil if there is none.
    private static func node(_ path: String) -> stat? {
        var node = stat()
        return stat(path, &node) == 0 && node.st_mode & S_IFMT == S_IFREG ? node : nil
    }

    // MARK: Links

    /// As many links in a row as Linux follows.
    private static let mostLinks = 40

    /// The absolute path of what opening the path would open or create, with all links resolved.
    private static func target(of path: String) -> String {
        var path = path
        for _ in 0..<mostLinks {
            if let real = real(path) { return real }
            let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
            let place = (real(folder.isEmpty ? "." : folder) ?? folder) + "/" + name
            // A file that is missing may be the target of a link.
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else { return place }
            path = next.hasPrefix("/") ? next : (place as NSString).deletingLastPathComponent + "/" + next
        }
        return path
    }

    /// The absolute path of something that exists, with all links resolved.
    static func real(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            realpath(path, buffer.baseAddress).map { String(cString: $0) }
        }
    }
}
