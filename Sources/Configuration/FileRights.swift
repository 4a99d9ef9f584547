import Foundation

/// What the user of this process can do to a file.
package enum FileRights {
    /// Whether the file's content can be made another by this user: written, replaced in its folder, or given another mode.
    /// For root, who can do all of it, the question is whether anybody else can.
    @Sendable package static func canChange(_ path: String) -> Bool {
        let folder = (path as NSString).deletingLastPathComponent
        return isOpen(path) || isOpen(folder.isEmpty ? "." : folder)
    }

    private static func isOpen(_ path: String) -> Bool {
        var node = stat()
        guard stat(path, &node) == 0 else { return false }
        let user = geteuid()
        if user == 0 { return node.st_uid != 0 || node.st_mode & 0o022 != 0 }
        return node.st_uid == user || access(path, W_OK) == 0
    }
}
