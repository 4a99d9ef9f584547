import CTurboJPEG
import Model

/// JPEG files, through libjpeg-turbo.
enum JPEGReader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Decodes a file to shades of grey. Throws if the picture is damaged, truncated or too large.
    ///
    /// - Parameter width: a picture at least twice as wide is decoded at a smaller scale, which is much faster.
    static func read(_ file: [UInt8], atLeast width: Int) throws(PictureError) -> GreyImage {
        guard let decoder = tjInitDecompress() else {
            throw .broken(Sentence("detail.picture.noMemory", ["library": "libjpeg-turbo"]))
        }
        defer { tjDestroy(decoder) }
        var (fullWidth, fullHeight, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard
            tjDecompressHeader3(
                decoder, file, UInt(file.count), &fullWidth, &fullHeight, &sampling, &colours) == 0
        else { throw .broken(words(decoder)) }
        try PictureFile.check(width: Int(fullWidth), height: Int(fullHeight))
        // libjpeg-turbo decodes halves, quarters and eighths by leaving out detail.
        let divisor = [8, 4, 2].first { Int(fullWidth) / $0 >= width } ?? 1
        let (columns, rows) = ((Int(fullWidth) + divisor - 1) / divisor, (Int(fullHeight) + divisor - 1) / divisor)
        var result: Int32 = 0
        let shades = [UInt8](unsafeUninitializedCapacity: columns * rows) { shades, count in
            result = tjDecompress2(
                decoder, file, UInt(file.count), shades.baseAddress, Int32(columns), Int32(columns), Int32(rows),
                Int32(TJPF_GRAY.rawValue), 0)
            count = columns * rows
        }
        // A warning means a truncated or damaged file, whose missing part would be grey.
        guard result == 0 else { throw .broken(words(decoder)) }
        return GreyImage(width: columns, height: rows, shades: shades)
    }

    private static func words(_ decoder: tjhandle) -> Sentence {
        tjGetErrorStr2(decoder).map { Sentence(stored: String(cString: $0)) }
            ?? Sentence("detail.picture.noReason", ["library": "libjpeg-turbo"])
    }
}
