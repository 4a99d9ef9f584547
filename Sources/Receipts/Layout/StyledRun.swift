/// A text with one style.
package struct StyledRun: Hashable, Sendable {
    package let text: PrintableText
    package let style: TextStyle

    package init(_ text: PrintableText, _ style: TextStyle = []) {
        self.text = text
        self.style = style
    }

    package init(_ untrusted: String, _ style: TextStyle = []) {
        self.init(PrintableText(untrusted), style)
    }

    /// The run's cells on the grid; double width counts twice.
    package var cells: Int { text.cells(in: style) }
}

extension PrintableText {
    /// The cells that it takes in a style.
    func cells(in style: TextStyle) -> Int { style.contains(.doubleWidth) ? cells * 2 : cells }
}
