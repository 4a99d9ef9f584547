import CCairo
import Model

/// PNG files, through Cairo.
enum PNGReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func read(_ file: [UInt8]) throws(PictureError) -> GreyImage {
        // IHDR is the first chunk: width and height follow the signature, a length and its name.
        guard file.count >= 24 else { throw .broken(Sentence("detail.picture.cutOff")) }
        try PictureFile.check(width: number(file[16..<20]), height: number(file[20..<24]))
        guard let surface = decode(file) else {
            throw .broken(DrawingLibraries.missing ?? Sentence("detail.picture.noMemory", ["library": "Cairo"]))
        }
        defer { cairo_surface_destroy(surface) }
        let status = cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            throw .broken(Sentence(stored: String(cString: cairo_status_to_string(status))))
        }
        return try shades(surface)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func decode(_ file: [UInt8]) -> OpaquePointer? {
        file.withUnsafeBufferPointer { bytes in
            var rest = Rest(bytes: bytes)
            return withUnsafeMutablePointer(to: &rest) { rest in
                cairo_image_surface_create_from_png_stream(
                    { closure, data, count in
                        guard let closure, let data else { return CAIRO_STATUS_READ_ERROR }
                        return closure.assumingMemoryBound(to: Rest.self).pointee.give(Int(count), to: data)
                    }, rest)
            }
        }
    }

    /// The bytes that Cairo has not read yet.
    private struct Rest {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        mutating func give(_ count: Int, to data: UnsafeMutablePointer<UInt8>) -> cairo_status_t {
            guard count <= bytes.count - position else { return CAIRO_STATUS_READ_ERROR }
            for index in 0..<count { data[index] = bytes[position + index] }
            position += count
            return CAIRO_STATUS_SUCCESS
        }
    }

    /// Cairo gives four bytes per pixel, blue first, premultiplied by alpha; transparent parts become white.
    private static func shades(_ surface: OpaquePointer) throws(PictureError) -> GreyImage {
        let format = cairo_image_surface_get_format(surface)
        guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
            let data = cairo_image_surface_get_data(surface)
        else { throw .broken(Sentence("detail.picture.otherDots")) }
        let (width, height) = (
            Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
        )
        let stride = Int(cairo_image_surface_get_stride(surface))
        let hasAlpha = format == CAIRO_FORMAT_ARGB32
        let shades = [UInt8](unsafeUninitializedCapacity: width * height) { shades, count in
            for y in 0..<height {
                let row = data + y * stride
                for x in 0..<width {
                    let dot = row + 4 * x
                    let light = (Int(dot[0]) * 29 + Int(dot[1]) * 150 + Int(dot[2]) * 77) >> 8
                    shades[y * width + x] = UInt8(min(255, light + (hasAlpha ? 255 - Int(dot[3]) : 0)))
                }
            }
            count = width * height
        }
        return GreyImage(width: width, height: height, shades: shades)
    }
}
