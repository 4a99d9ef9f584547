extension PrintableText {
    /// The text in pieces of at most `first` cells for the first and `rest` cells for the others. The result is never
    /// empty; spaces at a break are dropped.
    ///
    /// It is broken at spaces, and between the letters of scripts without spaces (UAX #14: not before closing and not
    /// after opening characters). A word is broken only if it alone is too wide, and never between a letter and its
    /// marks.
    func wrapped(first: Int, rest: Int) -> [PrintableText] {
        if cells <= first, isEvenlySpaced { return [self] }
        var lines = WrappedLines(first: first, rest: rest)
        for word in string.split(separator: " ") { lines.add(Self.unbreakables(of: word)) }
        return lines.finished
    }

    /// The text in lines of one width.
    package func wrapped(_ width: Int) -> [PrintableText] { wrapped(first: width, rest: width) }

    /// Whether it fits into lines of that width without breaking a word.
    func keepsItsWords(in width: Int) -> Bool {
        if cells <= width { return true }
        return string.split(separator: " ").allSatisfy { word in
            Self.unbreakables(of: word).allSatisfy { $0.unicodeScalars.reduce(0) { $0 + $1.cells } <= width }
        }
    }

    /// The pieces of a word between which a line may end.
    private static func unbreakables(of word: Substring) -> [Substring] {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return [word] }
        var pieces: [Substring] = []
        let scalars = word.unicodeScalars
        var start = word.startIndex
        var before: Unicode.Scalar?
        for index in scalars.indices {
            if let before, before.mayEndALine(before: scalars[index]) {
                pieces.append(word[start..<index])
                start = index
            }
            if scalars[index].cells > 0 { before = scalars[index] }
        }
        return pieces + [word[start...]]
    }
}

/// Fills lines with pieces that stay whole if possible.
private struct WrappedLines {
    let first: Int
    let rest: Int
    private var lines: [PrintableText] = []
    private var line = ""
    private var used = 0

    init(first: Int, rest: Int) {
        self.first = first
        self.rest = rest
    }

    private var room: Int { lines.isEmpty ? first : rest }

    mutating func add(_ word: [Substring]) {
        for (index, piece) in word.enumerated() {
            let gap = index == 0 && used > 0 ? 1 : 0
            let width = piece.unicodeScalars.reduce(0) { $0 + $1.cells }
            if used > 0, used + gap + width > room {
                finish()
            } else if gap > 0 {
                line += " "
                used += 1
            }
            put(piece)
        }
    }

    private mutating func put(_ piece: Substring) {
        for character in piece {
            let width = character.unicodeScalars.reduce(0) { $0 + $1.cells }
            if used + width > room, used > 0 { finish() }
            if width > room { putScalars(of: character) } else { append(character, width) }
        }
    }

    /// Splits a character that alone is too wide for a line: many letters that Unicode joins.
    private mutating func putScalars(of character: Character) {
        for scalar in character.unicodeScalars {
            if used + scalar.cells > room, used > 0 { finish() }
            line.unicodeScalars.append(scalar)
            used += scalar.cells
        }
    }

    private mutating func append(_ character: Character, _ width: Int) {
        line.append(character)
        used += width
    }

    private mutating func finish() {
        lines.append(PrintableText(clean: line, cells: used))
        (line, used) = ("", 0)
    }

    var finished: [PrintableText] { lines + [PrintableText(clean: line, cells: used)] }
}

extension Unicode.Scalar {
    /// Whether a line may end between this scalar and the next of a word: next to an ideograph, a kana or a Hangul
    /// syllable.
    fileprivate func mayEndALine(before next: Unicode.Scalar) -> Bool {
        guard cells == 2 || next.cells == 2, next.cells > 0 else { return false }
        return !opens && !next.closes
    }

    /// UAX #14, OP.
    private var opens: Bool {
        switch properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: "¥￥＄$€£#＃".unicodeScalars.contains(self)
        }
    }

    /// UAX #14, CL, CP, EX, NS, and units after a number.
    private var closes: Bool {
        switch properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .modifierLetter, .spacingMark: true
        default: Self.closing.contains(self)
        }
    }

    /// Closing marks, small kana, and units.
    private static let closing = Set(
        "、。，．,.!?！？:;：；・％%‰円ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ゛゜ゝゞヽヾ々〻".unicodeScalars)
}
