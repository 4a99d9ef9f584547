import Foundation
import Model

/// A process that holds a lock.
package struct LockHolder: Hashable, Sendable {
    package let process: pid_t
    /// The program and its first argument, such as `till pay`; nil when they cannot be read.
    package let command: String?

    package init(process: pid_t, command: String?) {
        self.process = process
        self.command = command
    }

    var inWords: Sentence {
        let number = Sentence("detail.process", ["process": Int(process)])
        return Sentence(listing: (command.map { [Sentence(stored: $0)] } ?? []) + [number])
    }

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
        guard let real = OwnFiles.real(file) else { return false }
        let files = FileManager.default
        let folder = "/proc/\(process)/fd"
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains {
            (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == real
        }
    }

    private static func command(of process: pid_t) -> String? {
        (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)).flatMap { command(in: $0) }
    }

    /// The program and its first argument if that is a word. Further arguments may be secret.
    ///
    /// - Parameter line: the arguments, each ended by a zero (proc_pid_cmdline(5)).
    static func command(in line: String) -> String? {
        let words = line.split(separator: "\0").prefix(2)
        guard let program = words.first?.split(separator: "/").last else { return nil }
        let asked = words.dropFirst().filter { !$0.hasPrefix("-") && $0.allSatisfy { $0.isLetter || $0 == "-" } }
        return ([program] + asked).joined(separator: " ")
    }
}
