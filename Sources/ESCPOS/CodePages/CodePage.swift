/// A character table of a printer: which character each text byte prints. Bytes 20 to 7E are ASCII on every page.
///
/// Pages are identified by name. The number that selects one (`ESC t n`) differs between makers: see `CodePageMap`.
package enum CodePage: String, CaseIterable, Hashable, Codable, Sendable {
    case cp437 = "CP437"
    case cp720 = "CP720"
    case cp737 = "CP737"
    /// Epson's PC1119.
    case cp772 = "CP772"
    /// Epson's PC1118.
    case cp774 = "CP774"
    case cp775 = "CP775"
    case cp850 = "CP850"
    case cp851 = "CP851"
    case cp852 = "CP852"
    case cp855 = "CP855"
    case cp857 = "CP857"
    case cp858 = "CP858"
    case cp860 = "CP860"
    case cp861 = "CP861"
    case cp862 = "CP862"
    case cp863 = "CP863"
    case cp864 = "CP864"
    case cp865 = "CP865"
    case cp866 = "CP866"
    case cp869 = "CP869"
    case cp1125 = "CP1125"
    case wpc1250 = "WPC1250"
    case wpc1251 = "WPC1251"
    case wpc1252 = "WPC1252"
    case wpc1253 = "WPC1253"
    case wpc1254 = "WPC1254"
    case wpc1255 = "WPC1255"
    case wpc1256 = "WPC1256"
    case wpc1257 = "WPC1257"
    case wpc1258 = "WPC1258"
    case kz1048 = "KZ1048"
    case iso8859_1 = "ISO8859-1"
    case iso8859_2 = "ISO8859-2"
    case iso8859_7 = "ISO8859-7"
    case iso8859_15 = "ISO8859-15"
    /// Epson's Thai character code 11.
    case tis620 = "TIS-620"
    /// Half-width Katakana of JIS X 0201.
    case katakana = "Katakana"

    /// The character that a byte prints; nil for a control byte (00 to 1F, 7F) and for an unassigned one.
    package func scalar(for byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x20...0x7E: Unicode.Scalar(byte)
        case 0x80...0xFF: table.upper[Int(byte) - 0x80]
        default: nil
        }
    }

    /// The byte that prints a character; nil when the page lacks it. Never a control byte.
    package func byte(for scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0x20...0x7E: return UInt8(truncatingIfNeeded: scalar.value)
        case 0x80...:
            let byte = table.bytes[scalar]
            return byte == 0 ? nil : byte
        default: return nil
        }
    }
}
