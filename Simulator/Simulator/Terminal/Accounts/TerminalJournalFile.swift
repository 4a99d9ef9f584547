import Failures
import Foundation
import Flow
import Glibc

/// The file behind a terminal's journal: appends and syncs.
package final class TerminalJournalFile: Sendable {
    package static let name = "terminal-journal.jsonl"

    package let path: String
    /// The journal as it was when the file was opened.
    package let journal: TerminalJournal
    private let descriptor: Int32

    /// Opens or creates the journal in `directory`, which is created if missing. An incomplete last line is cut off.
    package init(in directory: String) throws(Failure) {
        path = directory + "/" + Self.name
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw Failure(
                SimulatorFailure.journal, "The directory \(directory) cannot be made: \(error.localizedDescription)",
                recovery: .askOperator)
        }
        let (entries, length) = try TerminalJournal.read(
            FileManager.default.contents(atPath: path) ?? Data(), path: path)
        journal = TerminalJournal(entries: entries)
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .simulator(.journal, "\(path) cannot be opened", errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = errno
            close(descriptor)
            throw .simulator(.journal, "\(path) belongs to another simulator that runs", errno: error)
        }
        guard ftruncate(descriptor, length) == 0, Self.syncDirectory(directory) else {
            let error = errno
            close(descriptor)
            throw .simulator(.journal, "\(path) cannot be written", errno: error)
        }
    }

    deinit { close(descriptor) }

    /// Appends an entry, which is durable when this returns.
    package func append(_ entry: TerminalJournal.Entry) throws(Failure) {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys]
        guard let json = try? encoder.encode(entry) else {
            preconditionFailure("an entry is always JSON")
        }
        let line = [UInt8](json) + [UInt8(ascii: "\n")]
        guard write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
            throw .simulator(.journal, "\(path) cannot be written", errno: errno)
        }
    }

    private static func syncDirectory(_ path: String) -> Bool {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return false }
        defer { close(directory) }
        return fsync(directory) == 0
    }
}
