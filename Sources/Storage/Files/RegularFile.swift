import Foundation

/// Opens files by user-given names safely. Such a name may lead to a pipe, whose opening blocks, or to a device without an
/// end, so it is opened with `O_NONBLOCK` and used only if it is a regular file.
enum RegularFile {
    /// The file's state; nil when it is not a regular file.
    static func state(of descriptor: Int32) -> stat? {
        var node = stat()
        guard fstat(descriptor, &node) == 0, node.st_mode & S_IFMT == S_IFREG else { return nil }
        return node
    }

    /// What stays the same while a file is renamed, and differs for a file that takes its place.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    /// The identity of the file at this path, which is not opened; nil if there is none.
    static func identity(_ path: String) -> Identity? {
        var node = stat()
        guard stat(path, &node) == 0 else { return nil }
        return Identity(device: UInt64(node.st_dev), number: UInt64(node.st_ino))
    }

    /// Whether this path is a regular file that begins with these bytes.
    static func begins(_ path: String, with bytes: [UInt8]) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var found = [UInt8](repeating: 0, count: bytes.count)
        return state(of: descriptor) != nil && read(descriptor, &found, found.count) == bytes.count && found == bytes
    }
}
