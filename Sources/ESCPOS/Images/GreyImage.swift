/// Shades of grey row by row; 0 is black.
struct GreyImage: Hashable {
    let width: Int
    let height: Int
    let shades: [UInt8]

    init(width: Int, height: Int, shades: [UInt8]) {
        precondition(shades.count == width * height, "a shade for each dot")
        self.width = width
        self.height = height
        self.shades = shades
    }

    /// Scales down; each dot is the mean of the pixels that it covers.
    func shrunk(toWidth most: Int) -> GreyImage {
        guard width > most else { return self }
        let rows = max(1, height * most / width)
        var result = [UInt8](repeating: 0, count: most * rows)
        shades.withUnsafeBufferPointer { shades in
            for y in 0..<rows {
                let (top, bottom) = (y * height / rows, max(y * height / rows + 1, (y + 1) * height / rows))
                for x in 0..<most {
                    let (left, right) = (x * width / most, max(x * width / most + 1, (x + 1) * width / most))
                    var sum = 0
                    for row in top..<bottom { for column in left..<right { sum += Int(shades[row * width + column]) } }
                    result[y * most + x] = UInt8(sum / ((bottom - top) * (right - left)))
                }
            }
        }
        return GreyImage(width: most, height: rows, shades: result)
    }
}
