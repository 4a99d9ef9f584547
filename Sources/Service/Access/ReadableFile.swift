import Foundation
import Glibc
import Model

/// A file that the configuration names, as it is found before it is opened: what is no file, such as a pipe, might never end.
struct ReadableFile {
    /// Why it is not opened.
    enum Obstacle: Error {
        case noFile
        /// In the words of the system.
        case unreadable(Sentence)
    }

    /// In bytes.
    let size: Int
    /// Whether somebody besides the owner and the group may use it.
    let isOpenToOthers: Bool

    init(_ path: String) throws(Obstacle) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw .unreadable(Self.reason(errno)) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .noFile }
        guard access(path, R_OK) == 0 else { throw .unreadable(Self.reason(errno)) }
        size = Int(facts.st_size)
        isOpenToOthers = facts.st_mode & 0o007 != 0
    }

    private static func reason(_ code: Int32) -> Sentence {
        Sentence(stored: String(cString: strerror(code)).lowercased())
    }
}
