import Failures
import Flow
import Foundation
import Glibc
import Model

/// The till's credentials for shops, and the secrets of its webhooks: one file for each below the data directory, which only its
/// owner may read.
///
/// A file `till-shop-SITE` in the directory of systemd's credentials (`$CREDENTIALS_DIRECTORY`, systemd.exec(5)) comes
/// before the till's own.
package struct CredentialFiles: Sendable {
    /// The longest file that is read, in bytes.
    static let longest = 16_384

    private let folder: String
    private let given: String?

    /// - Parameters:
    ///   - directory: the data directory.
    ///   - given: the directory of systemd's credentials; nil if there is none.
    package init(directory: String, given: String? = nil) {
        folder = directory + "/credentials"
        self.given = given
    }

    /// The credentials for a site; nil if there are none. Throws `account.credentialsUnreadable` for a file that others may
    /// read or that cannot be read.
    package func read(_ site: SiteID) throws(Failure) -> [UInt8]? {
        if let given, let bytes = try Self.read("\(given)/till-shop-\(site)", ownOnly: false) { return bytes }
        return try read(named: Self.name(of: site))
    }

    /// Keeps the credentials for a site, in the place of earlier ones.
    package func write(_ bytes: [UInt8], for site: SiteID) throws(Failure) {
        try write(bytes, named: Self.name(of: site))
    }

    /// Removes the credentials for a site. Does nothing if there are none.
    package func remove(_ site: SiteID) throws(Failure) { try remove(named: Self.name(of: site)) }

    private static func name(of site: SiteID) -> String { "shop-\(site)" }

    /// The contents of a file of this name; nil if there is none. Throws `account.credentialsUnreadable` for a file that others
    /// may read or that cannot be read.
    package func read(named name: String) throws(Failure) -> [UInt8]? {
        try Self.read("\(folder)/\(name)", ownOnly: true)
    }

    /// Keeps a file of this name, in the place of an earlier one.
    ///
    /// - Parameter name: letters, digits and hyphens.
    package func write(_ bytes: [UInt8], named name: String) throws(Failure) {
        let path = "\(folder)/\(name)"
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .unwritten(path, errno) }
        removeUnfinished(of: name)
        let unfinished = "\(path).\(getpid())"
        let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .unwritten(path, errno) }
        let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard written == bytes.count, fsync(file) == 0, close(file) == 0, rename(unfinished, path) == 0 else {
            let code = errno
            unlink(unfinished)
            throw .unwritten(path, code)
        }
        try? FileRefusal.syncDirectory(of: path)
    }

    /// Removes the file of this name. Does nothing if there is none.
    package func remove(named name: String) throws(Failure) {
        let path = "\(folder)/\(name)"
        removeUnfinished(of: name)
        guard unlink(path) == 0 || errno == ENOENT else { throw .unwritten(path, errno) }
        try? FileRefusal.syncDirectory(of: path)
    }

    /// Removes what processes that were killed have left, and what this one has.
    private func removeUnfinished(of name: String) {
        let prefix = "\(name)."
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            guard let writer = pid_t(name.dropFirst(prefix.count)), writer > 0 else { continue }
            if writer == getpid() || (kill(writer, 0) != 0 && errno == ESRCH) { unlink("\(folder)/\(name)") }
        }
    }

    private static func read(_ path: String, ownOnly: Bool) throws(Failure) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(path, Sentence(stored: String(cString: strerror(errno))))
        }
        defer { close(file) }
        guard let facts = RegularFile.state(of: file) else { throw .unreadable(path, Sentence("detail.noFile")) }
        guard !ownOnly || (facts.st_mode & 0o077 == 0 && facts.st_uid == geteuid()) else {
            throw .unreadable(path, Sentence("detail.credentials.othersRead"))
        }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count > 0, count <= longest else {
            throw .unreadable(path, Sentence("detail.credentials.length"))
        }
        return Array(bytes[..<count])
    }
}

extension Failure {
    package static func unreadable(_ path: String, _ reason: Sentence) -> Failure {
        Failure(
            AccountFailure.credentialsUnreadable,
            Sentence("failure.account.credentialsUnreadable", ["path": path, "reason": reason]),
            remedy: Sentence("remedy.account.credentialsUnreadable"), recovery: .askOperator)
    }

    /// `account.credentialsUnwritten`, or `storage.diskFull` where there is no room.
    static func unwritten(_ path: String, _ code: Int32) -> Failure {
        guard ![ENOSPC, EDQUOT].contains(code) else {
            return StorageError.diskFull.located(in: (path as NSString).deletingLastPathComponent).failure
        }
        return Failure(
            AccountFailure.credentialsUnwritten,
            Sentence(
                "failure.account.credentialsUnwritten", ["path": path, "reason": String(cString: strerror(code))]),
            remedy: Sentence("remedy.account.credentialsUnwritten"), recovery: .askOperator)
    }
}
