import Glibc

/// The journal of systemd, where it listens to this process.
struct Journal: Hashable, Sendable {
    static let usualSocket = "/run/systemd/journal/socket"

    let socket: String

    /// Nil unless standard error goes to the journal: `JOURNAL_STREAM` names its device and inode (systemd.exec(5)), and
    /// whoever redirected it since then wants lines. `TILL_JOURNAL_SOCKET` names another socket than the usual one.
    init?(variables: [String: String], errors: Int32) {
        var file = stat()
        guard let stream = variables["JOURNAL_STREAM"], fstat(errors, &file) == 0,
            stream == "\(file.st_dev):\(file.st_ino)"
        else { return nil }
        socket = variables["TILL_JOURNAL_SOCKET"] ?? Self.usualSocket
    }
}

/// Fields for the journal in its native form; where its socket does not take them, lines that begin with their priority
/// (sd-daemon(3)) on standard error, which is the journal's too.
struct JournalSink: LogSink {
    /// Of one value, in bytes: a datagram holds all fields of an entry, and takes 200 KB on a usual system.
    static let longestValue = 16_384

    /// How long a journal that is busy is waited for, on the log's own lane, in microseconds.
    private static let patience = 100_000

    private let journal: Journal
    private let errors: Int32
    private let datagrams: DatagramSocket

    init(_ journal: Journal, errors: Int32) {
        self.journal = journal
        self.errors = errors
        datagrams = DatagramSocket(patience: Self.patience)
    }

    func write(_ record: LogRecord) -> Bool {
        let datagram = Self.datagram(record)
        guard CardDataGate.admits(datagram) else { return false }
        return datagrams.send(datagram, to: journal.socket)
            || LineSink.write("<\(record.priority)>\(LineSink.words(record))", to: errors)
    }

    private static func datagram(_ record: LogRecord) -> [UInt8] {
        var fields = record.fields
        fields["MESSAGE"] = record.message
        fields["PRIORITY"] = String(record.priority)
        fields["SYSLOG_IDENTIFIER"] = "till"
        return fields.sorted { $0.key < $1.key }.flatMap { field($0.key, $0.value) }
    }

    /// `NAME=value`; a value with a line break in it has its length before it, in eight bytes, the lowest first
    /// (systemd.io/JOURNAL_NATIVE_PROTOCOL).
    private static func field(_ name: String, _ value: String) -> [UInt8] {
        let text = Array(value.escaped(keepingLineBreaks: true).utf8.prefix(longestValue))
        guard text.contains(0x0A) else { return Array("\(name)=".utf8) + text + [0x0A] }
        let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> ($0 * 8)) }
        return Array("\(name)\n".utf8) + length + text + [0x0A]
    }
}
