import Receipts

extension Dithering {
    func dots(_ image: GreyImage) -> Bitmap {
        switch self {
        case .threshold: Self.packed(image) { shade, _, _ in shade < 128 }
        case .ordered:
            Self.packed(image) { shade, x, y in Int(shade) * 64 < Self.pattern[(y & 7) << 3 | x & 7] * 255 + 128 }
        case .floydSteinberg:
            Self.diffused(image, [(1, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1)], of: 16)
        case .atkinson:
            Self.diffused(image, [(1, 0, 1), (2, 0, 1), (-1, 1, 1), (0, 1, 1), (1, 1, 1), (0, 2, 1)], of: 8)
        }
    }

    /// Bayer's matrix.
    private static let pattern: [Int] = (0..<64).map { place in
        let (x, y) = (place & 7, place >> 3)
        return (0..<3).reduce(0) { sum, bit in
            let (a, b) = ((x ^ y) >> bit & 1, y >> bit & 1)
            return sum | (a << 1 | b) << (2 * (2 - bit))
        }
    }

    /// Packs a picture into black and white dots; `isBlack` decides by a shade, its column and its row.
    private static func packed(_ image: GreyImage, _ isBlack: (UInt8, Int, Int) -> Bool) -> Bitmap {
        let bytesPerRow = (image.width + 7) / 8
        var rows = [UInt8](repeating: 0, count: bytesPerRow * image.height)
        for y in 0..<image.height {
            for x in 0..<image.width where isBlack(image.shades[y * image.width + x], x, y) {
                rows[y * bytesPerRow + x >> 3] |= 0x80 >> UInt8(x & 7)
            }
        }
        return Bitmap(width: image.width, height: image.height, rows: rows)
    }

    /// Error diffusion: each dot distributes its error to the dots right of it and below.
    private static func diffused(
        _ image: GreyImage, _ shares: [(x: Int, y: Int, weight: Int)], of whole: Int
    ) -> Bitmap {
        // Extra columns and rows, so that no bounds need to be checked.
        let stride = image.width + 4
        var errors = [Int32](repeating: 0, count: stride * (image.height + 2))
        let steps = shares.map { (offset: $0.y * stride + $0.x, weight: Int32($0.weight)) }
        return errors.withUnsafeMutableBufferPointer { errors in
            packed(image) { shade, x, y in
                let place = y * stride + x + 2
                let wanted = Int32(shade) + errors[place] / Int32(whole)
                let isBlack = wanted < 128
                let error = isBlack ? wanted : wanted - 255
                for step in steps { errors[place + step.offset] += error * step.weight }
                return isBlack
            }
        }
    }
}
