import Foundation

/// What is opened by a name that somebody chose may be a pipe, which is waited for without end, or a device that never ends.
/// So such a file is opened with `O_NONBLOCK`, and read only where it is one.
enum RegularFile {
    /// The state of what was opened; nil where it is no regular file.
    static func state(of descriptor: Int32) -> stat? {
        var node = stat()
        guard fstat(descriptor, &node) == 0, node.st_mode & S_IFMT == S_IFREG else { return nil }
        return node
    }

    /// Whether there is a regular file of that name that begins with these bytes.
    static func begins(_ path: String, with bytes: [UInt8]) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var found = [UInt8](repeating: 0, count: bytes.count)
        return state(of: descriptor) != nil && read(descriptor, &found, found.count) == bytes.count && found == bytes
    }
}
