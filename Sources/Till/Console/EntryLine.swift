import Foundation
import Storage

/// The document of one entry of the journal on a line of its own: the bytes that `Output.json(Output.Entry(entry))` gives. An
/// export has a million of them, so they are written without an encoder.
enum EntryLine {
    static func append(_ entry: JournalEntry, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"at":""#.utf8)
        appendTime(entry.at, to: &bytes)
        bytes.append(contentsOf: #"","hash":""#.utf8)
        for byte in entry.hash {
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
        bytes.append(contentsOf: #"","kind":""#.utf8)
        appendText(entry.kind, to: &bytes)
        bytes.append(contentsOf: #"","payload":""#.utf8)
        // As `Output.Entry` reads it: bytes that are no text are replaced.
        appendText(String(decoding: entry.payload, as: UTF8.self), to: &bytes)
        if let payment = entry.payment {
            bytes.append(contentsOf: #"","payment":""#.utf8)
            appendText(payment.rawValue, to: &bytes)
        }
        bytes.append(contentsOf: #"","sequence":"#.utf8)
        bytes.append(contentsOf: String(entry.sequence).utf8)
        bytes.append(contentsOf: "}\n".utf8)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// The inside of a JSON string (RFC 8259 §7).
    private static func appendText(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
            case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
            case 0..<0x20:
                bytes.append(contentsOf: #"\u00"#.utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
    }

    /// RFC 3339 in UTC, to the second.
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
