import Receipts

// Dots as commands that are each whole by itself: whatever is lost of them, the printer is never left inside one for long.
extension Job {
    /// Header and dots of one strip together.
    static let longestStrip = 8_192
    /// The same for a line that is slower than the paper, so that several of them fit into a small buffer.
    static let shortStrip = 2_048
    /// Printers of old take no more rows at once.
    static let mostRows = 255

    /// From the left edge of the print area, or as justified. Nothing where the printer has no graphics.
    mutating func picture(_ bitmap: Bitmap) {
        guard bitmap.width > 0, bitmap.height > 0 else { return }
        switch profile.graphics {
        case .raster: strips(of: bitmap) { $0.rasterStrip(bitmap, $1) }
        case .stored: strips(of: bitmap) { $0.storedStrip(bitmap, $1) }
        case .columns: bands(of: bitmap)
        case .none: break
        }
    }

    private mutating func strips(of bitmap: Bitmap, _ write: (inout Job, Range<Int>) -> Void) {
        let header = 32
        let rows = max(1, min(Self.mostRows, (longestStrip - header) / bitmap.bytesPerRow))
        for top in stride(from: 0, to: bitmap.height, by: rows) {
            write(&self, top..<min(top + rows, bitmap.height))
        }
    }

    /// `GS v 0 m xL xH yL yH d…`: x in bytes.
    private mutating func rasterStrip(_ bitmap: Bitmap, _ rows: Range<Int>) {
        command(0x1D, 0x76, 0x30, 0)
        append(word: bitmap.bytesPerRow)
        append(word: rows.count)
        append(dots: bitmap.bytes(ofRows: rows))
    }

    /// `GS ( L <Function 112>`: x in dots; then `<Function 50>`, which prints it.
    private mutating func storedStrip(_ bitmap: Bitmap, _ rows: Range<Int>) {
        let dots = bitmap.bytes(ofRows: rows)
        command(0x1D, 0x28, 0x4C)
        append(word: dots.count + 10)
        append([0x30, 0x70, 0x30, 1, 1, 0x31])
        append(word: bitmap.width)
        append(word: rows.count)
        append(dots: dots)
        append([0x1D, 0x28, 0x4C, 2, 0, 0x30, 0x32])
    }

    /// `ESC * 33 nL nH d…`: bands of 24 rows, column by column, each ended by a line feed. The line spacing is less than a
    /// band, so that the paper is fed by exactly the band's height.
    private mutating func bands(of bitmap: Bitmap) {
        command(0x1B, 0x33, 16)
        for top in stride(from: 0, to: bitmap.height, by: 24) {
            command(0x1B, 0x2A, 33)
            append(word: bitmap.width)
            append(dots: bitmap.columns(ofRows: top..<top + 24))
            append(CollectionOfOne(0x0A))
        }
        command(0x1B, 0x32)
    }
}
