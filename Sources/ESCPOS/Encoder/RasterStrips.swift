import Receipts

// Sends dots in complete commands of limited length, so that lost bytes never leave the printer inside a command for long.
extension PrintJobWriter {
    /// The most bytes of one strip, header included.
    static let longestStrip = 8_192
    /// The most bytes of one strip on a line slower than the paper, so that several fit into a small buffer.
    static let shortStrip = 2_048
    /// The most rows that old printers take at once.
    static let mostRows = 255

    /// Prints a picture at the left of the print area, or as justified. Nothing when the printer has no graphics.
    mutating func picture(_ bitmap: Bitmap) {
        guard bitmap.width > 0, bitmap.height > 0 else { return }
        switch profile.graphics {
        case .raster: strips(of: bitmap) { $0.rasterStrip(bitmap, $1) }
        case .stored: strips(of: bitmap) { $0.storedStrip(bitmap, $1) }
        case .columns: bands(of: bitmap)
        case .none: break
        }
    }

    private mutating func strips(of bitmap: Bitmap, _ write: (inout PrintJobWriter, Range<Int>) -> Void) {
        let header = 32
        let rows = max(1, min(Self.mostRows, (longestStrip - header) / bitmap.bytesPerRow))
        for top in stride(from: 0, to: bitmap.height, by: rows) {
            write(&self, top..<min(top + rows, bitmap.height))
            end()
        }
    }

    /// `GS v 0 m xL xH yL yH d…`, with x in bytes.
    private mutating func rasterStrip(_ bitmap: Bitmap, _ rows: Range<Int>) {
        command(0x1D, 0x76, 0x30, 0)
        append(word: bitmap.bytesPerRow)
        append(word: rows.count)
        append(dots: bitmap.bytes(ofRows: rows))
    }

    /// `GS ( L <Function 112>` with x in dots, then `<Function 50>`, which prints.
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

    /// `ESC * 33 nL nH d…`: bands of 24 rows, column by column, each ended by a line feed. The line spacing is set below the
    /// height of a band, so that the paper moves exactly by the band.
    private mutating func bands(of bitmap: Bitmap) {
        command(0x1B, 0x33, 16)
        for top in stride(from: 0, to: bitmap.height, by: 24) {
            command(0x1B, 0x2A, 33)
            append(word: bitmap.width)
            append(dots: bitmap.columns(ofRows: top..<top + 24))
            append(CollectionOfOne(0x0A))
            end()
        }
        command(0x1B, 0x32)
        end()
    }
}
