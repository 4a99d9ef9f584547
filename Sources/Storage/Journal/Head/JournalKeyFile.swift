import Model
import Failures
import Flow
import Foundation

/// The format of a key file: one line with a word for its kind, and the key in Base64.
enum JournalKeyFile {
    static let mark = "till-journal-key-1"
    static let publicMark = "till-journal-public-key-1"
    private static let longest = 4096

    /// Reads the bytes of the key in a file. Throws `journal.key` if it cannot be read or is of another kind than
    /// `mark`.
    ///
    /// - Parameter check: throws to refuse the file by its owner and mode, before it is read.
    static func bytes(
        of file: String, mark: String, _ check: (stat) throws(Failure) -> Void = { _ in }
    ) throws(Failure) -> Data {
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw .noKey(file, Sentence(stored: String(cString: strerror(errno)).lowercased()))
        }
        defer { close(descriptor) }
        guard let node = RegularFile.state(of: descriptor) else { throw .noKey(file, Sentence("detail.noFile")) }
        try check(node)
        var buffer = [UInt8](repeating: 0, count: longest)
        let count = read(descriptor, &buffer, longest)
        guard count >= 0 else { throw .noKey(file, Sentence(stored: String(cString: strerror(errno)).lowercased())) }
        let words = String(decoding: buffer[..<count], as: UTF8.self).split { $0 == " " || $0.isNewline }
        guard words.count == 2, words[0] == mark, let bytes = Data(base64Encoded: String(words[1])) else {
            throw .noKey(file, Sentence("detail.key.noFileOf", ["mark": mark]))
        }
        return bytes
    }

    static func make(_ file: String, _ mark: String, _ bytes: Data, mode: mode_t) throws(Failure) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw .noKey(file, Sentence(stored: String(cString: strerror(errno)).lowercased()))
        }
        defer { close(descriptor) }
        let text = Array("\(mark) \(bytes.base64EncodedString())\n".utf8)
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
            let reason = String(cString: strerror(errno)).lowercased()
            unlink(file)
            throw .noKey(file, Sentence(stored: reason))
        }
    }
}

extension Failure {
    static func noKey(_ file: String, _ reason: Sentence) -> Failure {
        Failure(
            JournalFailure.key, Sentence("failure.journal.key", ["file": file, "reason": reason]),
            remedy: Sentence("remedy.journal.key"), recovery: .askOperator)
    }
}
