import Flow
import Foundation

/// A lock on Till's data that another process holds and this one waits for.
package struct HeldLock: Hashable, Sendable {
    /// What is locked.
    package enum Kind: Hashable, Sendable {
        /// The data directory, while another till creates or migrates the database.
        case directory
        /// The database, while another process writes to it.
        case database
    }

    package let kind: Kind
    /// The data directory.
    package let path: String
    /// The process that holds the lock; nil when the kernel does not tell.
    package let holder: LockHolder?
    /// How long to wait for the lock before giving up.
    package let longestWait: Duration

    package init(kind: Kind, path: String, holder: LockHolder?, longestWait: Duration) {
        self.kind = kind
        self.path = path
        self.holder = holder
        self.longestWait = longestWait
    }

    /// The message while waiting.
    package var waiting: String {
        let what = kind == .directory ? "the data directory \(path)" : "the database in \(path)"
        return "waiting for \(what), locked by \(holderInWords); at most \(seconds) seconds"
    }

    /// The message after giving up.
    var sentence: String {
        let what = kind == .directory ? "The data directory \(path)" : "The database in \(path)"
        return "\(what) has been locked by \(holderInWords) for more than \(seconds) seconds."
    }

    private var holderInWords: String { holder?.description ?? "another process" }
    private var seconds: String { String(Int((longestWait / .seconds(1)).rounded(.up))) }
}

/// A process that holds a lock.
package struct LockHolder: Hashable, Sendable, CustomStringConvertible {
    package let process: pid_t
    /// The program and its first argument, such as `till pay`; nil when they cannot be read.
    package let command: String?

    package init(process: pid_t, command: String?) {
        self.process = process
        self.command = command
    }

    package var description: String { (command.map { "\($0), " } ?? "") + "process \(process)" }

    /// The process that holds a lock on one of these files, by the kernel's table of locks.
    static func of(_ files: [String]) -> LockHolder? {
        guard let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
        for file in files {
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            let owners = FileLock.all(in: table).filter { $0.inode == UInt64(status.st_ino) && $0.isToWrite }
            // On an overlay file system the file's device number differs from that of its locks; then look for the process
            // that has the file open.
            let owner =
                owners.first { $0.device == device(status.st_dev) } ?? owners.first { hasOpen(file, $0.process) }
            if let process = owner?.process { return LockHolder(process: process, command: command(of: process)) }
        }
        return nil
    }

    /// A device number in the format of the kernel's table.
    static func device(_ number: dev_t) -> String {
        let number = UInt64(number)
        let major = (number >> 8 & 0xFFF) | (number >> 32 & ~0xFFF)
        let minor = (number & 0xFF) | (number >> 12 & ~0xFF)
        return [major, minor].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    private static func hasOpen(_ file: String, _ process: pid_t) -> Bool {
        guard let real = realpath(file, nil) else { return false }
        defer { free(real) }
        let files = FileManager.default
        let folder = "/proc/\(process)/fd"
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains {
            (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == String(cString: real)
        }
    }

    /// The program and its first argument. Further arguments may be secret.
    private static func command(of process: pid_t) -> String? {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8) else { return nil }
        let words = line.split(separator: "\0").prefix(2)
        guard let program = words.first?.split(separator: "/").last.map(String.init) else { return nil }
        let asked = words.dropFirst().first { $0.allSatisfy { $0.isLetter || $0 == "-" } }
        return ([program] + (asked.map { $0.hasPrefix("-") ? [] : [String($0)] } ?? [])).joined(separator: " ")
    }
}

/// A line of `/proc/locks`: `1: POSIX  ADVISORY  WRITE 4711 fd:01:1835012 120 120` (proc_locks(5)).
struct FileLock: Hashable {
    let process: pid_t
    let device: String
    let inode: UInt64
    let isToWrite: Bool

    /// The locks in the table that are held; waiting requests (`1: -> POSIX …`) are left out.
    static func all(in table: String) -> [FileLock] {
        table.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] != "->", let process = pid_t(words[4]), process > 0 else { return nil }
            let place = words[5].split(separator: ":")
            guard place.count == 3, let inode = UInt64(place[2]) else { return nil }
            return FileLock(
                process: process, device: "\(place[0]):\(place[1])", inode: inode, isToWrite: words[3] == "WRITE")
        }
    }
}
