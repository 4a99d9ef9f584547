extension Unicode.Scalar {
    /// The cells of this character on the paper's grid: 2 for East Asian wide ones, 0 for combining marks, 1 for
    /// others.
    package var cells: Int {
        if value < 0x300 { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return isWide ? 2 : 1
        }
    }

    private var isWide: Bool {
        let ranges = Self.wideRanges
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
