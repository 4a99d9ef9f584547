/// A piece of text in its place on the grid: what a drawing that knows no grid puts down in one go.
package struct TextSegment: Hashable, Sendable {
    /// Its first cell, counted from the left edge.
    package let column: Int
    package let cells: Int
    package let text: String
    package let style: TextStyle
    /// The paragraph runs from right to left.
    package let isRightToLeft: Bool

    func moved(by columns: Int) -> TextSegment {
        TextSegment(column: column + columns, cells: cells, text: text, style: style, isRightToLeft: isRightToLeft)
    }
}
