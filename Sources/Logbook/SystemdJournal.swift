import Glibc

/// The systemd journal of this process.
struct SystemdJournal: Hashable, Sendable {
    static let usualSocket = "/run/systemd/journal/socket"

    let socket: String

    /// Nil unless standard error goes to the journal: `JOURNAL_STREAM` must name the device and inode of standard error
    /// (systemd.exec(5)), since a user who redirected it wants lines. `TILL_JOURNAL_SOCKET` names another socket.
    init?(variables: [String: String], errors: Int32) {
        var file = stat()
        guard let stream = variables["JOURNAL_STREAM"], fstat(errors, &file) == 0,
            stream == "\(file.st_dev):\(file.st_ino)"
        else { return nil }
        socket = variables["TILL_JOURNAL_SOCKET"] ?? Self.usualSocket
    }
}

/// Writes entries to the journal in its native form. When its socket does not take an entry, a line with its priority
/// (sd-daemon(3)) goes to standard error, which leads to the journal too.
struct SystemdJournalSink: LogSink {
    /// The most bytes of one value. One datagram holds all fields of an entry; a usual system allows 200 KB.
    static let longestValue = 16_384

    /// How long to wait for a busy journal, in microseconds. Only the log's own lane waits.
    private static let patience = 100_000

    private let journal: SystemdJournal
    private let errors: Int32
    private let datagrams: DatagramSocket

    init(_ journal: SystemdJournal, errors: Int32) {
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

    /// Encodes one field as `NAME=value`. A value with a line break is preceded by its length in eight bytes, little-endian
    /// (systemd.io/JOURNAL_NATIVE_PROTOCOL).
    private static func field(_ name: String, _ value: String) -> [UInt8] {
        let text = Array(value.escaped(keepingLineBreaks: true).utf8.prefix(longestValue))
        guard text.contains(0x0A) else { return Array("\(name)=".utf8) + text + [0x0A] }
        let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> ($0 * 8)) }
        return Array("\(name)\n".utf8) + length + text + [0x0A]
    }
}
