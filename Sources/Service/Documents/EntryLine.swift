import Foundation
import Storage
import Stores

/// Writes the JSON of one journal entry for `till journal list --json` and for a line of an export. An export may have
/// a million entries, so no encoder is used.
package enum EntryLine {
    /// Appends the document and a line feed.
    package static func append(_ entry: JournalEntry, to bytes: inout [UInt8]) {
        appendDocument(entry, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    package static func appendDocument(_ entry: JournalEntry, to bytes: inout [UInt8]) {
        let fact = JournalView.fact(of: entry)
        bytes.append(contentsOf: #"{"at":""#.utf8)
        appendTime(entry.at, to: &bytes)
        bytes.append(contentsOf: #"","fact":"#.utf8)
        bytes.append(contentsOf: fact ?? Array("null".utf8))
        bytes.append(contentsOf: #","hash":""#.utf8)
        for byte in entry.hash {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
        bytes.append(contentsOf: #"","kind":""#.utf8)
        appendText(entry.kind, to: &bytes)
        if let payment = entry.payment {
            bytes.append(contentsOf: #"","payment":""#.utf8)
            appendText(payment.rawValue, to: &bytes)
        }
        bytes.append(contentsOf: #"","schema_version":"#.utf8)
        bytes.append(contentsOf: String(Output.version).utf8)
        bytes.append(contentsOf: #","sequence":"#.utf8)
        bytes.append(contentsOf: String(entry.sequence).utf8)
        if fact == nil {
            // Till writes no such entry: somebody changed it, and it is shown as it is. Invalid bytes are replaced.
            bytes.append(contentsOf: #","stored":""#.utf8)
            appendText(String(decoding: entry.payload, as: UTF8.self), to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Appends the inside of a JSON string (RFC 8259 §7). It is written to a buffer that is large enough for all of it
    /// and appended at once; byte by byte would take a third of an export's time.
    private static func appendText(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestEscape * utf8.count) { room in
                var count = 0
                for byte in utf8 {
                    guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                        room[count] = byte
                        count += 1
                        continue
                    }
                    for escaped in escape(byte) {
                        room[count] = escaped
                        count += 1
                    }
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
            }
        }
    }

    /// The length of `\u001F`.
    private static let longestEscape = 6
    private static let escapes = (0..<0x80 as Range<UInt8>).map { made($0) }

    private static func escape(_ byte: UInt8) -> [UInt8] { escapes[Int(byte)] }

    private static func made(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
        case 0x08: Array(#"\b"#.utf8)
        case 0x09: Array(#"\t"#.utf8)
        case 0x0A: Array(#"\n"#.utf8)
        case 0x0C: Array(#"\f"#.utf8)
        case 0x0D: Array(#"\r"#.utf8)
        default: Array(#"\u00"#.utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    /// Appends the time as RFC 3339 in UTC, to the second.
    private static func appendTime(_ time: Date, to bytes: inout [UInt8]) {
        let seconds = Int64(time.timeIntervalSince1970.rounded(.down))
        var parts = time_t(seconds)
        var date = tm()
        gmtime_r(&parts, &date)
        append(Int(date.tm_year) + 1900, digits: 4, to: &bytes)
        for (mark, value) in [("-", date.tm_mon + 1), ("-", date.tm_mday), ("T", date.tm_hour), (":", date.tm_min)] {
            bytes.append(contentsOf: mark.utf8)
            append(Int(value), digits: 2, to: &bytes)
        }
        bytes.append(UInt8(ascii: ":"))
        append(Int(date.tm_sec), digits: 2, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    private static func append(_ number: Int, digits count: Int, to bytes: inout [UInt8]) {
        let text = String(number)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, count - text.count)))
        bytes.append(contentsOf: text.utf8)
    }
}
