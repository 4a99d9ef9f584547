extension PrintableText {
    /// Joins two texts with this many spaces between them.
    init(_ left: PrintableText, gap: Int, _ right: PrintableText) { self.init("", left, gap: gap, right) }

    /// Joins a lead, a text, this many spaces and another text, in one allocation.
    init(_ lead: PrintableText, _ left: PrintableText, gap: Int, _ right: PrintableText) {
        let bytes = lead.string.utf8.count + left.string.utf8.count + gap + right.string.utf8.count
        let joined = String(unsafeUninitializedCapacity: bytes) { buffer in
            var end = 0
            func put(_ text: PrintableText) { end = buffer[end...].initialize(fromContentsOf: text.string.utf8) }
            put(lead)
            put(left)
            buffer[end..<end + gap].initialize(repeating: UInt8(ascii: " "))
            end += gap
            put(right)
            return end
        }
        self.init(clean: joined, cells: lead.cells + left.cells + gap + right.cells)
    }

    /// A text of this many spaces.
    static func spaces(_ count: Int) -> PrintableText { blanks[min(max(0, count), blanks.count - 1)] }

    private static let blanks = (0...ReceiptLayout.mostColumns).map {
        PrintableText(clean: String(decoding: repeatElement(UInt8(ascii: " "), count: $0), as: UTF8.self), cells: $0)
    }

    /// Whether it has no spaces at the edges and no two in a row, so that wrapping changes only line breaks.
    var isEvenlySpaced: Bool {
        withUTF8 { bytes in
            var afterSpace = true
            for byte in bytes {
                if byte == 0x20, afterSpace { return false }
                afterSpace = byte == 0x20
            }
            return !afterSpace || bytes.isEmpty
        }
    }
}

extension PrintableText {
    /// Whether it contains a letter of a right-to-left script, which would move a number after it to its other side.
    var hasLettersFromTheRight: Bool {
        if isASCII { return false }
        // The UTF-8 of U+0580 is the first to begin with this byte.
        guard withUTF8({ $0.contains { $0 >= 0xD6 } }) else { return false }
        return string.unicodeScalars.contains { $0.isFromTheRight }
    }

    /// Whether its first letter is of a right-to-left script (UAX #9, P2 and P3).
    var beginsFromTheRight: Bool {
        guard hasLettersFromTheRight else { return false }
        for scalar in string.unicodeScalars where scalar.value >= 0x41 && scalar.properties.isAlphabetic {
            return scalar.isFromTheRight
        }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether the letter is in a block with the classes R and AL.
    fileprivate var isFromTheRight: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
