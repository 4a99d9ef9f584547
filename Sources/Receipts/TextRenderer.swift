/// Lines as plain text, for a screen, a log or a file. Columns stand as on paper; styles are left out, except that what is
/// white on black stands in brackets and what is double width stays in the middle of the room it has on paper.
public struct TextRenderer: Sendable {
    /// Between the sheets of one job.
    public static let cutMark = "- - 8< "

    public init() {}

    /// One line per line, each ended by a line feed, no trailing spaces. The last cut is not drawn.
    public func render(_ receipt: LaidOutReceipt) -> String {
        let lines = receipt.lines.last == .cut ? receipt.lines.dropLast() : receipt.lines[...]
        return lines.map { drawn($0, columns: receipt.columns) + "\n" }.joined()
    }

    private func drawn(_ line: LaidOutLine, columns: Int) -> String {
        switch line {
        case .text(let runs): String(runs.map(drawn).joined().withoutTrailingSpaces)
        case .rule: String(repeating: "-", count: columns)
        case .blank: ""
        case .cut: String(Self.cutMark.withoutTrailingSpaces)
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
