import CTerminalLine
import Glibc
import Model

/// The users who may open a device node, by its owner, group and mode.
package struct LineAccess: Hashable, Sendable, CustomStringConvertible {
    package let owner: String
    package let group: String
    package let mode: mode_t

    package init(owner: String, group: String, mode: mode_t) {
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    /// Nil when the path cannot be read.
    package init?(of path: String) {
        var node = stat()
        guard stat(path, &node) == 0 else { return nil }
        let owner = getpwuid(node.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(node.st_uid)"
        let group = getgrgid(node.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(node.st_gid)"
        self.init(owner: owner, group: group, mode: node.st_mode & 0o777)
    }

    /// The group that gives a user access: the node's own group if it may read and write. Nil for root's group, which nobody
    /// should join for a serial line.
    package var usefulGroup: String? {
        mode & 0o060 == 0o060 && group != "root" ? group : nil
    }

    /// In English, for records; `clause` for people.
    package var description: String { "\(owner):\(group) with mode \(String(mode, radix: 8))" }
}

extension LineAccess? {
    /// The end of a sentence about a device node; empty where nothing is known of it.
    var clause: Sentence {
        guard let self else { return Sentence(stored: "") }
        return Sentence(
            "detail.access", ["owner": self.owner, "group": self.group, "mode": String(self.mode, radix: 8)])
    }
}
