/// Lines with the width for which they were laid out; no line is wider.
package struct LaidOutReceipt: Hashable, Sendable {
    package let columns: Int
    package let lines: [LaidOutLine]

    package init(columns: Int, lines: [LaidOutLine]) {
        precondition(lines.allSatisfy { $0.cells <= columns }, "a line is wider than the paper")
        self.columns = columns
        self.lines = lines
    }
}
