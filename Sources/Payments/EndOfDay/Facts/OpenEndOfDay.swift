import Failures
import Flow
import Foundation
import Hardware
import Model
import Storage

/// An end of day that is not settled, stored in the settings from the transaction of its intent to that of its end. A
/// payment that looks for one has no time to read the whole journal.
struct OpenEndOfDay: Codable {
    private static let prefix = "endOfDay.open "
    /// How many of the newest ends of day are searched for that of a terminal: more than there are terminals.
    private static let searched = 100
    /// How many reports are read at a time to find the one on an end of day, which comes soon after it was begun.
    private static let page = 10

    let intent: EndOfDayIntent
    let sequence: Int64

    func note(in transaction: any StorageTransaction) throws {
        try transaction.setSetting(Self.prefix + intent.id.rawValue, to: self)
    }

    static func forget(_ id: EndOfDayID, in transaction: any StorageTransaction) throws {
        // Older releases used the terminal's address as the key.
        for key in try transaction.settingKeys() where key.hasPrefix(prefix) {
            if try transaction.setting(key, as: Self.self)?.intent.id == id { try transaction.removeSetting(key) }
        }
    }

    /// All that are noted, as the settings have them.
    static func all(in reader: any StorageReader) throws(StorageError) -> [OpenEndOfDay] {
        var open: [OpenEndOfDay] = []
        for key in try reader.settingKeys() where key.hasPrefix(prefix) {
            if let day = try reader.setting(key, as: Self.self) { open.append(day) }
        }
        return open
    }

    /// All that are noted. Throws `journal.contradicted` if one of them is not what the journal tells.
    static func checked(in reader: any StorageReader) throws(StorageError) -> [OpenEndOfDay] {
        let open = try all(in: reader)
        for day in open where try !day.isTold(by: reader) { throw .refused(.dayDiffers(day.intent.id)) }
        return open
    }

    /// The open end of day of that terminal; nil if there is none. Throws `journal.contradicted` if the settings and the
    /// journal do not agree on it.
    static func checked(
        of terminal: TerminalName, in reader: any StorageReader
    ) throws(StorageError) -> OpenEndOfDay? {
        let open = try checked(in: reader)
        for entry in try reader.journalEntries(kind: EndOfDayEvent.intendedKind, limit: searched) {
            guard case .intended(let intent) = try entry.decoded(as: EndOfDayFact.self).event,
                terminal.isSame(as: intent.terminal)
            else { continue }
            if !open.contains(where: { $0.intent.id == intent.id }), try !isSettled(intent.id, since: entry, reader) {
                throw .refused(.dayNotNoted(intent.id))
            }
            break
        }
        return open.filter { terminal.isSame(as: $0.intent.terminal) }.max { $0.sequence < $1.sequence }
    }

    /// Whether the journal has this end of day at its place.
    func isTold(by reader: any StorageReader) throws(StorageError) -> Bool {
        guard let entry = try reader.journalEntries(from: sequence, limit: 1).first, entry.sequence == sequence,
            entry.kind == EndOfDayEvent.intendedKind
        else { return false }
        return try entry.decoded(as: EndOfDayFact.self) == EndOfDayFact(id: intent.id, event: .intended(intent))
    }

    /// A fact without its report, which takes long to decode.
    private struct Named: Decodable {
        let id: EndOfDayID
    }

    private static func isSettled(
        _ id: EndOfDayID, since intended: JournalEntry, _ reader: any StorageReader
    ) throws(StorageError) -> Bool {
        var next = intended.sequence
        while true {
            let entries = try reader.journalEntries(kind: EndOfDayEvent.settledKind, from: next, limit: page)
            for entry in entries where try entry.decoded(as: Named.self).id == id { return true }
            guard let last = entries.last, entries.count == page else { return false }
            next = last.sequence + 1
        }
    }
}

/// Why nothing was sent: the settings note another open end of day than the journal tells.
extension Failure {
    fileprivate static func dayDiffers(_ id: EndOfDayID) -> Failure {
        .contradicted(Sentence("difference.settings.dayDiffers", ["day": id]))
    }

    fileprivate static func dayNotNoted(_ id: EndOfDayID) -> Failure {
        .contradicted(Sentence("difference.settings.dayNotNoted", ["day": id]))
    }
}
