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
}
