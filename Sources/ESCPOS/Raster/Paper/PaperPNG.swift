import CCairo
import Flow
import Receipts

/// A printed page as a PNG: white paper with the margins of the roll and a hairline at its ends.
package enum PaperPNG {
    /// The margin in dots: what 576 dots leave on an 80 mm roll.
    static let margin = 32
    /// 203 dots per inch.
    static let dotsPerMetre: UInt32 = 7992

    private static let white: UInt8 = 255
    private static let edge: UInt8 = 205

    /// The file's bytes: 8-bit grey, 203 dpi, with `margin` on every side.
    package static func encode(_ page: Bitmap) throws(Failure) -> [UInt8] {
        let (width, height) = (page.width + 2 * margin, page.height + 2 * margin)
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
            let data = cairo_image_surface_get_data(surface)
        else { throw RasterError.drawing("Cairo").failure }
        defer { cairo_surface_destroy(surface) }
        cairo_surface_flush(surface)
        paint(page, data, width, height, bytesPerRow: Int(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        return try withResolution(file(of: surface))
    }

    private static func paint(
        _ page: Bitmap, _ data: UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, bytesPerRow: Int
    ) {
        for y in 0..<height {
            let row = data + y * bytesPerRow
            let isEnd = y == 0 || y == height - 1
            row.update(repeating: isEnd ? edge : white, count: width)
            row[0] = edge
            row[width - 1] = edge
            if (0..<page.height).contains(y - margin) { page.forEachBlack(inRow: y - margin) { row[margin + $0] = 0 } }
        }
    }

    private static func file(of surface: OpaquePointer) throws(Failure) -> [UInt8] {
        var file: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &file) { file in
            cairo_surface_write_to_png_stream(
                surface,
                { closure, bytes, count in
                    guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
                    let file = closure.assumingMemoryBound(to: [UInt8].self)
                    file.pointee.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, file)
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw RasterError.drawing("Cairo").failure }
        return file
    }

    /// Adds the resolution of 203 dpi, which Cairo does not write, as a pHYs chunk behind the header (8 bytes of signature,
    /// 25 of IHDR).
    private static func withResolution(_ file: [UInt8]) -> [UInt8] {
        let header = 33
        let perMetre = bigEndian(dotsPerMetre)
        let chunk = Array("pHYs".utf8) + perMetre + perMetre + [1]
        return Array(file[..<header]) + bigEndian(9) + chunk + bigEndian(crc32(chunk)) + Array(file[header...])
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The CRC of PNG chunks (ISO 3309).
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var rest = ~UInt32(0)
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
        return ~rest
    }
}
