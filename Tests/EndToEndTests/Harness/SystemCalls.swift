import Foundation
import Testing

/// The system calls of a process in the order of their returns, from `strace -f -xx -y`.
struct SystemCalls: CustomStringConvertible {
    enum Call: Hashable {
        case read(String, [UInt8])
        case wrote(String, [UInt8])
        case synced(String)
    }

    static let strace = "/usr/bin/strace"
    let calls: [Call]

    /// Whether this machine lets one process watch another.
    static func canBeWatched() async -> Bool {
        // `till` protects its memory: only root sees the contents of its calls.
        guard getuid() == 0, FileManager.default.isExecutableFile(atPath: strace) else { return false }
        let child = try? Child(
            strace, ["-o", "/dev/null", "true"], environment: ["PATH": "/usr/bin:/bin"], limit: 10)
        return (try? await child?.end().code) == 0
    }

    /// The arguments that make strace write what this reads.
    static func arguments(writing file: String, _ command: [String]) -> [String] {
        [
            "-f", "-xx", "-y", "-s", "4096", "-e", "trace=read,write,pwrite64,fdatasync,fsync", "-e", "signal=none",
            "-o",
            file,
        ] + command
    }

    init(contentsOf file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        var begun: [Substring: Substring] = [:]
        calls = text.split(separator: "\n").compactMap { line -> Call? in
            guard let space = line.firstIndex(of: " ") else { return nil }
            let (process, words) = (line[..<space], line[space...].drop { $0 == " " })
            if words.hasSuffix("<unfinished ...>") {
                begun[process] = words.dropLast("<unfinished ...>".count)
                return nil
            }
            guard words.hasPrefix("<... "), let resumed = words.firstRange(of: " resumed>") else {
                return Self.call(String(words))
            }
            guard let beginning = begun.removeValue(forKey: process) else { return nil }
            return Self.call(String(beginning + words[resumed.upperBound...]))
        }
    }

    /// Parses `write(9<\x2f…>, "\x06", 1) = 1`; nil for a call that failed.
    private static func call(_ line: String) -> Call? {
        let parts = line.wholeMatch(of: /(\w+)\(\d+<([^>]*)>(?:, "([^"]*)")?.*\)\s*= (\d+)/)
        guard let parts else { return nil }
        let path = String(decoding: bytes(parts.2), as: UTF8.self)
        switch parts.1 {
        case "read": return .read(path, bytes(parts.3 ?? ""))
        case "write", "pwrite64": return .wrote(path, bytes(parts.3 ?? ""))
        default: return .synced(path)
        }
    }

    private static func bytes(_ escaped: Substring) -> [UInt8] {
        escaped.split(separator: "\\x").compactMap { UInt8($0, radix: 16) }
    }

    var description: String { calls.map { "\($0)" }.joined(separator: "\n") }
}
