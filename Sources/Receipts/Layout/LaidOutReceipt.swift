/// Lines with the width for which they were laid out; no line is wider.
package struct LaidOutReceipt: Hashable, Sendable {
    package let columns: Int
    /// The lines as they are encoded.
    package let laid: LaidOutLines
    /// The lines as values of their own, which are made each time.
    package var lines: [LaidOutLine] { laid.lines.map { laid[$0] } }

    package init(columns: Int, lines: [LaidOutLine]) {
        var laid = LaidOutLines()
        for line in lines { laid.append(line) }
        self.init(columns: columns, laid)
    }

    init(columns: Int, _ laid: LaidOutLines) {
        precondition(laid.lines.allSatisfy { laid.cells($0) <= columns }, "a line is wider than the paper")
        self.columns = columns
        self.laid = laid
    }
}
