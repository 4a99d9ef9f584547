extension PrintableText {
    /// The one, so many spaces, and the other.
    init(_ left: PrintableText, gap: Int, _ right: PrintableText) { self.init("", left, gap: gap, right) }

    /// The first two, so many spaces, and the last: one piece of memory for all.
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

    /// So many spaces.
    static func spaces(_ count: Int) -> PrintableText { blanks[min(max(0, count), blanks.count - 1)] }

    private static let blanks = (0...ReceiptLayout.mostColumns).map {
        PrintableText(clean: String(decoding: repeatElement(UInt8(ascii: " "), count: $0), as: UTF8.self), cells: $0)
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

extension PrintableText {
    /// Whether a letter of such a script is in it: then a number behind it would be written on its other side.
    var hasLettersFromTheRight: Bool {
        var text = string
        // U+0580 is the first whose UTF-8 begins so.
        guard text.withUTF8({ $0.contains { $0 >= 0xD6 } }) else { return false }
        return string.unicodeScalars.contains { $0.isFromTheRight }
    }

    /// Whether its first letter is one of a script that is written from right to left (UAX #9, P2 and P3).
    var beginsFromTheRight: Bool {
        guard hasLettersFromTheRight else { return false }
        for scalar in string.unicodeScalars where scalar.value >= 0x41 && scalar.properties.isAlphabetic {
            return scalar.isFromTheRight
        }
        return false
    }
}

extension Unicode.Scalar {
    /// The blocks whose letters have the classes R and AL.
    fileprivate var isFromTheRight: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
