import Model

@testable import Payments
@testable import Stores

extension ExpectedTotals.LedgerEntry {
    /// A ledger entry. `taken(1250, 42, .visa)` is 12.50 with receipt 42.
    static func taken(
        _ amount: Int64, _ receipt: Int?, _ scheme: CardScheme? = .mastercard
    ) -> ExpectedTotals.LedgerEntry {
        ExpectedTotals.LedgerEntry(
            payment: PaymentID(rawValue: "pay-\(receipt.map(String.init) ?? "none")"), receipt: receipt, scheme: scheme,
            amountMinor: amount)
    }
}

extension ExpectedTotals {
    static func of(
        _ bookings: [LedgerEntry], failed: [LedgerEntry] = [], open: [LedgerEntry] = [], alsoKnown: Set<Int> = []
    ) -> ExpectedTotals {
        var day = ExpectedTotals(currency: .eur)
        day.bookings = bookings
        day.failed = failed
        day.open = open
        day.knownReceipts = alsoKnown.union((bookings + failed).compactMap(\.receipt))
        return day
    }
}

extension TerminalTotals {
    /// Totals by scheme, together with their sum.
    static func of(
        _ receipts: ClosedRange<Int>?, _ schemes: [CardScheme: (count: Int, sum: Int64)]
    ) -> TerminalTotals {
        var totals = TerminalTotals()
        totals.resultCode = 0
        totals.firstReceipt = receipts?.lowerBound ?? 0
        totals.lastReceipt = receipts?.upperBound ?? 0
        totals.schemes = CardScheme.allCases.map {
            SchemeTotal($0, count: schemes[$0]?.count ?? 0, amountMinor: schemes[$0]?.sum ?? 0)
        }
        totals.totalMinor = schemes.values.reduce(0) { $0 + $1.sum }
        totals.terminalID = "29001234"
        return totals
    }
}

extension OrderReconciliation {
    static func of(
        _ number: Int64, standing: [String] = [], givenBack: [String] = [], paidBy: String? = nil,
        shop: OrderStatus? = nil, told: Bool = true, takenBack: String? = nil
    ) -> OrderReconciliation {
        var order = OrderReconciliation(
            order: OrderID(rawValue: number), number: String(number),
            approved: (givenBack + standing).map(PaymentID.init(rawValue:)),
            standing: standing.map(PaymentID.init(rawValue:)), paidBy: paidBy.map(PaymentID.init(rawValue:)),
            shopStatus: shop, shopWasTold: told)
        order.saidTakenBack = takenBack.map(PaymentID.init(rawValue:))
        return order
    }
}

extension Reconciliation.Difference {
    /// The transaction of the journal that it concerns.
    var entry: ExpectedTotals.LedgerEntry? {
        switch self {
        case .notCounted(let entry), .mayBeTakenBack(let entry), .mayBeBooked(let entry),
            .mayBePartOfSurplus(let entry), .mayBeGivenBack(let entry):
            entry
        case .total, .scheme, .terminalContradictsItself, .otherCurrency, .totalsInOtherCurrency, .otherTerminal,
            .sinceBackup, .order:
            nil
        }
    }
}
