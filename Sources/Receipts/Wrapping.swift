extension PrintableText {
    /// The text in pieces of at most `first` cells for the first and `rest` cells for the others, broken at spaces, and
    /// inside a word only where the word alone is too wide. Never empty; spaces at a break go.
    func wrapped(first: Int, rest: Int) -> [PrintableText] {
        if cells <= first, isEvenlySpaced { return [self] }
        var lines: [String] = []
        var line = ""
        var used = 0
        var room: Int { lines.isEmpty ? first : rest }
        func finish() {
            lines.append(line)
            (line, used) = ("", 0)
        }
        for word in string.split(separator: " ") {
            let width = word.unicodeScalars.reduce(0) { $0 + $1.cells }
            if used > 0, used + 1 + width > room { finish() }
            if used > 0 { (line, used) = (line + " ", used + 1) }
            for scalar in word.unicodeScalars {
                if used + scalar.cells > room, used > 0 { finish() }
                line.unicodeScalars.append(scalar)
                used += scalar.cells
            }
        }
        finish()
        return lines.map { PrintableText($0) }
    }

    /// As above, with lines of one width.
    public func wrapped(_ width: Int) -> [PrintableText] { wrapped(first: width, rest: width) }

    /// No space at an edge, no two in a row: wrapping would change nothing but line breaks.
    private var isEvenlySpaced: Bool {
        var afterSpace = true
        for byte in string.utf8 {
            if byte == 0x20, afterSpace { return false }
            afterSpace = byte == 0x20
        }
        return !afterSpace || string.isEmpty
    }

    /// Whether it fits into lines of that width without breaking a word.
    func keepsItsWords(in width: Int) -> Bool {
        string.split(separator: " ").allSatisfy { $0.unicodeScalars.reduce(0) { $0 + $1.cells } <= width }
    }
}
