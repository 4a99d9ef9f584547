import Model
import Crypto
import Foundation

/// The journal's head stored outside of the database: the file `till.head` beside it (docs/decisions/0045).
///
/// The database may be newer than this file, but never older. The file has two halves of one page each, written in turn, so
/// that a power cut during a write leaves the other half intact.
struct HeadFile {
    static let fileName = "till.head"
    /// The size of a half in bytes: one page of the disk.
    static let half = 4096

    /// The contents of the file.
    enum Contents: Hashable {
        case missing
        /// The file exists, but neither half is intact.
        case unreadable
        /// The head, with its signature if the till signs.
        case head(JournalHead, SignedHead? = nil)
    }

    let path: String

    /// Creates an accessor for a copy of such a file.
    init(path: String) { self.path = path }

    init(in directory: String) { path = (directory as NSString).appendingPathComponent(Self.fileName) }

    func read() throws(StorageError) -> Contents {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return .missing }
            throw refusal()
        }
        defer { close(file) }
        try checkIsFile(file)
        var bytes = [UInt8](repeating: 0, count: 2 * Self.half)
        let count = pread(file, &bytes, bytes.count, 0)
        guard count >= 0 else { throw refusal() }
        let halves = [bytes[..<min(count, Self.half)], bytes[min(count, Self.half)..<count]]
        let newest = halves.compactMap(Self.head(in:)).max { $0.head.sequence < $1.head.sequence }
        return newest.map { .head($0.head, $0.signed) } ?? .unreadable
    }

    /// Writes a head that the database has already committed. The signature is in the same page, so it needs no write or
    /// sync of its own.
    ///
    /// - Parameter syncs: whether the head must be on the disk when this returns.
    func write(_ head: JournalHead, signed: SignedHead? = nil, syncs: Bool) throws(StorageError) {
        if try isWrittenInPlace(head, signed, syncs: syncs) { return }
        // Another process may create the file meanwhile, with a head of its own.
        if try !isCreated(head, signed) { _ = try isWrittenInPlace(head, signed, syncs: syncs) }
    }

    /// Writes to the file that exists; returns false if there is none.
    private func isWrittenInPlace(
        _ head: JournalHead, _ signed: SignedHead?, syncs: Bool
    ) throws(StorageError) -> Bool {
        let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if file < 0, errno == ENOENT { return false }
        guard file >= 0 else { throw refusal() }
        defer { close(file) }
        try checkIsFile(file)
        let text = Self.text(of: head, signed)
        guard pwrite(file, text, text.count, off_t(head.sequence % 2) * off_t(Self.half)) == text.count,
            !syncs || fdatasync(file) == 0
        else { throw refusal() }
        return true
    }

    /// Throws when the path is not a regular file: a pipe would block.
    private func checkIsFile(_ file: Int32) throws(StorageError) {
        guard RegularFile.state(of: file) != nil else {
            throw .cannotOpen(path: path, reason: Sentence("detail.noFile"))
        }
    }

    /// Creates or replaces the file. When this returns, the whole file is on the disk. No other process may create it at
    /// the same time.
    func make(_ head: JournalHead, signed: SignedHead? = nil) throws(StorageError) {
        _ = try isPlaced(head, signed, under: path + ".new") { rename($0, path) == 0 }
    }

    /// Creates the file unless there is one; returns false if another process was faster. The unfinished file has a name
    /// of its own, because two that start at once would remove each other's.
    private func isCreated(_ head: JournalHead, _ signed: SignedHead?) throws(StorageError) -> Bool {
        let unfinished = path + ".new.\(getpid()).\(pthread_self())"
        return try isPlaced(head, signed, under: unfinished) { name in
            if link(name, path) == 0 { return unlink(name) == 0 }
            // A file system without hard links.
            return [EPERM, ENOTSUP].contains(errno) && rename(name, path) == 0
        }
    }

    /// Writes a whole file and has `place` give it its name; returns false if that name is taken.
    private func isPlaced(
        _ head: JournalHead, _ signed: SignedHead?, under unfinished: String, _ place: (String) -> Bool
    ) throws(StorageError) -> Bool {
        unlink(unfinished)
        let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw refusal() }
        defer { close(file) }
        let text = Self.text(of: head, signed) + Self.text(of: head, signed)
        guard Glibc.write(file, text, text.count) == text.count, fsync(file) == 0, place(unfinished) else {
            let (number, refusal) = (errno, refusal())
            unlink(unfinished)
            if number == EEXIST { return false }
            throw refusal
        }
        try FileRefusal.syncDirectory(of: path)
        return true
    }

    // MARK: One half

    private static let mark = "till.head.1"
    private static let signedMark = "till.head.2"

    /// The text of one half, readable by people and padded with spaces: `till.head.1 SEQUENCE HASH CHECKSUM`, or
    /// `till.head.2`, the words of a signed head and the checksum.
    private static func text(of head: JournalHead, _ signed: SignedHead?) -> [UInt8] {
        let line =
            if let signed { ([signedMark] + signed.words).joined(separator: " ") } else {
                "\(mark) \(head.sequence) \(Hexadecimal.text(head.hash))"
            }
        let text = Array("\(line) \(checksum(of: line))".utf8)
        return text + [UInt8](repeating: 0x20, count: max(0, half - 1 - text.count)) + [0x0A]
    }

    private static func head(in bytes: ArraySlice<UInt8>) -> (head: JournalHead, signed: SignedHead?)? {
        guard bytes.count == half else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard let sum = words.last, sum == checksum(of: words.dropLast().joined(separator: " ")) else { return nil }
        if words.first == signedMark[...] {
            return SignedHead(words: Array(words.dropFirst().dropLast())).map { ($0.head, $0) }
        }
        guard words.count == 4, words[0] == mark, let sequence = Int64(words[1]), sequence >= 0,
            let hash = Hexadecimal.bytes(words[2]), hash.count == 32
        else { return nil }
        return (JournalHead(sequence: sequence, hash: hash), nil)
    }

    private static func checksum(of line: String) -> String {
        Hexadecimal.text(Data(SHA256.hash(data: Data(line.utf8)).prefix(8)))
    }

    private func refusal() -> StorageError {
        switch errno {
        case EROFS: .readOnly
        case ENOSPC, EDQUOT: .diskFull
        case let number:
            .cannotOpen(path: path, reason: Sentence(stored: String(cString: strerror(number)).lowercased()))
        }
    }
}
