import Flow
import Foundation
import Glibc

/// Writes log entries as lines for people: time, level, message, and the fields in brackets.
///
/// `2026-11-21T06:30:01.123Z warning: Payment disturbed: … [payment.disturbed code=line.lost payment_id=pay-7K3M9Q2FA1]`
struct LineSink: LogSink {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func write(_ record: LogRecord) -> Bool {
        let time = record.at.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return Self.write("\(time) \(record.level): \(Self.words(record))", to: descriptor)
    }

    /// The message and the fields, without a line break.
    static func words(_ record: LogRecord) -> String {
        let fields = record.fields.filter { !["EVENT", "MESSAGE_ID", "WORDS"].contains($0.key) }
        let named = fields.sorted { $0.key < $1.key }.map { "\($0.key.lowercased())=\(quoted($0.value))" }
        let all = [record.fields["EVENT"]].compactMap { $0?.escaped() } + named
        return record.message.escaped() + (all.isEmpty ? "" : " [\(all.joined(separator: " "))]")
    }

    private static func quoted(_ value: String) -> String {
        let isPlain = !value.isEmpty && !value.contains { $0 == " " || $0 == "\"" || $0 == "]" || $0 == "\\" }
        let escaped = value.escaped()
        guard !isPlain else { return escaped }
        return "\"\(escaped.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Returns false when the gate refuses the line. A closed standard error is ignored.
    static func write(_ line: String, to descriptor: Int32) -> Bool {
        let bytes = Array("\(line)\n".utf8)
        guard CardDataGate.admits(bytes) else { return false }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
