import CTerminalLine
import Foundation
import Glibc
import Model

/// The process that uses a line.
package struct LineHolder: Hashable, Sendable {
    package let process: pid_t
    package let name: String?

    package init(process: pid_t, name: String?) {
        self.process = process
        self.name = name
    }

    package var title: Sentence {
        guard process != getpid() else { return Sentence("detail.thisProcess") }
        guard let name else { return Sentence("detail.process", ["process": "\(process)"]) }
        return Sentence("detail.namedProcess", ["process": "\(process)", "name": name])
    }

    /// The process that uses `path`: the owner of its flock by the kernel's table, else any process that has it open.
    package static func of(_ path: String) -> LineHolder? {
        guard let process = lockOwner(of: path) ?? user(of: path) else { return nil }
        return LineHolder(process)
    }

    /// The process that has locked `path`, by the kernel's table. Nothing is opened, so no line is disturbed.
    static func locking(_ path: String) -> LineHolder? { lockOwner(of: path).map { LineHolder($0) } }

    private init(_ process: pid_t) {
        let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        self.init(process: process, name: name?.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The process in a line of /proc/locks: `1: FLOCK  ADVISORY  WRITE 4711 00:1a:3 0 EOF`.
    private static func lockOwner(of path: String) -> pid_t? {
        var file = [CChar](repeating: 0, count: 64)
        guard till_line_lock_name(path, &file, file.count) == 0,
            let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return nil }
        let name = String(decoding: file.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 5, words[1] == "FLOCK", words[5] == name, let process = pid_t(words[4]), process > 0 {
                return process
            }
        }
        return nil
    }

    private static func user(of path: String) -> pid_t? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let target = String(cString: real)
        let files = FileManager.default
        let processes = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return processes.first { process in
            let folder = "/proc/\(process)/fd"
            let open = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return open.contains { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == target }
        }
    }
}
