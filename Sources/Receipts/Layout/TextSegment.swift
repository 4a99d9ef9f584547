/// A piece of text with its position on the grid, for drawings that place text without cells.
package struct TextSegment: Hashable, Sendable {
    /// The segment's first cell, counted from the left edge.
    package let column: Int
    package let cells: Int
    package let text: String
    package let style: TextStyle
    /// Whether its paragraph is right-to-left.
    package let isRightToLeft: Bool

    func moved(by columns: Int) -> TextSegment {
        TextSegment(column: column + columns, cells: cells, text: text, style: style, isRightToLeft: isRightToLeft)
    }
}
