import Failures
import Flow
import Foundation
import Glibc
import Model
import Synchronization

/// Tells who owns a till's devices, waiting prints, deliveries and session: one service, or any number of commands.
///
/// The kernel's lock on a file below the data directory decides, so a process that was killed owns nothing. What the file says is
/// only believed of a process that holds the lock.
package final class ServiceLock: Sendable {
    /// The service that owns a data directory.
    package struct Owner: Hashable, Sendable {
        package let process: Int
        /// When it started, in UTC; nil when that is not known.
        package let since: Date?
    }

    /// How long a service that starts waits for commands that still run.
    private static let longestWait = Duration.seconds(10)

    private let descriptor: Mutex<Int32?>

    private init(_ descriptor: Int32?) { self.descriptor = Mutex(descriptor) }

    deinit { release() }

    /// Takes the data directory for a service. Throws `service.alreadyRuns` with the other one's process and start, and
    /// `service.commandRuns` when commands hold the directory for longer than a few seconds.
    package static func own(_ directory: String, now: Date) throws(Failure) -> ServiceLock {
        try prepare(directory)
        guard let file = open(directory) else { throw .cannotLock(directory, errno) }
        let patience = LockPatience(longestWait: longestWait)
        var tries = 0
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            let owner = code == EWOULDBLOCK ? owner(of: directory) : nil
            let waits = code == EINTR || code == EWOULDBLOCK && owner == nil
            guard waits, patience.endure(after: tries, say: {}) else {
                close(file)
                if let owner { throw .alreadyRuns(directory, owner) }
                throw code == EWOULDBLOCK ? .commandRuns(directory) : .cannotLock(directory, code)
            }
            tries += 1
        }
        write("\(getpid()) \(now.formatted(.iso8601))\n", to: file)
        return ServiceLock(file)
    }

    /// Takes the data directory for a command, beside others. Throws `service.ownsTill` while a service owns it. Where the
    /// directory cannot be written no service can run, and nothing is locked.
    package static func share(_ directory: String) throws(Failure) -> ServiceLock {
        try prepare(directory)
        guard let file = open(directory) else { return ServiceLock(nil) }
        while flock(file, LOCK_SH | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            close(file)
            guard code == EWOULDBLOCK else { return ServiceLock(nil) }
            throw .ownsTill(directory, owner(of: directory))
        }
        return ServiceLock(file)
    }

    /// The service that owns the directory; nil when none does, or when the kernel does not tell.
    package static func owner(of directory: String) -> Owner? {
        guard let holder = LockHolder.of([path(in: directory)]) else { return nil }
        let words = (try? String(contentsOfFile: path(in: directory), encoding: .utf8))?.split(separator: " ") ?? []
        let isItsOwn = words.first.flatMap { pid_t($0) } == holder.process
        let since = words.last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        return Owner(
            process: Int(holder.process),
            since: isItsOwn ? since.flatMap { try? Date($0, strategy: .iso8601) } : nil)
    }

    /// Closing the file unlocks it.
    package func release() {
        let held = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        if let held { close(held) }
    }

    private static func prepare(_ directory: String) throws(Failure) {
        do throws(StorageError) { try DataDirectory(path: directory).prepare() } catch { throw error.failure }
    }

    private static func path(in directory: String) -> String { directory + "/locks/service.lock" }

    private static func open(_ directory: String) -> Int32? {
        guard mkdir(directory + "/locks", 0o700) == 0 || errno == EEXIST else { return nil }
        let file = Glibc.open(path(in: directory), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        return file < 0 ? nil : file
    }

    /// What cannot be written is not told to others; the lock holds all the same.
    private static func write(_ text: String, to file: Int32) {
        let bytes = Array(text.utf8)
        guard ftruncate(file, 0) == 0 else { return }
        _ = pwrite(file, bytes, bytes.count, 0)
    }
}

extension ServiceLock.Owner {
    fileprivate var inWords: Sentence {
        guard let since, let utc = TimeZone(identifier: "UTC") else {
            return Sentence("detail.process", ["process": process])
        }
        return Sentence("detail.service", ["process": process, "since": WrittenMoment(since, in: utc)])
    }
}

extension Failure {
    fileprivate static func alreadyRuns(_ directory: String, _ owner: ServiceLock.Owner) -> Failure {
        Failure(
            ServiceFailure.alreadyRuns,
            Sentence("failure.service.alreadyRuns", ["path": directory, "owner": owner.inWords]),
            remedy: Sentence("remedy.service.alreadyRuns"), recovery: .askOperator)
    }

    fileprivate static func commandRuns(_ directory: String) -> Failure {
        Failure(
            ServiceFailure.commandRuns, Sentence("failure.service.commandRuns", ["path": directory]),
            remedy: Sentence("remedy.service.commandRuns"), recovery: .retry)
    }

    fileprivate static func ownsTill(_ directory: String, _ owner: ServiceLock.Owner?) -> Failure {
        Failure(
            ServiceFailure.ownsTill,
            Sentence(
                "failure.service.ownsTill",
                ["path": directory, "owner": owner?.inWords ?? Sentence("detail.otherProcess")]),
            remedy: Sentence("remedy.service.ownsTill"), recovery: .askOperator)
    }

    fileprivate static func cannotLock(_ directory: String, _ code: Int32) -> Failure {
        guard ![ENOSPC, EDQUOT].contains(code) else { return StorageError.diskFull.located(in: directory).failure }
        return StorageError.cannotOpen(
            path: directory + "/locks", reason: Sentence(stored: String(cString: strerror(code)))
        ).failure
    }
}
