/// A character table of a printer: what glyph each text byte prints. Bytes 20 to 7E are ASCII on every page.
///
/// Pages are known by name only. Which number selects one (`ESC t n`) differs between makers: see `CodePageMap`.
public enum CodePage: String, CaseIterable, Hashable, Codable, Sendable {
    case cp437 = "CP437"
    case cp737 = "CP737"
    case cp850 = "CP850"
    case cp852 = "CP852"
    case cp857 = "CP857"
    case cp858 = "CP858"
    case cp866 = "CP866"
    case wpc1250 = "WPC1250"
    case wpc1251 = "WPC1251"
    case wpc1252 = "WPC1252"
    case wpc1253 = "WPC1253"
    case wpc1254 = "WPC1254"
    case iso8859_2 = "ISO8859-2"
    case iso8859_7 = "ISO8859-7"
    case iso8859_15 = "ISO8859-15"

    /// The character a byte prints; `nil` for a control byte (00 to 1F, 7F) and for one this page leaves empty.
    public func scalar(for byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x20...0x7E: Unicode.Scalar(byte)
        case 0x80...0xFF: table.upper[Int(byte) - 0x80]
        default: nil
        }
    }

    /// The byte that prints a character; `nil` where this page has no such glyph. Never a control byte.
    public func byte(for scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x20...0x7E: UInt8(truncatingIfNeeded: scalar.value)
        case 0x80...: table.bytes[scalar]
        default: nil
        }
    }
}

/// Bytes 80 to FF of one page, in both directions.
struct CodePageTable {
    let upper: [Unicode.Scalar?]
    let bytes: [Unicode.Scalar: UInt8]

    /// `glyphs`: 128 characters, `U+FFFD` where the page has none.
    init(_ glyphs: String) {
        upper = glyphs.unicodeScalars.map { $0 == "\u{FFFD}" ? nil : $0 }
        precondition(upper.count == 128, "a code page has 128 upper characters, this one \(upper.count)")
        var bytes: [Unicode.Scalar: UInt8] = [:]
        for (offset, scalar) in upper.enumerated() {
            if let scalar { bytes[scalar] = UInt8(0x80 + offset) }
        }
        self.bytes = bytes
    }
}
