import Model
import Failures
import Flow
import Foundation
import Storage
import Stores

// MARK: Stored heads and exports

extension KeptHead {
    /// Reads a head that a person has typed, and throws `usage.badHead` for any other text.
    ///
    /// - Parameter text: a whole hash in digits or letters, or, as on paper, an entry's number and at least four bytes
    ///   of its hash. The word before and an ellipsis after it may be typed too: `Journal 1234 hxkqmtgw…`.
    init(typed text: String) throws(Failure) {
        var words = text.split { $0 == " " || $0 == ":" || $0 == "…" || $0 == "." }
        if words.first?.lowercased() == "journal" { words.removeFirst() }
        let number = words.count > 1 ? Int64(words[0]) : nil
        let digits = words.dropFirst(words.count > 1 ? 1 : 0).joined()
        let fewest = number == nil ? 32 : Self.fewestBytes
        guard words.count == 1 || number ?? 0 > 0,
            let hash = HashLetters.bytes(digits) ?? Hexadecimal.bytes(digits).map(Array.init),
            (fewest...32).contains(hash.count)
        else {
            throw Failure(
                UsageFailure.badHead, Sentence("failure.usage.badHead.words", ["text": text]),
                remedy: Sentence("remedy.usage.badHead.words"), recovery: .giveUp)
        }
        self.init(sequence: number, hash: hash)
    }

    /// Reads the head in a copy of `till.head`, or the last entry of an export. It stands for all entries before it,
    /// because each hash covers the one before.
    static func read(from file: String) throws(Failure) -> [KeptHead] {
        do throws(StorageError) {
            switch try JournalHead.kept(in: file) {
            case (_, let signed?)?: return [KeptHead(signed)]
            case (let head, nil)?: return [KeptHead(sequence: head.sequence, hash: Array(head.hash))]
            case nil: break
            }
        } catch { throw .cannotReadKept(file) }
        guard let line = lastLine(of: file) else { throw .cannotReadKept(file) }
        guard let entry = KeptEntry(line: line) else { throw .cannotReadKept(file) }
        return [KeptHead(sequence: entry.sequence, hash: entry.hash)]
    }

    /// Reads only the end of an export, because exports are long.
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

extension KeptEntry {
    /// All entries of an export, as far as they can be read and their numbers rise; empty for any other file.
    static func read(from file: String) -> [KeptEntry] {
        guard let bytes = FileManager.default.contents(atPath: file) else { return [] }
        var entries: [KeptEntry] = []
        for line in bytes.split(separator: 0x0A) {
            guard let entry = KeptEntry(line: line), entry.sequence > entries.last?.sequence ?? 0 else { break }
            entries.append(entry)
        }
        return entries
    }

    fileprivate init?(line: Data) {
        guard let entry = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
            let sequence = (entry["sequence"] as? NSNumber)?.int64Value, let kind = entry["kind"] as? String,
            let hash = (entry["hash"] as? String).flatMap(Hexadecimal.bytes), hash.count == 32
        else { return nil }
        // Exports of earlier releases contain the stored bytes as text.
        let fact = (entry["fact"] as? [String: Any]).flatMap { try? JSONSerialization.data(withJSONObject: $0) }
        self.init(
            sequence: sequence, payment: entry["payment"] as? String, kind: kind,
            payload: fact.map { String(decoding: $0, as: UTF8.self) } ?? entry["payload"] as? String ?? "",
            hash: Array(hash))
    }
}

extension Failure {
    fileprivate static func cannotReadKept(_ file: String) -> Failure {
        Failure(
            UsageFailure.badHead, Sentence("failure.usage.badHead.cannotReadKept", ["file": file]),
            remedy: Sentence("remedy.usage.badHead.cannotReadKept"), recovery: .giveUp)
    }
}
