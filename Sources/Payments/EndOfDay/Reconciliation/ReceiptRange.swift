import Flow
import Model

/// The range of receipts that a terminal has counted. Numbers have four digits and wrap from 9999 to 1.
struct ReceiptRange: Hashable, Sendable {
    static let numbers = 1...9999

    let first: Int
    let count: Int

    /// Nil if the terminal told no range.
    init?(_ totals: TerminalTotals) {
        guard let first = totals.firstReceipt, let last = totals.lastReceipt, Self.numbers.contains(first),
            Self.numbers.contains(last)
        else { return nil }
        self.first = first
        count = (last - first + Self.numbers.count) % Self.numbers.count + 1
    }

    func contains(_ receipt: Int) -> Bool {
        guard Self.numbers.contains(receipt) else { return false }
        return place(receipt) < count
    }

    /// How many numbers are assigned from the first one before this one.
    func place(_ receipt: Int) -> Int { (receipt - first + Self.numbers.count) % Self.numbers.count }

    /// The receipt numbers in the order in which they were assigned.
    var receipts: [Int] { (0..<count).map { (first - 1 + $0) % Self.numbers.count + 1 } }
}
