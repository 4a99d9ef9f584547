import Model
import ArgumentParser
import Failures
import Flow
import Foundation
import Service
import Storage
import Stores

struct VerifyJournal: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies the journal's hash chain, and that all tables say what the journal says.",
        discussion: """
            Till recomputes the chain over every stored byte, replays the journal and compares the tables of payments, \
            receipts, prints, paid orders and the outbox with it, compares tables, indexes and triggers with those of a new \
            database, and has SQLite check the file. This shows damage and edits. A journal that was rewritten as a whole \
            with new hashes shows only against something that its writer could not change: an earlier head (--since), a \
            copy kept elsewhere (--against), or a signature (--public-key).

            Exit codes: 0 no difference; 65 each difference is a line on standard output; 7 no till there, or no such archive.
            """)

    @Option(
        help: ArgumentHelp(
            """
            An earlier head that this journal must continue: as a merchant's receipt shows it (a number and letters, \
            quoted), or the hash that an earlier `verify` printed. May be given more than once.
            """, valueName: "head"))
    var since: [String] = []
    @Option(
        help: ArgumentHelp(
            "A copy of till.head or an export of the journal, kept elsewhere, that this journal must continue. May be given more than once.",
            valueName: "file"))
    var against: [String] = []
    @Flag(
        help:
            "Only recompute the chain and look for the earlier heads; compare no tables. A million entries take seconds."
    )
    var chain = false
    @Option(
        help: ArgumentHelp(
            "The public key whose signature the head must have: the .pub file that `till journal key create` wrote.",
            valueName: "file"))
    var publicKey: String?
    @Option(
        help: ArgumentHelp(
            "Verify this archive by itself and, if the data directory has its till's journal, that the journal continues it.",
            valueName: "file"))
    var archive: String?
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    struct Document: Encodable {
        var intact: Bool
        var entries: Int64?
        /// The hash of the last entry, which identifies this journal.
        var head: String?
        var brokenAt: Int64?
        var reason: EnglishSentence?
        /// What was done to the journal, if it was changed on purpose.
        var forgeries: [JournalForgery]
        var signature: Signature?
        var unsigned: Unsigned?
        /// The differences from the journal, or from how Till makes its data; at most 1000 of `differenceCount`.
        var differences: [JournalDifference]
        var differenceCount: Int
        /// The archives that the journal continues, oldest first; for an archive, itself.
        var archives: [Archive]

        /// The differences that contradict the journal; that it is not signed does not.
        var contradictions: Int { differenceCount - (unsigned == nil ? 0 : 1) }
        /// Whether nothing contradicts the journal, signed or not.
        var isUncontradicted: Bool { intact || brokenAt == nil && contradictions == 0 }
    }

    struct Archive: Encodable {
        let file: String
        let number: Int
        let firstEntry: Int64
        let lastEntry: Int64
        /// `unchanged`, `missing` or `changed`; for an archive that is verified `continued`, `not_compared` or
        /// `broken`.
        let state: String
    }

    struct Signature: Encodable {
        let key: String
        /// The entry up to which the signature is valid, and when it was made.
        let entry: Int64
        let at: Date
        /// The entry from which on the journal names the key.
        let since: Int64?

        init(_ signature: JournalSignature) {
            (key, entry) = (signature.fingerprint, signature.sequence)
            (at, since) = (signature.at, signature.since)
        }

        func sentence(_ clock: ShopClock) -> Sentence {
            let facts: [String: any CustomStringConvertible] = ["entry": entry, "time": clock.moment(at), "key": key]
            guard let since else { return Sentence("verify.signed", facts) }
            return Sentence("verify.signedSince", facts.merging(["since": since]) { $1 })
        }
    }

    /// The key that was to have signed a journal that names none, and since when it names none.
    struct Unsigned: Encodable {
        let key: String
        let since: Int64?
        let at: Date?

        init(_ unsigned: UnsignedJournal) { (key, since, at) = (unsigned.key, unsigned.since, unsigned.at) }

        func failure(_ clock: ShopClock) -> Failure {
            let facts: [String: any CustomStringConvertible] = ["key": key]
            let said =
                if let since, let at {
                    Sentence(
                        "failure.journal.notSigned.since",
                        facts.merging(["entry": since, "time": clock.moment(at)]) { $1 })
                } else { Sentence("failure.journal.notSigned", facts) }
            return Failure(
                JournalFailure.notSigned, said, remedy: Sentence("remedy.journal.notSigned"), recovery: .askOperator)
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        var kept: [KeptHead] = []
        for text in since { kept.append(try KeptHead(typed: text)) }
        for file in against { kept += try KeptHead.read(from: file) }
        let key = try publicKey.map { file throws(Failure) in try JournalPublicKey(file: file) }
        if let archive { return try verify(archive: archive, kept, key, console) }
        var loss: Failure?
        let till = try await LiveTill(toRead: try data.setup(), console) { failure in
            guard failure.is(StorageFailure.olderJournal) else { return false }
            loss = failure
            return true
        }
        let (heads, replays) = (kept, !chain)
        let found = try await till.ask {
            JournalAction.verify(kept: heads, publicKey: key, replays: replays, $0)
        }
        let exports = found.isIntact ? [] : try await differences(from: till)
        var document = Document(
            intact: found.isIntact, forgeries: Self.forgeries(found, exports),
            signature: found.signature.map(Signature.init), unsigned: found.unsigned.map(Unsigned.init),
            differences: exports + found.differences,
            differenceCount: exports.count + found.count, archives: found.archives.map(Archive.init))
        document.take(found.chain)
        if output.json {
            console.print(try Output.json(document))
        } else {
            tell(document, kept: heads.count, till.clock, console, in: till.language)
        }
        tellTroubles(document, loss, till.clock, console)
        return found.isIntact ? .done : .malformed
    }

    /// If the journal was changed, a whole export shows most exactly what was done.
    private func differences(from till: LiveTill) async throws(Failure) -> [JournalDifference] {
        var found: [JournalDifference] = []
        for file in against {
            let entries = KeptEntry.read(from: file)
            guard !entries.isEmpty else { continue }
            if let difference = try await till.ask({ JournalAction.compareExport(entries, $0) }) {
                found.append(difference)
            }
        }
        return found
    }

    /// The forgeries. Those found with an export come before those found with a single head.
    static func forgeries(_ found: JournalVerification, _ exports: [JournalDifference]) -> [JournalForgery] {
        let told = exports.compactMap(\.forgery)
        return told.isEmpty ? found.forgeries : told.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    func tell(
        _ document: Document, kept: Int, _ clock: ShopClock, _ console: Console, in language: OperatorLanguage
    ) {
        for difference in document.differences { console.print(difference.said.text(in: language)) }
        for forgery in document.forgeries { console.print(language.text("verify.forgery", ["what": forgery.sentence])) }
        let untold = document.differenceCount - document.differences.count
        if untold > 0 { console.print(language.text("verify.more", ["count": untold])) }
        guard let entries = document.entries, let head = document.head else { return }
        let count = ["entries": entries]
        let said =
            switch (document.isUncontradicted && !chain, entries) {
            case (true, 1): Sentence("verify.intactOne")
            case (true, _): Sentence("verify.intact", count)
            case (false, 1): Sentence("verify.chainIntactOne")
            case (false, _): Sentence("verify.chainIntact", count)
            }
        let archived = archive == nil ? document.archives.last?.lastEntry : nil
        let inArchives = archived.map { " " + language.text("verify.inArchives", ["last": $0]) } ?? ""
        console.print(said.text(in: language) + inArchives)
        console.print(language.text("verify.head", ["head": head]))
        for known in document.archives { console.print(known.sentence.text(in: language)) }
        if let signature = document.signature { console.print(signature.sentence(clock).text(in: language)) }
        guard document.isUncontradicted, kept > 0 else { return }
        console.print(language.text("verify.continues", ["heads": kept]))
    }

    /// Writes to standard error what is wrong: a broken chain, a signature that is missing, and contradictions.
    ///
    /// - Parameter loss: the failure of a journal that lacks entries that were written; it is reported once.
    func tellTroubles(_ document: Document, _ loss: Failure?, _ clock: ShopClock, _ console: Console) {
        if let sequence = document.brokenAt, let why = document.reason?.sentence {
            console.say(
                Failure(
                    JournalFailure.broken,
                    Sentence("failure.journal.broken.tellTroubles", ["sequence": sequence, "why": why]),
                    remedy: loss?.advice ?? Sentence("remedy.journal.broken.changed"), recovery: .askOperator))
        }
        if let unsigned = document.unsigned { console.say(unsigned.failure(clock)) }
        guard document.contradictions > 0 else { return }
        console.say(
            Failure(
                JournalFailure.contradicted,
                Sentence(
                    "failure.journal.contradicted.tellTroubles",
                    ["count": document.contradictions]),
                remedy: Sentence("remedy.journal.contradicted.changed"),
                recovery: .askOperator))
    }
}
