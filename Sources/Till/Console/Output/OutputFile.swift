import Model
import Failures
import Flow
import Foundation
import Storage

/// A file that a command writes. It is written completely or left as it was before, except where it cannot be replaced:
/// a device, a pipe, or a file in a folder that is read-only.
struct OutputFile {
    let path: String

    /// Writes the file unless it is one of Till's own, for which it throws `output.ownData`.
    static func write(_ bytes: [UInt8], to path: String, besides own: OwnFiles) throws(Failure) {
        guard !own.contains(path) else {
            throw Failure(
                OutputFailure.ownData, Sentence("failure.output.ownData", ["path": path.presentable]),
                remedy: Sentence("remedy.output.ownData"), recovery: .giveUp)
        }
        try OutputFile(path: path).write(bytes)
    }

    /// Throws `output.cannotWrite` if the path is not writable, and `output.notWritten` if not all bytes could be
    /// written.
    private func write(_ bytes: [UInt8]) throws(Failure) {
        var node = stat()
        let isThere = stat(path, &node) == 0
        // A device or a pipe cannot be replaced, only written.
        if isThere, node.st_mode & S_IFMT != S_IFREG { return try writeInPlace(bytes) }
        // The target of a link is replaced, not the link.
        let target = isThere ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        let beside = target + Environment.live.newID(".part")
        let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            let code = errno
            // A folder may be read-only while the file in it is not.
            if isThere, code == EACCES { return try writeInPlace(bytes) }
            throw refusal(code)
        }
        if let code = fill(file, bytes, mode: isThere ? node.st_mode & 0o777 : nil) ?? moved(beside, target) {
            unlink(beside)
            throw .notWritten(path, code)
        }
    }

    /// Writes all bytes, syncs and closes the file. Returns the `errno` of the first step that failed; nil if none did.
    ///
    /// - Parameter mode: the permissions of the replaced file; nil if there was none.
    private func fill(_ file: Int32, _ bytes: [UInt8], mode: mode_t?) -> Int32? {
        var code = DataStream.write(bytes, to: file)
        if let mode, code == nil, fchmod(file, mode) != 0 { code = errno }
        if code == nil, fsync(file) != 0 { code = errno }
        return close(file) == 0 ? code : code ?? errno
    }

    private func moved(_ file: String, _ target: String) -> Int32? { rename(file, target) == 0 ? nil : errno }

    private func writeInPlace(_ bytes: [UInt8]) throws(Failure) {
        let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { throw refusal(errno) }
        let code = DataStream.write(bytes, to: file)
        guard close(file) == 0 || code != nil else { throw .notWritten(path, errno) }
        if let code { throw .notWritten(path, code) }
    }

    private func refusal(_ code: Int32) -> Failure {
        switch code {
        case ENOSPC, EDQUOT, EROFS, EIO: .notWritten(path, code)
        default: Self.cannotWrite(path, String(cString: strerror(code)).lowercased())
        }
    }

    static func cannotWrite(_ path: String, _ why: String) -> Failure {
        Failure(
            OutputFailure.cannotWrite, Sentence("failure.output.cannotWrite", ["path": path]),
            remedy: Sentence("remedy.output.cannotWrite"), recovery: .askOperator, causes: [Sentence(stored: why)])
    }

    /// Makes the folder for such files, with its missing parents.
    static func makeFolder(_ path: String) throws(Failure) {
        do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
            let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
            if code == Int(ENOSPC) { throw .notWritten(path, ENOSPC) }
            throw cannotWrite(path, error.localizedDescription)
        }
    }
}
