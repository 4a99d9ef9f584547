import Flow
import Receipts
import Testing

@Suite struct BitmapTests {
    private let flag = Bitmap(art: ["##.", "#..", "..."])

    @Test func artReadsAndWritesTheSameDots() {
        #expect(flag.art == ["##.", "#..", "..."])
    }

    @Test func rowsOfBytesAreReadFromTheHighestBit() {
        #expect(Bitmap(width: 10, height: 1, rows: [0x81, 0x40]).art == ["#......#.#"])
    }

    @Test func drawingEnlargesEachDot() {
        var page = Bitmap(width: 6, height: 4)
        page.draw(flag, x: 0, y: 0, scaleX: 2, scaleY: 2)
        #expect(page.art == ["####..", "####..", "##....", "##...."])
    }

    @Test func whatLiesOutsideIsIgnored() {
        var page = Bitmap(width: 2, height: 2)
        page.draw(flag, x: -1, y: 1)
        page.fill(x: -5, y: -5, width: 3, height: 3)
        page.blacken(7, 7)
        #expect(page.art == ["..", "#."])
    }

    @Test func turning() {
        #expect(flag.turnedByHalf.art == ["...", "..#", ".##"])
        #expect(flag.turnedByQuarter.art == [".##", "..#", "..."])
        #expect(flag.inverted.art == ["..#", ".##", "###"])
    }

    @Test func growingAndTakingRowsKeepsWhatIsThere() {
        var page = flag
        page.grow(toHeight: 4)
        #expect(page.art == ["##.", "#..", "...", "..."])
        #expect(page.rows(from: 1, count: 1).art == ["#.."])
        #expect(page.rows(from: 3, count: 2).art == ["...", "..."])
    }

    /// Drawing byte by byte gives the same picture as drawing dot by dot.
    @Test func whatIsDrawnAnywhereIsWhatItsDotsSay() {
        var random = SeededGenerator(seed: 0xD075)
        for round in 0..<2_000 {
            let stamp = Bitmap(width: random.side(), height: random.side()) { _, _ in random.next() % 3 == 0 }
            let paper = Bitmap(width: random.side(), height: random.side()) { _, _ in random.next() % 5 == 0 }
            let (x, y) = (random.side() - 12, random.side() - 12)
            let (scaleX, scaleY) = (Int(random.next() % 3) + 1, Int(random.next() % 3) + 1)
            var drawn = paper
            drawn.draw(stamp, x: x, y: y, scaleX: scaleX, scaleY: scaleY)
            let expected = Bitmap(width: paper.width, height: paper.height) { column, row in
                let (across, down) = (column - x, row - y)
                return paper.isBlack(column, row)
                    || (across >= 0 && down >= 0 && stamp.isBlack(across / scaleX, down / scaleY))
            }
            #expect(drawn == expected, "round \(round)")
        }
    }

    @Test func aRectangleIsWhatItsDotsSay() {
        var random = SeededGenerator(seed: 0xF111)
        for round in 0..<2_000 {
            let paper = Bitmap(width: random.side(), height: random.side()) { _, _ in random.next() % 2 == 0 }
            let (x, y) = (random.side() - 12, random.side() - 12)
            let (width, height) = (random.side() - 3, random.side() - 3)
            func isInside(_ column: Int, _ row: Int) -> Bool {
                column >= x && column < x + width && row >= y && row < y + height
            }
            var (filled, inverted) = (paper, paper)
            filled.fill(x: x, y: y, width: width, height: height)
            inverted.invert(x: x, y: y, width: width, height: height)
            let black = Bitmap(width: paper.width, height: paper.height) { paper.isBlack($0, $1) || isInside($0, $1) }
            let other = Bitmap(width: paper.width, height: paper.height) { paper.isBlack($0, $1) != isInside($0, $1) }
            #expect(filled == black && inverted == other, "round \(round)")
        }
    }

    @Test func bitsBeyondTheWidthAreNoDots() {
        let picture = Bitmap(width: 3, height: 2, rows: [0xFF, 0x5F])
        #expect(picture == Bitmap(art: ["###", ".#."]))
        #expect(picture.inverted == Bitmap(art: ["...", "#.#"]))
    }
}

extension SeededGenerator {
    fileprivate mutating func side() -> Int { Int(next() % 40) }
}
