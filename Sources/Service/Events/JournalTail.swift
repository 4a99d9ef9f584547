import Flow
import Foundation
import Model
import Storage
import Synchronization

/// The journal's newest entries as events, read and rendered once for all listeners. It keeps so many and no more: a listener that
/// is further behind reads for itself, at its own pace. No entry is told before it is synced, so no power cut undoes what was told.
final class JournalTail: Sendable {
    /// The most entries that are read or told at once.
    static let batch = 100
    /// The most entries that are kept.
    static let mostEntries = 256
    /// The most bytes of facts that are kept.
    static let mostBytes = 256 * 1024

    /// What a listener is told.
    struct Told {
        var bytes: [UInt8] = []
        /// The number of the last entry that the listener knows then.
        var last: Int64
        /// Whether the journal may have more.
        var isBehind: Bool
    }

    private let storage: any StorageManagerType
    private let feed: JournalFeed
    private let kept = Mutex<Kept?>(nil)

    init(storage: any StorageManagerType, feed: JournalFeed) { (self.storage, self.feed) = (storage, feed) }

    /// How many entries are kept.
    var count: Int { kept.withLock { $0?.lines.count ?? 0 } }

    /// The entries after the last one that a listener knows.
    ///
    /// - Parameters:
    ///   - head: the number of an entry that the journal certainly has.
    ///   - isWhole: whether the facts are told.
    func told(after last: Int64, head: Int64, isWhole: Bool) throws(Failure) -> Told {
        let told = try kept.withLock { kept throws(Failure) -> Told? in
            var now = kept ?? Kept(after: last)
            // Taken out while it changes: otherwise all lines would be copied for each listener.
            kept = nil
            defer { kept = now }
            // A listener that comes does not wait until everything that it knows already has been read.
            if last - now.last > Int64(Self.batch) { now = Kept(after: last) }
            guard last >= now.after else { return nil }
            let generation = feed.generation
            if now.generation != generation || now.last < head { try readOn(&now, generation) }
            guard last >= now.after else { return nil }
            return try now.told(after: last, generation, isWhole)
        }
        if let told { return told }
        return try alone(after: last, isWhole)
    }

    /// Reads what came after the last entry that is kept.
    ///
    /// - Parameter generation: the feed's before the reading.
    private func readOn(_ kept: inout Kept, _ generation: Int) throws(Failure) {
        let entries = try syncedEntries(after: kept.last)
        kept.add(entries)
        if entries.count < Self.batch { kept.generation = generation }
    }

    /// Reads for one listener that is further behind than what is kept.
    private func alone(after last: Int64, _ isWhole: Bool) throws(Failure) -> Told {
        let entries = try syncedEntries(after: last)
        var told = Told(last: entries.last?.sequence ?? last, isBehind: entries.count == Self.batch)
        for entry in entries {
            var line = Line(entry: entry)
            told.bytes += try line.bytes(isWhole)
        }
        return told
    }

    /// Syncs what was read: it may have been committed without that.
    private func syncedEntries(after last: Int64) throws(Failure) -> [JournalEntry] {
        let entries = try storage.reading { try $0.journalEntries(from: last + 1, limit: Self.batch) }
        guard !entries.isEmpty else { return [] }
        do throws(StorageError) { try storage.sync() } catch { throw error.failure }
        return entries
    }

    /// The kept entries: all from after one number up to another.
    private struct Kept {
        private(set) var after: Int64
        private(set) var last: Int64
        private(set) var lines: [Line] = []
        /// The feed's generation of which all entries are kept; nil for none.
        var generation: Int?
        private var bytes = 0

        init(after number: Int64) { (after, last) = (number, number) }

        mutating func add(_ entries: [JournalEntry]) {
            lines += entries.map { Line(entry: $0) }
            bytes += entries.reduce(0) { $0 + $1.payload.count }
            last = entries.last?.sequence ?? last
            var surplus = 0
            while lines.count - surplus > JournalTail.mostEntries || bytes > JournalTail.mostBytes {
                after = lines[surplus].entry.sequence
                bytes -= lines[surplus].entry.payload.count
                surplus += 1
            }
            lines.removeFirst(surplus)
        }

        mutating func told(after number: Int64, _ current: Int, _ isWhole: Bool) throws(Failure) -> Told {
            let first = lines.lastIndex { $0.entry.sequence <= number }.map { $0 + 1 } ?? 0
            let end = min(lines.count, first + JournalTail.batch)
            var told = Told(last: number, isBehind: end < lines.count || generation != current)
            for index in first..<end {
                told.bytes += try lines[index].bytes(isWhole)
                told.last = lines[index].entry.sequence
            }
            return told
        }
    }

    /// One entry as an event, in both forms, each made when it is first asked for.
    private struct Line {
        let entry: JournalEntry
        private var whole: [UInt8]?
        private var summary: [UInt8]?

        init(entry: JournalEntry) { self.entry = entry }

        mutating func bytes(_ isWhole: Bool) throws(Failure) -> [UInt8] {
            if let made = isWhole ? whole : summary { return made }
            var made = Array("id: \(entry.sequence)\nevent: \(entry.kind)\ndata: ".utf8)
            if isWhole {
                EntryLine.appendDocument(entry, to: &made)
            } else {
                made += Array(try Output.json(Summary(entry)).utf8)
            }
            made += Array("\n\n".utf8)
            if isWhole { whole = made } else { summary = made }
            return made
        }
    }

    /// An entry without its facts.
    private struct Summary: Encodable {
        let sequence: Int64
        let at: Date
        let kind: String
        let payment: String?

        init(_ entry: JournalEntry) {
            (sequence, at, kind, payment) = (entry.sequence, entry.at, entry.kind, entry.payment?.rawValue)
        }
    }
}
