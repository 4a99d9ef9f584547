import Model
import Failures
import Flow
import Foundation
import Storage

/// A head of the journal that was stored elsewhere: on paper, printed by an earlier `till journal verify`, or copied.
package struct KeptHead: Hashable, Sendable {
    /// The fewest bytes of a hash that are accepted; fewer could match by chance.
    package static let fewestBytes = 4

    /// The number of the entry; nil if only its hash was stored.
    package let sequence: Int64?
    /// The hash or its first bytes.
    package let hash: [UInt8]
    /// The till and the life that it belongs to; nil if that was not stored.
    private(set) var enrolment: TillEnrolment?

    package init(sequence: Int64?, hash: [UInt8]) {
        self.sequence = sequence
        self.hash = hash
    }

    /// A head that a till signed.
    package init(_ signed: SignedHead) {
        self.init(sequence: signed.head.sequence, hash: Array(signed.head.hash))
        if signed.isGenuine { enrolment = signed.enrolment }
    }
}

extension JournalAudit {
    mutating func compare(_ head: KeptHead) throws(StorageError) {
        let found: Bool
        if try isInArchive(head) { return }
        if let sequence = head.sequence {
            let entry = try reader.journalEntries(from: sequence, limit: 1).first
            found = entry?.sequence == sequence && entry?.hash.starts(with: head.hash) == true
        } else {
            found = try reader.journalSequence(hash: head.hash) != nil
        }
        guard !found else { return }
        let sentence =
            head.sequence.map { Sentence("difference.head.ofEntry", ["entry": $0]) } ?? Sentence("difference.head")
        add(
            JournalDifference(
                "journal", head.sequence.map { String($0) }, sentence, forgery: try forgery(against: head)))
    }

    /// Whether an archive that the journal continues has that entry. Throws if the archive's file is missing.
    private func isInArchive(_ head: KeptHead) throws(StorageError) -> Bool {
        func isMeant(_ hash: Data) -> Bool { hash.starts(with: head.hash) }
        for known in try reader.archives() {
            guard head.sequence.map({ (known.first...max(known.first, known.through)).contains($0) }) ?? true else {
                continue
            }
            if head.sequence ?? known.through == known.through, let last = known.head?.hash, isMeant(last) {
                return true
            }
            guard let storage = archives[known.number] else {
                if let sequence = head.sequence { throw .refused(.archiveAway(sequence, known.file)) }
                continue
            }
            let has = try storage.read { reader in
                guard let sequence = head.sequence else { return try reader.journalSequence(hash: head.hash) != nil }
                return try reader.journalEntries(from: sequence, limit: 1).first.map { isMeant($0.hash) } ?? false
            }
            if has { return true }
        }
        return false
    }

    /// Compares an archive's file, and the rows that are left of its payments, with what was written.
    mutating func compare(_ state: ArchiveState) {
        let (known, name) = (state.archive, "archive \(state.archive.number)")
        if state.condition == .changed {
            add(
                JournalDifference(
                    "journal", name,
                    Sentence(
                        "difference.archive.changed",
                        ["file": state.path, "first": known.first, "last": known.through]),
                    forgery: .edited))
        }
        guard !state.keepsRows else { return }
        add(
            JournalDifference(
                DerivedTable.payments.rawValue, name,
                Sentence("difference.archive.rows", ["file": known.file])))
    }

    /// What was done if that head is not in the journal; nil if that cannot be told.
    private func forgery(against head: KeptHead) throws(StorageError) -> JournalForgery? {
        if let kept = head.enrolment {
            let found = try Self.enrolments(in: reader)
            if !found.contains(where: { $0.till == kept.till && $0.life == kept.life }), let newest = found.first,
                let forgery = JournalForgery(kept: kept, found: newest)
            {
                return forgery
            }
        }
        guard let sequence = head.sequence else { return nil }
        let last = try reader.journalHead().sequence
        if last == 0 { return .wiped }
        return last < sequence ? .truncated : .edited
    }

    static func enrolments(in reader: any StorageReader) throws(StorageError) -> [TillEnrolment] {
        var found: [TillEnrolment] = []
        for entry in try reader.journalEntries(kind: TillEnrolment.kind, limit: page) {
            found.append(try entry.decoded(as: TillEnrolment.self))
        }
        return found
    }

    /// Checks that the head was signed by the right key, and that the journal continues it. Notes every difference, and
    /// a head that lags too far behind the journal.
    ///
    /// - Parameter key: the key that must have signed the head; nil for the one that the journal names.
    mutating func compare(_ signed: SignedHead?, _ key: JournalPublicKey?) throws(StorageError) {
        guard let signed else {
            guard let key else { return }
            let missing = try without(key)
            return add(missing)
        }
        let since = try since(signed.publicKey.fingerprint, upTo: signed.head.sequence)
        guard signed.isGenuine, key == nil ? since != nil : signed.publicKey == key else {
            return add(
                unsigned(
                    key.map { Sentence("difference.head.otherKey", ["key": $0.fingerprint]) }
                        ?? Sentence("difference.head.noNamedKey")))
        }
        try compare(KeptHead(signed))
        let last = try reader.journalHead().sequence
        if last - signed.head.sequence > SignedHead.mostBehind {
            add(
                unsigned(
                    Sentence("difference.head.signedFor", ["entry": signed.head.sequence, "last": last])))
        }
        note(
            JournalSignature(
                fingerprint: signed.publicKey.fingerprint, sequence: signed.head.sequence, at: signed.at, since: since))
    }

    /// What is missing from a journal that this key was to have signed. A journal that names no key contradicts nothing.
    private mutating func without(_ key: JournalPublicKey) throws(StorageError) -> JournalDifference {
        guard let journal = try UnsignedJournal(reader, verifiedWith: key) else {
            return unsigned(Sentence("difference.head.notSigned", ["key": key.fingerprint]))
        }
        note(journal)
        return unsigned(Sentence("difference.head.unsigned", ["key": key.fingerprint]))
    }

    private func unsigned(_ sentence: Sentence) -> JournalDifference { JournalDifference("till.head", nil, sentence) }

    /// The entry since which the journal names that key without interruption. A till that is killed while it changes
    /// its key leaves a head signed with the former one.
    private func since(_ fingerprint: String, upTo sequence: Int64) throws(StorageError) -> Int64? {
        var since: Int64?
        for entry in try reader.journalEntries(kind: TillEnrolment.kind, limit: Self.page)
        where entry.sequence <= sequence {
            guard try entry.decoded(as: TillEnrolment.self).key == fingerprint else { break }
            since = entry.sequence
        }
        return since
    }
}

extension Failure {
    fileprivate static func archiveAway(_ sequence: Int64, _ file: String) -> Failure {
        Failure(
            ArchiveFailure.missing,
            Sentence("failure.archive.missing.archiveAway", ["sequence": sequence, "file": file]),
            remedy: Sentence("remedy.archive.missing.archiveAway"), recovery: .askOperator)
    }
}
