/// The bookings of a terminal since its last end of day, by scheme (ZVT BMP 60).
struct TerminalTurnover: Equatable, Sendable {
    /// The schemes, in the order of the field BMP 60.
    enum Scheme: Int, CaseIterable, Sendable {
        case girocard, jcb, mastercard, americanExpress, visa, diners, other

        /// The scheme of a ZVT card type (BMP 8A).
        init(cardType: UInt8) {
            self =
                switch cardType {
                case 2, 5: .girocard
                case 14: .jcb
                case 6: .mastercard
                case 8: .americanExpress
                case 10, 11: .visa
                case 12: .diners
                default: .other
                }
        }
    }

    struct Total: Equatable, Sendable {
        var count = 0
        var sumMinor: Int64 = 0
    }

    var firstReceipt: Int?
    var lastReceipt: Int?
    /// One total per scheme, with refunds subtracted.
    private(set) var totals = [Total](repeating: Total(), count: Scheme.allCases.count)
    /// The end of day that delivered the turnover.
    var closing: TerminalJournal.Entry?

    var totalMinor: Int64 { totals.reduce(0) { $0 + $1.sumMinor } }

    subscript(scheme: Scheme) -> Total { totals[scheme.rawValue] }

    /// Sums up entries of a journal. Undone transactions are not counted.
    init(of journal: TerminalJournal, in entries: ArraySlice<TerminalJournal.Entry>) {
        let numbers = Set(entries.map(\.number))
        let transactions = entries.filter(\.isTransaction)
        firstReceipt = transactions.first?.receipt
        lastReceipt = transactions.last?.receipt
        for charge in journal.standingCharges where numbers.contains(charge.number) {
            add(charge, charge.amountMinor)
        }
        for refund in journal.standingRefunds where numbers.contains(refund.number) {
            add(refund, -refund.amountMinor)
        }
    }

    private mutating func add(_ entry: TerminalJournal.Entry, _ amount: Int64) {
        let scheme = entry.cardType.map(Scheme.init) ?? .other
        totals[scheme.rawValue].count += 1
        totals[scheme.rawValue].sumMinor += amount
    }
}
