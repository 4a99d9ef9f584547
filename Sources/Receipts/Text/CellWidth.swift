extension Unicode.Scalar {
    /// Cells of the paper's grid this character takes: 2 for East Asian wide ones, 0 for marks that sit on another, else 1.
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
