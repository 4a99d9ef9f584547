import Foundation

extension DirectoryFacts {
    /// Looks at a data directory without making or opening anything.
    init(of path: String, system: SystemFacts) {
        var node = stat()
        let exists = stat(path, &node) == 0
        let there = exists ? path : Self.nearest(above: path)
        var figures = statvfs()
        let isKnown = statvfs(there, &figures) == 0
        let real = URL(fileURLWithPath: there).resolvingSymlinksInPath().path
        let closed = exists ? Self.closed(in: path) : []
        self.init(
            path: path, exists: exists, isWritable: access(there, W_OK | X_OK) == 0, mode: node.st_mode & 0o777,
            isOwn: exists && ([path] + closed).allSatisfy(Self.isOwn), exposed: exists ? Self.exposed(in: path) : [],
            closed: closed,
            freeBytes: isKnown ? UInt64(figures.f_bavail) * UInt64(figures.f_frsize) : 0,
            mount: system.mount(of: real))
    }

    private static func nearest(above path: String) -> String {
        var path = (path as NSString).deletingLastPathComponent
        while path != "/", !path.isEmpty, !FileManager.default.fileExists(atPath: path) {
            path = (path as NSString).deletingLastPathComponent
        }
        return path.isEmpty ? "/" : path
    }

    private static func isOwn(_ path: String) -> Bool {
        var node = stat()
        return stat(path, &node) == 0 && node.st_uid == geteuid()
    }

    private static let files = ["till.sqlite", "till.sqlite-wal", "till.sqlite-shm", "till.head"]

    /// The files that this user may not write, because another user made them, or because of their modes.
    private static func closed(in directory: String) -> [String] {
        (files + ["locks"]).map { "\(directory)/\($0)" }.filter { access($0, R_OK | W_OK) != 0 && errno != ENOENT }
    }

    private static func exposed(in directory: String) -> [String] {
        files.map { "\(directory)/\($0)" }.filter { path in
            var node = stat()
            return stat(path, &node) == 0 && node.st_mode & 0o077 != 0
        }
    }
}
