extension PrintableText {
    /// The one, so many spaces, and the other.
    init(_ left: PrintableText, gap: Int, _ right: PrintableText) {
        let bytes = left.string.utf8.count + gap + right.string.utf8.count
        let joined = String(unsafeUninitializedCapacity: bytes) { buffer in
            let space = buffer.initialize(fromContentsOf: left.string.utf8)
            buffer[space..<space + gap].initialize(repeating: UInt8(ascii: " "))
            _ = buffer[(space + gap)...].initialize(fromContentsOf: right.string.utf8)
            return bytes
        }
        self.init(clean: joined, cells: left.cells + gap + right.cells)
    }

    /// So many spaces.
    static func spaces(_ count: Int) -> PrintableText { blanks[min(max(0, count), blanks.count - 1)] }

    private static let blanks = (0...ReceiptLayout.mostColumns).map {
        PrintableText(clean: String(repeating: " ", count: $0), cells: $0)
    }

    /// No space at an edge, no two in a row: wrapping would change nothing but line breaks.
    var isEvenlySpaced: Bool {
        var text = string
        return text.withUTF8 { bytes in
            var afterSpace = true
            for byte in bytes {
                if byte == 0x20, afterSpace { return false }
                afterSpace = byte == 0x20
            }
            return !afterSpace || bytes.isEmpty
        }
    }
}
