/// A rectangle of black and white dots, row by row from the top; in a byte the leftmost dot is the highest bit.
package struct Bitmap: Hashable, Sendable {
    package let width: Int
    package private(set) var height: Int
    package private(set) var bytes: [UInt8]

    /// The number of bytes in one row.
    package var bytesPerRow: Int { (width + 7) / 8 }

    /// A bitmap of white dots.
    package init(width: Int, height: Int) {
        precondition(width >= 0 && height >= 0, "a bitmap has no negative side")
        self.width = width
        self.height = height
        bytes = [UInt8](repeating: 0, count: (width + 7) / 8 * height)
    }

    /// Asks `isBlack` once for each dot, row by row.
    package init(width: Int, height: Int, isBlack: (_ x: Int, _ y: Int) -> Bool) {
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where isBlack(x, y) { blacken(x, y) }
        }
    }

    /// Rows of `(width + 7) / 8` bytes as in `GS v 0`; missing bytes are white, and bits beyond the width are ignored.
    package init(width: Int, height: Int, rows: some Collection<UInt8>) {
        precondition(width >= 0 && height >= 0, "a bitmap has no negative side")
        let count = (width + 7) / 8 * height
        self.width = width
        self.height = height
        bytes = []
        bytes.reserveCapacity(count)
        bytes.append(contentsOf: rows.prefix(count))
        bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
        if width & 7 > 0 { for row in 0..<height { cutOff(row) } }
    }

    /// Clears the bits beyond the row's width.
    private mutating func cutOff(_ row: Int) {
        bytes[(row + 1) * bytesPerRow - 1] &= 0xFF << UInt8(-width & 7)
    }

    /// One string per row; `#` is black. All rows are as wide as the first.
    package init(art: [String]) {
        self.init(width: art.first?.count ?? 0, height: art.count)
        for (y, row) in art.enumerated() {
            for (x, dot) in row.enumerated() where dot == "#" { blacken(x, y) }
        }
    }

    package var art: [String] {
        (0..<height).map { y in String((0..<width).map { x in isBlack(x, y) ? "#" : "." }) }
    }

    package var isBlank: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether the dot is black; dots outside are white.
    package func isBlack(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, x < width, y >= 0, y < height else { return false }
        return bytes[y * bytesPerRow + x >> 3] & (0x80 >> UInt8(x & 7)) != 0
    }

    /// Makes the dot black; a dot outside is ignored.
    package mutating func blacken(_ x: Int, _ y: Int) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        bytes[y * bytesPerRow + x >> 3] |= 0x80 >> UInt8(x & 7)
    }

    /// Makes a rectangle black; dots outside are ignored.
    package mutating func fill(x: Int, y: Int, width: Int, height: Int) {
        change(x: x, y: y, width: width, height: height, |)
    }

    /// Inverts a rectangle; dots outside are ignored.
    package mutating func invert(x: Int, y: Int, width: Int, height: Int) {
        change(x: x, y: y, width: width, height: height, ^)
    }

    /// Changes the part of a rectangle that lies in the bitmap, byte by byte. `operation` gets a byte and the bits in
    /// it that belong to the rectangle.
    private mutating func change(
        x: Int, y: Int, width: Int, height: Int, _ operation: (UInt8, UInt8) -> UInt8
    ) {
        let (left, right) = (max(0, x), min(self.width, x + width) - 1)
        let (top, bottom) = (max(0, y), min(self.height, y + height))
        guard left <= right, top < bottom else { return }
        let (first, last) = (left >> 3, right >> 3)
        for row in top..<bottom {
            for index in first...last {
                var mask: UInt8 = 0xFF
                if index == first { mask &= 0xFF >> UInt8(left & 7) }
                if index == last { mask &= 0xFF << UInt8(7 - right & 7) }
                let place = row * bytesPerRow + index
                bytes[place] = operation(bytes[place], mask)
            }
        }
    }

    /// Draws the outline of a rectangle inside its bounds.
    package mutating func frame(x: Int, y: Int, width: Int, height: Int, thickness: Int) {
        fill(x: x, y: y, width: width, height: thickness)
        fill(x: x, y: y + height - thickness, width: width, height: thickness)
        fill(x: x, y: y, width: thickness, height: height)
        fill(x: x + width - thickness, y: y, width: thickness, height: height)
    }

    /// Adds the black dots of `other`, each as `scaleX` by `scaleY` dots; those outside are ignored.
    package mutating func draw(_ other: Bitmap, x: Int, y: Int, scaleX: Int = 1, scaleY: Int = 1) {
        let wide = scaleX == 1 ? other : other.widened(by: scaleX)
        for row in 0..<wide.height {
            for copy in 0..<scaleY { add(wide.bytes(ofRows: row..<row + 1), x: x, y: y + row * scaleY + copy) }
        }
    }

    private mutating func add(_ dots: ArraySlice<UInt8>, x: Int, y: Int) {
        guard y >= 0, y < height, width > 0 else { return }
        let (start, shift) = (y * bytesPerRow, UInt8(x & 7))
        var index = x >> 3
        for byte in dots {
            if byte != 0 {
                if index >= 0, index < bytesPerRow { bytes[start + index] |= byte >> shift }
                if index + 1 >= 0, index + 1 < bytesPerRow { bytes[start + index + 1] |= byte << (8 - shift) }
            }
            index += 1
        }
        cutOff(y)
    }

    private func widened(by scale: Int) -> Bitmap {
        var wide = Bitmap(width: width * scale, height: height)
        for y in 0..<height {
            forEachBlack(inRow: y) { wide.fill(x: $0 * scale, y: y, width: scale, height: 1) }
        }
        return wide
    }

    /// Visits the columns of a row's black dots, from the left.
    package func forEachBlack(inRow y: Int, _ visit: (Int) -> Void) {
        var column = 0
        for byte in bytes(ofRows: y..<y + 1) {
            var rest = byte
            while rest != 0 {
                let bit = rest.leadingZeroBitCount
                visit(column + bit)
                rest &= ~(0x80 >> UInt8(bit))
            }
            column += 8
        }
    }

    /// The bitmap with black and white exchanged.
    package var inverted: Bitmap {
        var inverted = self
        inverted.invert(x: 0, y: 0, width: width, height: height)
        return inverted
    }

    /// Upside down.
    package var turnedByHalf: Bitmap {
        Bitmap(width: width, height: height) { isBlack(width - 1 - $0, height - 1 - $1) }
    }

    /// A quarter turn clockwise.
    package var turnedByQuarter: Bitmap {
        Bitmap(width: height, height: width) { isBlack($1, height - 1 - $0) }
    }

    /// Adds white rows below, up to that height.
    package mutating func grow(toHeight newHeight: Int) {
        guard newHeight > height else { return }
        bytes.append(contentsOf: repeatElement(0, count: (newHeight - height) * bytesPerRow))
        height = newHeight
    }

    /// `count` rows from `top` on, with white ones where there are none; nil for all rows.
    package func rows(from top: Int, count: Int? = nil) -> Bitmap {
        let first = min(max(0, top), height)
        return Bitmap(width: width, height: count ?? height - first, rows: bytes[(first * bytesPerRow)...])
    }

    /// The bytes of those rows.
    package func bytes(ofRows rows: Range<Int>) -> ArraySlice<UInt8> {
        bytes[rows.lowerBound * bytesPerRow..<rows.upperBound * bytesPerRow]
    }

    /// The dots of these rows, a multiple of eight, column by column; missing rows are white.
    package func columns(ofRows rows: Range<Int>) -> [UInt8] {
        (0..<width).flatMap { x in stride(from: rows.lowerBound, to: rows.upperBound, by: 8).map { column(x, from: $0) }
        }
    }

    /// Eight dots of a column with the topmost as the highest bit; missing dots are white.
    private func column(_ x: Int, from top: Int) -> UInt8 {
        (0..<8).reduce(0) { $0 << 1 | (isBlack(x, top + $1) ? 1 : 0) }
    }

    /// The bitmap scaled down to at most that width in proportion. A dot is black if half of the area it represents is.
    package func shrunk(toWidth most: Int) -> Bitmap {
        guard width > most, most > 0 else { return self }
        var result = Bitmap(width: most, height: max(1, height * most / width))
        for y in 0..<result.height {
            let rows =
                y * height / result.height..<max(y * height / result.height + 1, (y + 1) * height / result.height)
            for x in 0..<most {
                let columns = x * width / most..<max(x * width / most + 1, (x + 1) * width / most)
                let black = rows.reduce(0) { sum, row in sum + columns.count(where: { isBlack($0, row) }) }
                if black * 2 >= rows.count * columns.count { result.blacken(x, y) }
            }
        }
        return result
    }
}
