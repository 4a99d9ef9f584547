import Foundation
import Model
import Storage

/// Compares a stored export with the journal, entry by entry. It finds where the journal begins to differ and what was
/// done there.
struct ExportComparison {
    private let kept: [KeptEntry]
    private let reader: any StorageReader

    init(_ kept: [KeptEntry], _ reader: any StorageReader) {
        self.kept = kept
        self.reader = reader
    }

    func difference() throws(StorageError) -> JournalDifference? {
        guard let place = try firstDiffering() else { return nil }
        let was = kept[place]
        let entry = try reader.journalEntries(from: was.sequence, limit: 1).first
        // Of an archived entry the journal has no more than that it differs.
        let isArchived = try was.sequence <= reader.journalStart().head.sequence
        guard isArchived || entry?.sequence == was.sequence else {
            let last = try reader.journalHead().sequence
            return difference(
                was, last == 0 ? .wiped : .truncated,
                Sentence("difference.export.cutOff", ["entry": was.sequence, "last": last]))
        }
        if let stranger = try stranger(at: was.sequence) { return stranger }
        if !isArchived, let entry, let later = kept[place...].first(where: { $0.tellsTheSame(as: entry) }),
            later.sequence > was.sequence
        {
            let gone = later.sequence - was.sequence
            return difference(
                was, .removed,
                Sentence(
                    "difference.export.removed",
                    ["entry": was.sequence, "count": gone - 1, "later": later.sequence]))
        }
        return difference(
            was, .edited, Sentence("difference.export.changed", ["entry": was.sequence, "kind": was.kind]))
    }

    /// Searches by halves: if the hash of an entry is unchanged, all entries before it are.
    private func firstDiffering() throws(StorageError) -> Int? {
        let start = try reader.journalStart().head
        // Archived entries were compared when the journal was verified: the last archived hash stands for all before
        // it.
        let archived = kept.prefix { $0.sequence <= start.sequence }
        if let last = archived.last, last.sequence == start.sequence, !start.hash.starts(with: last.hash) {
            return archived.count - 1
        }
        var (low, high) = (archived.count, kept.count)
        while low < high {
            let middle = (low + high) / 2
            let entry = try reader.journalEntries(from: kept[middle].sequence, limit: 1).first
            let isSame = entry?.sequence == kept[middle].sequence && entry?.hash.starts(with: kept[middle].hash) == true
            if isSame { low = middle + 1 } else { high = middle }
        }
        return low < kept.count ? low : nil
    }

    /// The difference if the journal belongs to another till or another life, because its enrolments are not those of
    /// the export.
    private func stranger(at sequence: Int64) throws(StorageError) -> JournalDifference? {
        let known = kept.filter { $0.kind == TillEnrolment.kind }.compactMap { kept in
            try? JSONDecoder().decode(TillEnrolment.self, from: Data(kept.payload.utf8))
        }
        let found = try JournalAudit.enrolments(in: reader)
        guard let theirs = known.last, let ours = found.first, !found.contains(theirs),
            let forgery = JournalForgery(kept: theirs, found: ours)
        else { return nil }
        return JournalDifference(
            "journal", String(sequence),
            Sentence(
                "difference.export.otherTill",
                [
                    "entry": sequence, "till": ours.till, "life": ours.life, "exportTill": theirs.till,
                    "exportLife": theirs.life,
                ]), forgery: forgery)
    }

    private func difference(_ was: KeptEntry, _ forgery: JournalForgery, _ what: Sentence) -> JournalDifference {
        JournalDifference("journal", String(was.sequence), what, forgery: forgery)
    }
}
