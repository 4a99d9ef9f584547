import ArgumentParser
import Flow
import Foundation
import Storage
import Stores

struct VerifyJournal: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Holds the journal's chain, and all that is derived from it, to what was written.",
        discussion: """
            Recomputes the chain over every stored byte, replays the journal and compares the tables of payments, receipts, \
            prints, paid orders and the outbox with it, compares tables, indexes and triggers with those of a new \
            database, and has SQLite check the file. That shows damage and edits. Someone who writes the whole journal \
            anew with new hashes is noticed only against something that was kept elsewhere: --since or --against.
            """)

    @Option(
        help: ArgumentHelp(
            "A head that an earlier verify printed, HASH or NUMBER:HASH. May be given more than once.",
            valueName: "head"))
    var since: [String] = []
    @Option(
        help: ArgumentHelp(
            "A copy of till.head, or an export of the journal, kept elsewhere. May be given more than once.",
            valueName: "file"))
    var against: [String] = []
    @Flag(
        help: "Recompute the chain and look for kept heads, and compare nothing else: a million entries take seconds.")
    var chain = false
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    private static let lossCode = "storage.olderJournal"

    private struct Document: Encodable {
        var intact: Bool
        var entries: Int64?
        /// Of the last entry: what tells this journal from every other.
        var head: String?
        var brokenAt: Int64?
        var reason: String?
        /// What differs from the journal, or is not as Till made it; at most 1000 of `differenceCount`.
        var differences: [JournalDifference]
        var differenceCount: Int
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        var kept: [KeptHead] = []
        for text in since { kept.append(try KeptHead(typed: text)) }
        for file in against { kept += try KeptHead.read(from: file) }
        var loss: Failure?
        let till = try await LiveTill(toRead: try data.setup(), console) { failure in
            guard failure.code == Self.lossCode else { return false }
            loss = failure
            return true
        }
        let (heads, replays) = (kept, !chain)
        let found = try await till.ask { JournalAction.verify(kept: heads, replays: replays, $0) }
        var document = Document(
            intact: found.isIntact, differences: found.differences, differenceCount: found.count)
        switch found.chain {
        case .intact(let count, let hash): (document.entries, document.head) = (count, hash.hexadecimal)
        case .broken(let sequence, let why): (document.brokenAt, document.reason) = (sequence, why)
        }
        if output.json { console.print(try Output.json(document)) } else { tell(document, kept: heads.count, console) }
        tellTroubles(document, loss, console)
        return found.isIntact ? .done : .malformed
    }

    private func tell(_ document: Document, kept: Int, _ console: Console) {
        for difference in document.differences { console.print(difference.sentence) }
        let untold = document.differenceCount - document.differences.count
        if untold > 0 { console.print("And \(untold) more.") }
        guard let entries = document.entries, let head = document.head else { return }
        let what = document.intact && !chain ? "The journal is intact" : "The journal's chain is intact"
        console.print("\(what): \(entries) \(entries == 1 ? "entry" : "entries").\nIts head is \(head).")
        guard document.intact, kept > 0 else { return }
        console.print("It continues what was kept: \(kept) of \(kept) heads are in it.")
    }

    /// - Parameter loss: that the journal lacks what was written to it; it is told once.
    private func tellTroubles(_ document: Document, _ loss: Failure?, _ console: Console) {
        let remedy = "keep a copy of the data directory and find out who changed it"
        if let sequence = document.brokenAt, let why = document.reason {
            console.say(
                Failure(
                    "journal.broken", "The journal does not verify at entry \(sequence): \(why).",
                    remedy: loss?.remedy ?? remedy, recovery: .askOperator))
        }
        guard document.differenceCount > 0 else { return }
        console.say(
            Failure(
                "journal.contradicted",
                "Till's data is not what its journal tells, or not as Till made it: \(document.differenceCount) "
                    + "\(document.differenceCount == 1 ? "difference" : "differences").",
                remedy: remedy + "; then restore it from the last good backup (docs/troubleshooting.md)",
                recovery: .askOperator))
    }
}

// MARK: What was kept

extension KeptHead {
    /// - Parameter text: `HASH`, or `NUMBER:HASH`, the hash in 64 hexadecimal digits.
    fileprivate init(typed text: String) throws(Failure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let number = parts.count == 2 ? Int64(parts[0]) : nil
        guard let last = parts.last, let hash = [UInt8](hash: last), parts.count == 1 || number ?? 0 > 0 else {
            throw Failure(
                "usage.badHead", "\"\(text)\" is no head of a journal.",
                remedy: "give the 64 digits that till journal verify printed after \"Its head is\"", recovery: .giveUp)
        }
        self.init(sequence: number, hash: hash)
    }

    /// The head in a copy of `till.head`, or the last entry of an export. It stands for all before it: each hash is over the
    /// one before.
    fileprivate static func read(from file: String) throws(Failure) -> [KeptHead] {
        do throws(StorageError) {
            if let head = try JournalHead.kept(in: file) {
                return [KeptHead(sequence: head.sequence, hash: Array(head.hash))]
            }
        } catch { throw .cannotReadKept(file) }
        guard let line = lastLine(of: file) else { throw .cannotReadKept(file) }
        struct Exported: Decodable {
            let sequence: Int64
            let hash: String
        }
        guard let entry = try? JSONDecoder().decode(Exported.self, from: line), let hash = [UInt8](hash: entry.hash)
        else {
            throw .cannotReadKept(file)
        }
        return [KeptHead(sequence: entry.sequence, hash: hash)]
    }

    /// Exports are long, so only their end is read.
    private static func lastLine(of file: String) -> Data? {
        guard let handle = FileHandle(forReadingAtPath: file) else { return nil }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd(), size > 0 else { return nil }
        let longest: UInt64 = 16 << 20
        guard (try? handle.seek(toOffset: size > longest ? size - longest : 0)) != nil,
            let end = try? handle.readToEnd()
        else { return nil }
        return end.split(separator: 0x0A).last
    }
}

extension [UInt8] {
    /// Nil for anything but 64 hexadecimal digits.
    fileprivate init?(hash text: some StringProtocol) {
        let digits = text.compactMap(\.hexDigitValue)
        guard text.count == 64, digits.count == 64 else { return nil }
        self = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}

extension Failure {
    fileprivate static func cannotReadKept(_ file: String) -> Failure {
        Failure(
            "usage.badHead", "\(file) is neither a copy of till.head nor an export of a journal.",
            remedy: "keep one: till journal export > FILE, or a copy of till.head from the data directory",
            recovery: .giveUp)
    }
}
