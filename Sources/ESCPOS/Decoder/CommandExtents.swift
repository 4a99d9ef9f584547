// The lengths of commands that depend on their content.
extension CommandTable {
    /// Tab stops end with NUL, after 32, or before one that is not greater than its predecessor (`ESC D`).
    static func tabExtent(_ parameters: ArraySlice<UInt8>) -> CommandShape.Extent {
        let mostStops = 32
        guard let last = parameters.last else { return .atLeast(1) }
        if last == 0 { return .exactly(parameters.count) }
        if parameters.count > mostStops { return .exactly(mostStops) }
        if let before = parameters.dropLast().last, last <= before { return .exactly(parameters.count - 1) }
        return .atLeast(parameters.count + 1)
    }

    /// Barcode data of function A ends with NUL (`GS k`, m 0 to 6); the limit is longer than any symbol.
    static func barcodeExtent(_ parameters: ArraySlice<UInt8>) -> CommandShape.Extent {
        let longestData = 255
        guard let last = parameters.last else { return .atLeast(1) }
        if last == 0 { return .exactly(parameters.count) }
        return parameters.count > longestData ? .impossible : .atLeast(parameters.count + 1)
    }

    /// `ESC 4 n` selects italics on some printers; on others `ESC 4` has no parameter, and the next byte is text.
    static func italicExtent(_ parameters: ArraySlice<UInt8>) -> CommandShape.Extent {
        guard let switched = parameters.last else { return .atLeast(1) }
        return .exactly([0x00, 0x01, 0x30, 0x31].contains(switched) ? 1 : 0)
    }

    /// Columns of 8 dots take one byte, columns of 24 dots three (`ESC *`).
    static func columnBytes(_ fields: ArraySlice<UInt8>) -> Int? {
        switch byte(fields, 0) {
        case 0, 1: word(fields, 1)
        case 32, 33: word(fields, 1) * 3
        default: nil
        }
    }

    /// For each character from c1 to c2 a width x, then x columns of y bytes (`ESC &`).
    static func userCharacterExtent(_ parameters: ArraySlice<UInt8>) -> CommandShape.Extent {
        let bytes = Array(parameters)
        let height = Int(bytes[0])
        guard bytes[1] <= bytes[2] else { return .impossible }
        var end = 3
        for _ in bytes[1]...bytes[2] {
            guard end < bytes.count else { return .atLeast(end + 1) }
            end += 1 + Int(bytes[end]) * height
        }
        return end <= bytes.count ? .exactly(end) : .atLeast(end)
    }

    /// n images, each xL xH yL yH and x * y * 8 bytes (`FS q`).
    static func nvImagesExtent(_ parameters: ArraySlice<UInt8>) -> CommandShape.Extent {
        let start = parameters.startIndex
        func word(at index: Int) -> Int {
            Int(parameters[start + index]) | Int(parameters[start + index + 1]) << 8
        }
        var end = 1
        for _ in 0..<parameters[start] {
            guard end + 4 <= parameters.count else { return .atLeast(end + 4) }
            end += 4 + word(at: end) * word(at: end + 2) * 8
            guard end <= CommandShape.longestCommand else { return .impossible }
        }
        return end <= parameters.count ? .exactly(end) : .atLeast(end)
    }
}
