/// Lines as plain text, for a screen, a log or a file. Columns stand as on paper; styles are left out, except that what is
/// white on black stands in brackets and what is double width stays in the middle of the room it has on paper. Of a symbol
/// there is what it says, of a picture nothing.
public struct TextRenderer: Sendable {
    /// Between the sheets of one job.
    public static let cutMark = "- - 8< "

    public init() {}

    /// One line per line, each ended by a line feed, no trailing spaces. The last cut is not drawn.
    public func render(_ receipt: LaidOutReceipt) -> String {
        let lines = receipt.lines.last == .cut ? receipt.lines.dropLast() : receipt.lines[...]
        return lines.flatMap { drawn($0, columns: receipt.columns) }.map { $0 + "\n" }.joined()
    }

    private func drawn(_ line: LaidOutLine, columns: Int) -> [String] {
        switch line {
        case .text(let runs): [String(runs.map(drawn).joined().withoutTrailingSpaces)]
        case .rightToLeft(let runs):
            [String(repeating: " ", count: columns - line.cells) + runs.map(drawn).joined()]
        case .rule: [String(repeating: "-", count: columns)]
        case .blank: [""]
        case .picture: []
        case .symbol(let symbol): Self.drawn(symbol, columns: columns)
        case .cut: [String(Self.cutMark.withoutTrailingSpaces)]
        }
    }

    /// What a scanner would read, in the middle.
    private static func drawn(_ symbol: Symbol, columns: Int) -> [String] {
        PrintableText("[\(symbol.kind)] \(symbol.content)").wrapped(columns).map { line in
            String(repeating: " ", count: (columns - line.cells) / 2) + line.string
        }
    }

    private func drawn(_ run: StyledRun) -> String {
        var text = run.text.string
        if run.style.contains(.inverse), text.hasPrefix(" "), text.hasSuffix(" ") {
            text = "[\(text.dropFirst().dropLast())]"
        }
        let spare = run.cells - run.text.cells
        return String(repeating: " ", count: spare / 2) + text + String(repeating: " ", count: spare - spare / 2)
    }
}
