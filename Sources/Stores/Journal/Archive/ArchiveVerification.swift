import Model
import Failures
import Flow
import Payments
import Foundation
import Storage

/// The result of verifying an archive by itself, and whether a journal continues it.
package struct ArchiveVerification: Hashable, Sendable {
    package enum Link: String, Hashable, Codable, Sendable {
        /// The journal continues this archive file.
        case continued
        /// The archive was not compared, because there is no journal of its till.
        case notCompared = "not_compared"
        /// The journal of its till does not continue it, or continues another archive in its place.
        case broken
    }

    package let label: ArchiveLabel
    /// What is wrong with the archive's chain, its tables and its other contents.
    package let found: JournalVerification
    package let link: Link

    package var isIntact: Bool { found.isIntact && link != .broken }
}

extension ArchiveVerification {
    /// Verifies an archive file, and compares it with the till's journal if there is one. What is wrong with the
    /// archive is in the result; a file that is missing or is no archive is a failure.
    ///
    /// - Parameters:
    ///   - journal: the till's data, if there is any.
    ///   - key: the key that must have signed the archive's last entry; nil accepts any.
    package static func run(
        file: String, kept: [KeptHead], publicKey key: JournalPublicKey?, replays: Bool,
        journal: (any StorageManagerType)?, environment: Environment
    ) throws(Failure) -> ArchiveVerification {
        guard FileManager.default.fileExists(atPath: file) else { throw .noArchive(file) }
        return try asFailure { () throws(StorageError) in
            let storage = try StorageManager(archive: file, environment: environment)
            defer { try? storage.close() }
            guard let label = try storage.read({ try $0.archiveLabel() }) else {
                throw .refused(.notAnArchive(file))
            }
            let verified = try JournalAudit.run(storage, kept: kept, replays: replays)
            let head = try storage.read { try $0.journalHead() }
            var wrong = Self.differences(label, head, key)
            let unsigned = try Self.unsigned(storage, label, key)
            let (link, why) = try link(storage, head, file, journal)
            if let why { wrong.append(why) }
            let found = JournalVerification(
                chain: verified.chain, differences: wrong + verified.differences,
                count: wrong.count + verified.count, signature: label.signed.map(JournalSignature.init),
                unsigned: unsigned)
            return ArchiveVerification(label: label, found: found, link: link)
        }
    }

    /// Compares what the archive states about itself with its contents.
    private static func differences(
        _ label: ArchiveLabel, _ head: JournalHead, _ key: JournalPublicKey?
    ) -> [JournalDifference] {
        var found: [JournalDifference] = []
        if head.sequence != label.through {
            found.append(
                JournalDifference(
                    "journal", nil,
                    Sentence("difference.archive.otherEnd", ["said": label.through, "last": head.sequence]),
                    forgery: head.sequence < label.through ? .truncated : .edited))
        }
        guard let signed = label.signed else {
            if let key {
                found.append(
                    JournalDifference(
                        "settings", nil, Sentence("difference.archive.notSigned", ["key": key.fingerprint])))
            }
            return found
        }
        guard signed.isGenuine, signed.head == head, key.map({ $0 == signed.publicKey }) ?? true else {
            let sentence =
                key.map { Sentence("difference.archive.otherKey", ["key": $0.fingerprint]) }
                ?? Sentence("difference.archive.noNamedKey")
            return found + [
                JournalDifference("settings", nil, sentence, forgery: .edited)
            ]
        }
        return found
    }

    private static func unsigned(
        _ storage: StorageManager, _ label: ArchiveLabel, _ key: JournalPublicKey?
    ) throws(StorageError) -> UnsignedJournal? {
        guard label.signed == nil, let key else { return nil }
        return try storage.read { try UnsignedJournal($0, verifiedWith: key) }
    }

    private static func link(
        _ storage: StorageManager, _ head: JournalHead, _ file: String, _ journal: (any StorageManagerType)?
    ) throws(StorageError) -> (Link, JournalDifference?) {
        let till = try storage.read { try $0.tillID() }
        guard let journal, try journal.read({ try $0.tillID() }) == till else { return (.notCompared, nil) }
        let known = try journal.read { try $0.archives() }.first { $0.through == head.sequence }
        guard let known, known.head == head else {
            return (
                .broken,
                JournalDifference(
                    "journal", String(head.sequence),
                    Sentence("difference.archive.notContinued", ["entry": head.sequence]),
                    forgery: .edited)
            )
        }
        guard try StorageManager.sha256(of: file) == known.sha256 else {
            return (
                .broken,
                JournalDifference(
                    "journal", String(head.sequence),
                    Sentence("difference.archive.otherFile"),
                    forgery: .edited)
            )
        }
        return (.continued, nil)
    }
}

extension JournalSignature {
    fileprivate init(_ signed: SignedHead) {
        self.init(
            fingerprint: signed.publicKey.fingerprint, sequence: signed.head.sequence, at: signed.at, since: nil)
    }
}

extension Failure {
    fileprivate static func noArchive(_ file: String) -> Failure {
        Failure(
            ArchiveFailure.missing, Sentence("failure.archive.missing.noArchive", ["file": file]),
            remedy: Sentence("remedy.archive.missing.noArchive"), recovery: .giveUp)
    }
}
