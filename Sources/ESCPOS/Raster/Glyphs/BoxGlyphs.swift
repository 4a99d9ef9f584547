import Receipts

/// Box-drawing and block characters, drawn to the edge of the cell so that neighbours join.
enum BoxGlyphs {
    /// The arms to the left, right, up and down: `-` none, `1` light, `2` double, `3` heavy.
    private static let arms: [Unicode.Scalar: String] = [
        "─": "11--", "│": "--11", "┌": "-1-1", "┐": "1--1", "└": "-11-", "┘": "1-1-", "├": "-111", "┤": "1-11",
        "┬": "11-1", "┴": "111-", "┼": "1111", "═": "22--", "║": "--22", "╔": "-2-2", "╗": "2--2", "╚": "-22-",
        "╝": "2-2-", "╠": "-222", "╣": "2-22", "╦": "22-2", "╩": "222-", "╬": "2222", "╒": "-2-1", "╓": "-1-2",
        "╕": "2--1", "╖": "1--2", "╘": "-21-", "╙": "-12-", "╛": "2-1-", "╜": "1-2-", "╞": "-211", "╟": "-122",
        "╡": "2-11", "╢": "1-22", "╤": "22-1", "╥": "11-2", "╧": "221-", "╨": "112-", "╪": "2211", "╫": "1122",
        "━": "33--", "┃": "--33", "┏": "-3-3", "┓": "3--3", "┗": "-33-", "┛": "3-3-", "┣": "-333", "┫": "3-33",
        "┳": "33-3", "┻": "333-", "╋": "3333",
    ]

    /// Nil for every other character.
    static func draw(_ scalar: Unicode.Scalar, width: Int, height: Int) -> Bitmap? {
        if let arms = arms[scalar] { return box(arms, width: width, height: height) }
        return block(scalar, width: width, height: height)
    }

    private static func box(_ text: String, width: Int, height: Int) -> Bitmap {
        var cell = Bitmap(width: width, height: height)
        let arms = text.map { Int(String($0)) ?? 0 }
        let (left, right, up, down) = (arms[0], arms[1], arms[2], arms[3])
        let (x, y) = (width / 2, height / 2)
        for (stroke, start) in starts(of: right, opposite: left, before: up, after: down) {
            cell.fill(x: x + start, y: y + stroke.lowerBound, width: width - x - start, height: stroke.count)
        }
        for (stroke, start) in starts(of: down, opposite: up, before: left, after: right) {
            cell.fill(x: x + stroke.lowerBound, y: y + start, width: stroke.count, height: height - y - start)
        }
        for (stroke, start) in starts(of: left, opposite: right, before: up, after: down) {
            cell.fill(x: 0, y: y + stroke.lowerBound, width: x - start, height: stroke.count)
        }
        for (stroke, start) in starts(of: up, opposite: down, before: left, after: right) {
            cell.fill(x: x + stroke.lowerBound, y: 0, width: stroke.count, height: y - start)
        }
        return cell
    }

    /// The lines of one arm, and how far from the middle each begins along the arm (negative: beyond the middle).
    ///
    /// A line of a double arm stops at the nearer crossing line if an arm leaves on its side, and continues to the farther
    /// one if none does, so that corners close and crossings stay open.
    private static func starts(
        of arm: Int, opposite: Int, before: Int, after: Int
    ) -> [(stroke: Range<Int>, start: Int)] {
        let own = strokes(arm)
        guard let outermost = strokes(max(before, after)).last else { return own.map { ($0, 0) } }
        return own.map { stroke in
            let stopsEarly =
                own.count == 1
                ? before > 0 && after > 0 && opposite == 0 : (stroke.lowerBound < 0 ? before : after) > 0
            return (stroke, stopsEarly ? outermost.lowerBound : -outermost.upperBound)
        }
    }

    /// The positions of an arm's lines, in dots from the middle of the cell.
    private static func strokes(_ arm: Int) -> [Range<Int>] {
        switch arm {
        case 1: [-1..<1]
        case 2: [-3 ..< -1, 1..<3]
        case 3: [-2..<2]
        default: []
        }
    }

    private static func block(_ scalar: Unicode.Scalar, width: Int, height: Int) -> Bitmap? {
        var cell = Bitmap(width: width, height: height)
        switch scalar {
        case "█": cell.fill(x: 0, y: 0, width: width, height: height)
        case "▀": cell.fill(x: 0, y: 0, width: width, height: height / 2)
        case "▄": cell.fill(x: 0, y: height / 2, width: width, height: height - height / 2)
        case "▌": cell.fill(x: 0, y: 0, width: width / 2, height: height)
        case "▐": cell.fill(x: width / 2, y: 0, width: width - width / 2, height: height)
        case "■": cell.fill(x: 1, y: height / 3, width: width - 2, height: width - 2)
        case "░": shade(&cell) { ($0 + 2 * ($1 % 2)) % 4 == 0 }
        case "▒": shade(&cell) { ($0 + $1) % 2 == 0 }
        case "▓": shade(&cell) { ($0 + 2 * ($1 % 2)) % 4 != 0 }
        default: return nil
        }
        return cell
    }

    private static func shade(_ cell: inout Bitmap, _ isBlack: (Int, Int) -> Bool) {
        for y in 0..<cell.height {
            for x in 0..<cell.width where isBlack(x, y) { cell.blacken(x, y) }
        }
    }
}
