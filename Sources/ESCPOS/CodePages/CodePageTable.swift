/// Bytes 80 to FF of one page, for both directions.
struct CodePageTable: Sendable {
    let upper: [Unicode.Scalar?]
    /// The byte of each character; 0 when the page lacks it.
    let bytes: ScalarMap<UInt8>

    /// Reads 128 characters, with `U+FFFD` for unassigned bytes. Traps for any other number of them.
    init(_ glyphs: String) {
        upper = glyphs.unicodeScalars.map { $0 == "\u{FFFD}" ? nil : $0 }
        precondition(upper.count == 128, "a code page has 128 upper characters, this one \(upper.count)")
        var bytes = ScalarMap<UInt8>()
        for (offset, scalar) in upper.enumerated() {
            if let scalar { bytes[scalar] = UInt8(0x80 + offset) }
        }
        self.bytes = bytes
    }
}
