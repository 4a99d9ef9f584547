/// Renders lines as plain text for a screen, a log or a file. Columns stand as on paper. Styles are left out, except
/// that white-on-black text is in brackets, and double-width text is in the middle of its room on paper. A symbol is
/// shown by its content, a picture is left out.
package struct TextRenderer: Sendable {
    /// The mark between the sheets of one job.
    package static let cutMark = "- - 8<"

    package init() {}

    /// One line per line, each ended by a line feed, no trailing spaces. The last cut is not drawn.
    package func render(_ receipt: LaidOutReceipt) -> String {
        let lines = receipt.lines.last == .cut ? receipt.lines.dropLast() : receipt.lines[...]
        var text = ""
        for line in lines { draw(line, columns: receipt.columns, into: &text) }
        return text
    }

    private func draw(_ line: LaidOutLine, columns: Int, into text: inout String) {
        switch line {
        case .text(let runs):
            var drawn = ""
            for run in runs { draw(run, into: &drawn) }
            let end = drawn.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.startIndex.base
            text += Substring(drawn.utf8[..<end])
        case .rightToLeft(let runs):
            text += PrintableText.spaces(columns - line.cells).string
            for run in runs { draw(run, into: &text) }
        case .rule: text += String(decoding: repeatElement(UInt8(ascii: "-"), count: columns), as: UTF8.self)
        case .blank: break
        case .picture: return
        case .symbol(let symbol): return draw(symbol, columns: columns, into: &text)
        case .symbolWithText(let block):
            draw(block.symbol, columns: columns, into: &text)
            for line in block.lines { draw(line, columns: columns, into: &text) }
            return
        case .cut: text += Self.cutMark
        }
        text += "\n"
    }

    /// Writes the content that a scanner would read, in the middle.
    private func draw(_ symbol: Symbol, columns: Int, into text: inout String) {
        for line in PrintableText("[\(symbol.kind)] \(symbol.content)").wrapped(columns) {
            text += PrintableText.spaces((columns - line.cells) / 2).string + line.string + "\n"
        }
    }

    private func draw(_ run: StyledRun, into text: inout String) {
        var drawn = run.text.string
        if run.style.contains(.inverse), drawn.hasPrefix(" "), drawn.hasSuffix(" ") {
            drawn = "[\(drawn.dropFirst().dropLast())]"
        }
        let spare = run.cells - run.text.cells
        text += PrintableText.spaces(spare / 2).string + drawn + PrintableText.spaces(spare - spare / 2).string
    }
}
