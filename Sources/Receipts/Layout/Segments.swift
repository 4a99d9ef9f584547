extension LaidOutLine {
    /// The texts of the line from its beginning. Gaps between columns separate segments. White-on-black text is one
    /// segment with the black next to it; so is a right-to-left line, whose words only a font engine can place. For
    /// text beside a symbol, its own lines give the segments.
    package func segments(columns: Int) -> [TextSegment] {
        switch self {
        case .text(let runs):
            var column = 0
            return runs.flatMap { run in
                defer { column += run.cells }
                return run.segments(from: column)
            }
        case .rightToLeft(let runs):
            var end = columns
            return runs.map { run in
                end -= run.cells
                return TextSegment(
                    column: end, cells: run.cells, text: run.text.string, style: run.style, isRightToLeft: true)
            }
        case .rule, .blank, .picture, .symbol, .symbolWithText, .cut: return []
        }
    }
}

extension StyledRun {
    private var cellsOfCharacter: Int { style.contains(.doubleWidth) ? 2 : 1 }

    fileprivate func segments(from start: Int) -> [TextSegment] {
        if style.contains(.inverse) || style.contains(.underline) {
            return [TextSegment(column: start, cells: cells, text: text.string, style: style, isRightToLeft: false)]
        }
        var segments: [TextSegment] = []
        var (column, word, width, spaces) = (start, "", 0, 0)
        func finish() {
            guard width > 0 else { return }
            segments.append(
                TextSegment(column: column, cells: width, text: word, style: style, isRightToLeft: false))
            (column, word, width) = (column + width, "", 0)
        }
        for scalar in text.string.unicodeScalars {
            if scalar == " " {
                spaces += 1
                continue
            }
            if spaces == 1, width > 0 {
                word += " "
                width += cellsOfCharacter
            } else if spaces > 0 {
                finish()
                column += spaces * cellsOfCharacter
            }
            spaces = 0
            word.unicodeScalars.append(scalar)
            width += scalar.cells * cellsOfCharacter
        }
        finish()
        return segments
    }
}

extension Symbol {
    /// The symbol's content as text in the middle of the paper, for output that cannot draw it and for the text below bars.
    package func written(columns: Int) -> [LaidOutLine] {
        PrintableText(content).wrapped(columns).map { line in
            .text([StyledRun(PrintableText(.spaces((columns - line.cells) / 2), gap: 0, line))])
        }
    }
}

extension Bitmap {
    /// The black dots as an SVG path (SVG 2 §9.3), with a rectangle for each run of a row.
    var path: String {
        var path = ""
        for y in 0..<height {
            var x = 0
            while x < width {
                let start = x
                while x < width, isBlack(x, y) { x += 1 }
                if x > start { path += "M\(start) \(y)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return path
    }
}

extension Bitmap {
    /// A symbol with one dot per module in the form in which it is drawn: bars get their height, and white is added on
    /// all sides.
    package func asDrawn(_ kind: Symbol.Kind) -> Bitmap {
        if kind.isLinear {
            return Bitmap(width: width + 2 * Self.besideBars, height: Self.barHeight) { x, _ in
                isBlack(x - Self.besideBars, 0)
            }
        }
        let (quiet, rows) = (Self.aroundSquares, kind == .pdf417 ? Self.pdf417Rows : 1)
        return Bitmap(width: width + 2 * quiet, height: height * rows + 2 * quiet) { x, y in
            y >= quiet && isBlack(x - quiet, (y - quiet) / rows)
        }
    }

    /// The white beside bars, in modules.
    private static let besideBars = 10
    private static let aroundSquares = 4
    private static let barHeight = 40
    private static let pdf417Rows = 3
}
