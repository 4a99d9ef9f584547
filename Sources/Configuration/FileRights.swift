import Foundation

/// What the user of this process may do to a file.
package enum FileRights {
    /// Whether this user can change what the file says, by writing it, replacing it in its folder, or changing its mode.
    /// Root can always do this, so for root it tells whether any other user can.
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
