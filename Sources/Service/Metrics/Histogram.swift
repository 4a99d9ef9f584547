/// How often a figure was within which bounds.
struct Histogram: Hashable, Sendable {
    /// The upper bounds, ascending, without the infinite one.
    let bounds: [Double]
    /// How many figures were above the bound before and not above this one.
    private(set) var counts: [Int]
    /// How many there were in all, and their sum.
    private(set) var count = 0
    private(set) var sum = 0.0

    init(_ bounds: [Double]) {
        self.bounds = bounds
        counts = bounds.map { _ in 0 }
    }

    mutating func observe(_ value: Double) {
        if let place = bounds.firstIndex(where: { value <= $0 }) { counts[place] += 1 }
        count += 1
        sum += value
    }
}
