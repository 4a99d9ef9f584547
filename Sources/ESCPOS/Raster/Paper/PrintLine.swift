import Receipts

/// The items that wait to be printed on one line.
struct PrintLine: Sendable {
    enum Alignment: Sendable { case left, center, right }

    private(set) var items: [(bitmap: Bitmap, x: Int)] = []
    /// The position of the next item, in dots from the left of the print area.
    var cursor = 0

    var isEmpty: Bool { items.isEmpty }
    var height: Int { items.map(\.bitmap.height).max() ?? 0 }
    var width: Int { max(cursor, items.map { $0.x + $0.bitmap.width }.max() ?? 0) }

    mutating func append(_ bitmap: Bitmap) {
        items.append((bitmap, cursor))
        cursor += bitmap.width
    }

    /// The line as dots, as wide as the print area. Items of different height share a baseline.
    func drawn(in areaWidth: Int, _ alignment: Alignment, upsideDown: Bool) -> Bitmap {
        var line = Bitmap(width: areaWidth, height: height)
        let free = max(0, areaWidth - width)
        let indent =
            switch alignment {
            case .left: 0
            case .center: free / 2
            case .right: free
            }
        for (bitmap, x) in items { line.draw(bitmap, x: indent + x, y: height - bitmap.height) }
        return upsideDown ? line.turnedByHalf : line
    }
}
